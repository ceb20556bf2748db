// Shows a grid-stride loop on y = a * x + y: a launch of any size handles any number of elements,
// while the threads of a warp still touch neighbouring addresses.

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
__global__ void saxpy(int n, float a, const float* x, float* y) {
    const int stride = gridDim.x * blockDim.x;  // all threads of the launch

    // Thread 0 takes elements 0, stride, 2 * stride, ...; thread 1 the ones right beside them. In
    // each round the 32 lanes of a warp read 32 consecutive floats: one 128-byte line.
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        y[i] = a * x[i] + y[i];
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
    if (n <= 0) {
        std::fprintf(stderr, "usage: %s [elements]\n", argv[0]);
        return 2;
    }

    // Small whole numbers: every product and sum is exact, so it does not matter whether a compiler
    // turns the multiplication and the addition into one fused operation with one rounding.
    const float a = 3.0f;
    std::vector<float> x(n), y(n), result(n);
    for (int i = 0; i < n; ++i) {
        x[i] = static_cast<float>(i % 1024);
        y[i] = static_cast<float>(i % 333 - 100);
    }

    const size_t bytes = n * sizeof(float);
    float *device_x, *device_y;
    CHECK(cudaMalloc(&device_x, bytes));
    CHECK(cudaMalloc(&device_y, bytes));
    CHECK(cudaMemcpy(device_x, x.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_y, y.data(), bytes, cudaMemcpyHostToDevice));

    // Enough blocks to fill a GPU; a larger n only means more rounds for every thread.
    const int threads = 256;
    const int blocks = std::min((n + threads - 1) / threads, 1024);
    saxpy<<<blocks, threads>>>(n, a, device_x, device_y);
    CHECK(cudaGetLastError());

    CHECK(cudaMemcpy(result.data(), device_y, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_x));
    CHECK(cudaFree(device_y));

    float max_difference = 0.0f;
    for (int i = 0; i < n; ++i) {
        const float expected = a * x[i] + y[i];
        if (result[i] != expected) {
            std::printf("saxpy: element %d is %g, expected %g\n", i, result[i], expected);
            return 1;
        }
        max_difference = std::max(max_difference, std::fabs(result[i] - expected));
    }
    std::printf("saxpy: %d elements, max difference %g: ok\n", n, max_difference);
    return 0;
}
