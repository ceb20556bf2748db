// A kernel fills an array in one stream, and a copy to the host in another stream reads it
// meanwhile. The host may get words that are not filled yet.
// checker: race
// finds: Race global inter-launch read-write unordered

#include "../check.h"

constexpr int n = 64;

__global__ void fill(int* values) {
    values[threadIdx.x] = 3 * threadIdx.x; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> values(n);
    int* host;
    CUDA_CHECK(cudaMallocHost(&host, n * sizeof(int)));
    cudaStream_t first, second;
    cudaEvent_t filled;
    CUDA_CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming));
    CUDA_CHECK(cudaDeviceSynchronize()); // the arrays are zeroed by now

    fill<<<1, n, 0, first>>>(values.data());
    CUDA_CHECK(cudaEventRecord(filled, first));
    if (right) CUDA_CHECK(cudaStreamWaitEvent(second, filled, 0));
    CUDA_CHECK(
        cudaMemcpyAsync(host, values.data(), n * sizeof(int), cudaMemcpyDeviceToHost, second));

    CUDA_CHECK(cudaDeviceSynchronize());
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i)
        expected[i] = 3 * i;
    if (right) expect_all("host", std::vector<int>(host, host + n), expected);
    CUDA_CHECK(cudaFreeHost(host));
    return finish(argv[1]);
}
