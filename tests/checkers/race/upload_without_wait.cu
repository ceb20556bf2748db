// A copy to the device is under way in one stream, and a kernel in another stream reads its target.
// The kernel may see what was there before the copy.
// checker: race
// finds: Race global inter-launch read-write unordered

#include "../check.h"

constexpr int n = 64;

__global__ void add_one(const int* values, int* out) {
    out[threadIdx.x] = values[threadIdx.x] + 1; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> values(n), out(n);
    int* host;
    CUDA_CHECK(cudaMallocHost(&host, n * sizeof(int)));
    for (int i = 0; i < n; ++i)
        host[i] = 3 * i;
    cudaStream_t first, second;
    cudaEvent_t copied;
    CUDA_CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreateWithFlags(&copied, cudaEventDisableTiming));
    CUDA_CHECK(cudaDeviceSynchronize()); // the arrays are zeroed by now

    CUDA_CHECK(
        cudaMemcpyAsync(values.data(), host, n * sizeof(int), cudaMemcpyHostToDevice, first));
    CUDA_CHECK(cudaEventRecord(copied, first));
    if (right) CUDA_CHECK(cudaStreamWaitEvent(second, copied, 0));
    add_one<<<1, n, 0, second>>>(values.data(), out.data());

    CUDA_CHECK(cudaDeviceSynchronize());
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i)
        expected[i] = 3 * i + 1;
    if (right) expect_all("out", out.host(), expected);
    CUDA_CHECK(cudaFreeHost(host));
    return finish(argv[1]);
}
