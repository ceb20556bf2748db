// Launches kernels that do nothing, in several shapes and without any parameter.
// expect: empty_kernel: ok
// exit: 0
// cli-exit: 0

#include "check.h"

__global__ void nothing() {}

__global__ void ignore(int, double, const void*) {}

template <class... Values>
__global__ void ignore_all(Values...) {}

int main() {
    nothing<<<1, 1>>>();
    CUDA_CHECK(cudaGetLastError());
    nothing<<<1000, 1024>>>();
    CUDA_CHECK(cudaGetLastError());
    nothing<<<dim3(3, 4, 5), dim3(7, 2, 3), 1024>>>();
    CUDA_CHECK(cudaGetLastError());
    for (int i = 0; i < 200; ++i) {
        nothing<<<1, 32>>>();
    }
    CUDA_CHECK(cudaGetLastError());
    ignore<<<2, 64>>>(1, 2.0, nullptr);
    CUDA_CHECK(cudaGetLastError());
    ignore_all<<<1, 32>>>();
    ignore_all<<<1, 32>>>(1, 'a', 2.5f, 3ll);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    return finish("empty_kernel");
}
