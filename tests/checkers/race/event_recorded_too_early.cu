// An event is recorded in the stream that fills an array before the filling kernel, not after it.
// Who waits for it waits for what was in the stream before the record.
// checker: race
// finds: Race global inter-launch read-write unordered

#include "../check.h"

constexpr int n = 64;

__global__ void fill(int* values) {
    values[threadIdx.x] = 3 * threadIdx.x; // [wrong]
}

__global__ void add_one(const int* values, int* out) {
    out[threadIdx.x] = values[threadIdx.x] + 1; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> values(n), out(n);
    cudaStream_t first, second;
    cudaEvent_t filled;
    CUDA_CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming));
    CUDA_CHECK(cudaDeviceSynchronize()); // the arrays are zeroed by now

    if (!right) CUDA_CHECK(cudaEventRecord(filled, first));
    fill<<<1, n, 0, first>>>(values.data());
    if (right) CUDA_CHECK(cudaEventRecord(filled, first));
    CUDA_CHECK(cudaStreamWaitEvent(second, filled, 0));
    add_one<<<1, n, 0, second>>>(values.data(), out.data());

    CUDA_CHECK(cudaDeviceSynchronize());
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i)
        expected[i] = 3 * i + 1;
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
