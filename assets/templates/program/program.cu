// @NAME@: adds two vectors, one thread per element, and checks the result on the host.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// Every CUDA call returns a status; stop at the first one that is not success.
#define CHECK(call)                                                                   \
    do {                                                                              \
        const cudaError_t status = (call);                                            \
        if (status != cudaSuccess) {                                                  \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,        \
                         cudaGetErrorString(status));                                 \
            std::exit(1);                                                             \
        }                                                                             \
    } while (0)

__global__ void add(const float* a, const float* b, float* sum, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {  // the last block may be larger than what is left
        sum[i] = a[i] + b[i];
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 10'000;
    if (n <= 0) {
        std::fprintf(stderr, "usage: %s [elements]\n", argv[0]);
        return 2;
    }
    std::vector<float> a(n), b(n), sum(n);
    for (int i = 0; i < n; ++i) {
        a[i] = static_cast<float>(i);
        b[i] = 0.5f * static_cast<float>(i);
    }

    const std::size_t bytes = n * sizeof(float);
    float *device_a, *device_b, *device_sum;
    CHECK(cudaMalloc(&device_a, bytes));
    CHECK(cudaMalloc(&device_b, bytes));
    CHECK(cudaMalloc(&device_sum, bytes));
    CHECK(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));

    const int threads = 256;
    add<<<(n + threads - 1) / threads, threads>>>(device_a, device_b, device_sum, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(sum.data(), device_sum, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(device_sum));

    for (int i = 0; i < n; ++i) {
        if (sum[i] != a[i] + b[i]) {
            std::printf("@NAME@: element %d is %g, expected %g\n", i, sum[i], a[i] + b[i]);
            return 1;
        }
    }
    std::printf("@NAME@: %d elements: ok\n", n);
    return 0;
}
