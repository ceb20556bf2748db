// Shows a matrix product with one thread per result element, and how it is bound by memory: each
// input is read from global memory n times.

#include <cuda_runtime.h>

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
constexpr int tile = 16;  // a block computes tile x tile results, one per thread

// c = a * b for n x n matrices stored row after row.
__global__ void matmul_naive(const float* a, const float* b, float* c, int n) {
    const int column = blockIdx.x * tile + threadIdx.x;
    const int row = blockIdx.y * tile + threadIdx.y;
    if (row >= n || column >= n) {
        return;  // no barrier follows, so threads without an element may leave
    }

    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
        // Two loads for one multiplication and one addition. The 16 lanes of a row read the same
        // element of a, and consecutive elements of b; nothing is kept for the next block.
        sum += a[row * n + k] * b[k * n + column];
    }
    c[row * n + column] = sum;
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 200;  // on purpose not a multiple of 16
    if (n <= 0) {
        std::fprintf(stderr, "usage: %s [rows]\n", argv[0]);
        return 2;
    }

    // Small whole numbers: all sums are exact, whatever the order and rounding of the operations.
    const size_t count = static_cast<size_t>(n) * n;
    std::vector<float> a(count), b(count), c(count);
    for (size_t i = 0; i < count; ++i) {
        a[i] = static_cast<float>(static_cast<int>(i % 13) - 6);
        b[i] = static_cast<float>(static_cast<int>(i % 7) - 3);
    }

    const size_t bytes = count * sizeof(float);
    float *device_a, *device_b, *device_c;
    CHECK(cudaMalloc(&device_a, bytes));
    CHECK(cudaMalloc(&device_b, bytes));
    CHECK(cudaMalloc(&device_c, bytes));
    CHECK(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));

    const dim3 block(tile, tile);
    const dim3 grid((n + tile - 1) / tile, (n + tile - 1) / tile);
    matmul_naive<<<grid, block>>>(device_a, device_b, device_c, n);
    CHECK(cudaGetLastError());

    CHECK(cudaMemcpy(c.data(), device_c, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(device_c));

    std::vector<float> expected(n);  // one row of the product at a time
    for (int row = 0; row < n; ++row) {
        expected.assign(n, 0.0f);
        for (int k = 0; k < n; ++k) {
            for (int column = 0; column < n; ++column) {
                expected[column] += a[static_cast<size_t>(row) * n + k] *
                                    b[static_cast<size_t>(k) * n + column];
            }
        }
        for (int column = 0; column < n; ++column) {
            const float got = c[static_cast<size_t>(row) * n + column];
            if (got != expected[column]) {
                std::printf("matmul_naive: row %d, column %d is %g, expected %g\n", row, column,
                            got, expected[column]);
                return 1;
            }
        }
    }
    std::printf("matmul_naive: %d x %d, max difference 0: ok\n", n, n);
    return 0;
}
