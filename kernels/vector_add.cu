// Shows the first step of every CUDA program: one thread per element, and a bounds check for the
// threads of the last block that have no element.

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Every CUDA call returns a status; stop at the first one that is not success.
#define CHECK(call)                                                                              \
    do {                                                                                         \
        const cudaError_t status = (call);                                                       \
        if (status != cudaSuccess) {                                                             \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                   \
                         cudaGetErrorString(status));                                            \
            std::exit(1);                                                                        \
        }                                                                                        \
    } while (0)
__global__ void vector_add(const float* a, const float* b, float* sum, int n) {
    // Blocks are numbered by blockIdx, threads inside a block by threadIdx; together they give
    // every thread of the launch a number of its own.
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    // The launch is a whole number of blocks, so it may have more threads than elements. Without
    // this check the surplus threads would write past the end of `sum`.
    if (i < n) {
        sum[i] = a[i] + b[i];
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 100'003;  // on purpose not a multiple of 256
    if (n <= 0) {
        std::fprintf(stderr, "usage: %s [elements]\n", argv[0]);
        return 2;
    }

    std::vector<float> a(n), b(n), sum(n);
    for (int i = 0; i < n; ++i) {
        a[i] = 0.5f * static_cast<float>(i % 1000);
        b[i] = 1000.0f - static_cast<float>(i % 777);
    }

    // The GPU works on its own memory: allocate there, and copy the inputs over.
    const size_t bytes = n * sizeof(float);
    float *device_a, *device_b, *device_sum;
    CHECK(cudaMalloc(&device_a, bytes));
    CHECK(cudaMalloc(&device_b, bytes));
    CHECK(cudaMalloc(&device_sum, bytes));
    CHECK(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));

    const int threads = 256;
    const int blocks = (n + threads - 1) / threads;  // rounded up: every element gets a thread
    vector_add<<<blocks, threads>>>(device_a, device_b, device_sum, n);
    CHECK(cudaGetLastError());  // a launch returns nothing; errors in its shape are found here

    // This copy waits for the kernel, because both are in the same (default) stream.
    CHECK(cudaMemcpy(sum.data(), device_sum, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(device_sum));

    float max_difference = 0.0f;
    for (int i = 0; i < n; ++i) {
        const float expected = a[i] + b[i];
        if (sum[i] != expected) {
            std::printf("vector_add: element %d is %g, expected %g\n", i, sum[i], expected);
            return 1;
        }
        max_difference = std::max(max_difference, std::fabs(sum[i] - expected));
    }
    std::printf("vector_add: %d elements, max difference %g: ok\n", n, max_difference);
    return 0;
}
