// Launches kernels by cudaLaunchKernelEx, and asks what kernels are called, take and may use.
// expect: launch_config: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cstring>

struct Pair {
    float first;
    double second;
};

__global__ void store(double* out, short a, Pair pair, const double* factor) {
    out[threadIdx.x] = (a + pair.first + pair.second) * *factor + threadIdx.x;
}

__global__ void nothing() {}

extern "C" __global__ void named_in_c(int* out) { *out = 1; }

void check_launches() {
    DeviceArray<double> out(8), factor(std::vector<double>{2.0});
    cudaLaunchAttribute attributes[3] = {};
    attributes[0].id = cudaLaunchAttributePriority;
    attributes[0].val.priority = -1;
    attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[1].val.programmaticStreamSerializationAllowed = 1;
    attributes[2].id = cudaLaunchAttributeClusterDimension;
    attributes[2].val.clusterDim.x = attributes[2].val.clusterDim.y = 1;
    attributes[2].val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 8;
    config.attrs = attributes;
    config.numAttrs = 3;
    // Arguments are converted: int to short, double* to const double*.
    CUDA_CHECK(cudaLaunchKernelEx(&config, store, out.data(), 3, Pair{0.5f, 0.25}, factor.data()));
    std::vector<double> expected(8);
    for (int i = 0; i < 8; ++i) expected[i] = 7.5 + i;
    expect_all("stored", out.host(), expected);
    CUDA_CHECK(cudaLaunchKernelEx(&config, nothing));
    config.numAttrs = 0;
    config.blockDim = 2000;
    expect("2000 threads", cudaLaunchKernelEx(&config, nothing), cudaErrorInvalidConfiguration);
    cudaGetLastError();
}

void check_completion_event() {
    cudaStream_t stream;
    cudaEvent_t event;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticEvent;
    attribute.val.programmaticEvent.event = event;
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = 1;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, nothing));
    CUDA_CHECK(cudaEventSynchronize(event));
    expect("event after its launch", cudaEventQuery(event), cudaSuccess);
    CUDA_CHECK(cudaStreamDestroy(stream));
}

void check_questions() {
    const char* name = nullptr;
    CUDA_CHECK(cudaFuncGetName(&name, named_in_c));
    expect("name", std::strcmp(name, "named_in_c"), 0);
    size_t offset = 0, bytes = 0;
    CUDA_CHECK(cudaFuncGetParamInfo((const void*)store, 2, &offset, &bytes));
    expect("offset of the pair", offset, 16);
    expect("size of the pair", bytes, sizeof(Pair));
    expect("no fifth parameter", cudaFuncGetParamInfo((const void*)store, 4, &offset, &bytes),
           cudaErrorInvalidValue);
    cudaGetLastError();
    cudaFunction_t function = nullptr;
    CUDA_CHECK(cudaGetFuncBySymbol(&function, (const void*)store));
    expect("a handle", function != nullptr, true);

    // As an H200 answers: an SM's memory in equal parts, up to what a launch may ask for.
    size_t shared = 0;
    const struct {
        int blocks;
        size_t bytes;
    } parts[] = {{1, 49152}, {4, 49152}, {16, 14592}, {32, 7296}};
    for (const auto& part : parts) {
        CUDA_CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, nothing, part.blocks, 64));
        expect("shared memory of each block", shared, part.bytes);
    }
    expect("more blocks than fit",
           cudaOccupancyAvailableDynamicSMemPerBlock(&shared, nothing, 33, 64),
           cudaErrorInvalidValue);
    cudaGetLastError();
    int grid = 0, block = 0;
    CUDA_CHECK(cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, nothing, 0, 128,
                                                           cudaOccupancyDefault));
    expect("block size under a limit", block, 128);
    expect("a grid", grid > 0, true);
}

void check_stream_attributes() {
    cudaStream_t a, b;
    CUDA_CHECK(cudaStreamCreate(&a));
    CUDA_CHECK(cudaStreamCreate(&b));
    cudaStreamAttrValue value = {};
    value.syncPolicy = cudaSyncPolicySpin;
    CUDA_CHECK(cudaStreamSetAttribute(a, cudaStreamAttributeSynchronizationPolicy, &value));
    CUDA_CHECK(cudaStreamCopyAttributes(b, a));
    value = {};
    CUDA_CHECK(cudaStreamGetAttribute(b, cudaStreamAttributeSynchronizationPolicy, &value));
    expect("copied policy", value.syncPolicy, cudaSyncPolicySpin);
    CUDA_CHECK(cudaStreamDestroy(a));
    CUDA_CHECK(cudaStreamDestroy(b));
}

int main() {
    check_launches();
    check_completion_event();
    check_questions();
    check_stream_attributes();
    return finish("launch_config");
}
