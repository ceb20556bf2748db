// Asks for the properties of the device, of a kernel and of memory, and compares their sources.
// expect: device_properties: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cstring>

__global__ void __launch_bounds__(256) scale(float* values, float factor) {
    __shared__ float staged[256];
    staged[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = staged[255 - threadIdx.x] * factor;
}

void check_device() {
    int count = 0, device = -1;
    CUDA_CHECK(cudaGetDeviceCount(&count));
    expect("there is a device", count >= 1, true);
    CUDA_CHECK(cudaSetDevice(0));
    CUDA_CHECK(cudaGetDevice(&device));
    expect("current device", device, 0);

    cudaDeviceProp p;
    CUDA_CHECK(cudaGetDeviceProperties(&p, 0));
    std::fprintf(stderr, "%s: %d multiprocessors, compute capability %d.%d\n", p.name,
                 p.multiProcessorCount, p.major, p.minor);
    expect("it has a name", std::strlen(p.name) > 0, true);
    expect("warp size", p.warpSize, 32);
    expect("threads per block", p.maxThreadsPerBlock, 1024);
    expect("block x", p.maxThreadsDim[0], 1024);
    expect("block y", p.maxThreadsDim[1], 1024);
    expect("block z", p.maxThreadsDim[2], 64);
    expect("grid x", p.maxGridSize[0], 2147483647);
    expect("grid y", p.maxGridSize[1], 65535);
    expect("grid z", p.maxGridSize[2], 65535);
    expect("shared memory of a block", p.sharedMemPerBlock, std::size_t(48 * 1024));
    expect("constant memory", p.totalConstMem, std::size_t(64 * 1024));
    expect("registers of a block", p.regsPerBlock, 65536);
    expect("has multiprocessors", p.multiProcessorCount > 0, true);
    expect("compute capability", p.major >= 8, true);
    expect("threads of a multiprocessor", p.maxThreadsPerMultiProcessor >= 1024, true);
    expect("more shared memory when asked for", p.sharedMemPerBlockOptin > p.sharedMemPerBlock,
           true);
    expect("shared memory fits", p.sharedMemPerMultiprocessor >= p.sharedMemPerBlockOptin, true);

    const auto attribute = [](cudaDeviceAttr which) {
        int value = -1;
        CUDA_CHECK(cudaDeviceGetAttribute(&value, which, 0));
        return value;
    };
    expect("attribute: warp size", attribute(cudaDevAttrWarpSize), p.warpSize);
    expect("attribute: threads", attribute(cudaDevAttrMaxThreadsPerBlock), p.maxThreadsPerBlock);
    expect("attribute: multiprocessors", attribute(cudaDevAttrMultiProcessorCount),
           p.multiProcessorCount);
    expect("attribute: major", attribute(cudaDevAttrComputeCapabilityMajor), p.major);
    expect("attribute: minor", attribute(cudaDevAttrComputeCapabilityMinor), p.minor);
    expect("attribute: shared memory", attribute(cudaDevAttrMaxSharedMemoryPerBlock), 48 * 1024);

    int runtime = 0, driver = 0;
    CUDA_CHECK(cudaRuntimeGetVersion(&runtime));
    CUDA_CHECK(cudaDriverGetVersion(&driver));
    expect("runtime version", runtime >= 11000, true);
    expect("driver is as new", driver >= 11000, true);
}

void check_memory() {
    std::size_t free_before = 0, free_after = 0, total = 0;
    CUDA_CHECK(cudaMemGetInfo(&free_before, &total));
    expect("free is part of total", free_before <= total && total > 0, true);
    const std::size_t bytes = 64u << 20;
    void* pointer;
    CUDA_CHECK(cudaMalloc(&pointer, bytes));
    CUDA_CHECK(cudaMemGetInfo(&free_after, &total));
    expect("an allocation takes memory", free_after + bytes <= free_before, true);
    CUDA_CHECK(cudaFree(pointer));

    DeviceArray<int> array(4);
    cudaPointerAttributes attributes;
    CUDA_CHECK(cudaPointerGetAttributes(&attributes, array.data() + 2));
    expect("device pointer", attributes.type, cudaMemoryTypeDevice);
    expect("its address", attributes.devicePointer == array.data() + 2, true);
    int local = 0;
    CUDA_CHECK(cudaPointerGetAttributes(&attributes, &local));
    expect("host pointer", attributes.type, cudaMemoryTypeUnregistered);
}

void check_kernel() {
    cudaFuncAttributes attributes;
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, scale));
    expect("static shared memory", attributes.sharedSizeBytes, std::size_t(1024));
    expect("launch bound", attributes.maxThreadsPerBlock, 256);
    int blocks = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, 0));
    expect("some blocks are resident", blocks >= 1 && blocks <= 32, true);

    DeviceArray<float> values(std::vector<float>(256, 2.0f));
    scale<<<1, 256>>>(values.data(), 1.5f);
    CUDA_CHECK(cudaGetLastError());
    expect_all("scale", values.host(), std::vector<float>(256, 3.0f));
    scale<<<1, 512>>>(values.data(), 1.5f);  // beyond the launch bound
    expect("beyond the launch bound", cudaGetLastError() != cudaSuccess, true);
}

int main() {
    check_device();
    check_memory();
    check_kernel();
    return finish("device_properties");
}
