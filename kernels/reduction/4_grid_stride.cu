// Shows the reduction with a fixed grid: each thread walks over the data with the stride of the
// whole grid and sums in a register, so the tree of additions in shared memory is paid once.

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
constexpr int threads = 256;
constexpr int blocks = 64;

__global__ void reduce_grid_stride(const int* values, int* block_sums, int n) {
    __shared__ int sums[threads];

    // At every step the grid reads one consecutive piece of `values`, so loads are coalesced; the
    // number of steps grows with the data, the number of barriers does not.
    const int thread = threadIdx.x;
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + thread; i < n; i += gridDim.x * blockDim.x) {
        sum += values[i];
    }
    sums[thread] = sum;
    __syncthreads();

    for (int distance = threads / 2; distance > 0; distance /= 2) {
        if (thread < distance) {
            sums[thread] += sums[thread + distance];
        }
        __syncthreads();
    }
    if (thread == 0) {
        block_sums[blockIdx.x] = sums[0];
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 500'003;
    if (n <= 0) {
        std::fprintf(stderr, "usage: %s [elements]\n", argv[0]);
        return 2;
    }

    std::vector<int> values(n);
    int expected = 0;
    for (int i = 0; i < n; ++i) {
        values[i] = i % 2001 - 1000;
        expected += values[i];
    }

    int *device_values, *device_sums;
    CHECK(cudaMalloc(&device_values, n * sizeof(int)));
    CHECK(cudaMalloc(&device_sums, (blocks + 1) * sizeof(int)));
    CHECK(cudaMemcpy(device_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    // Two launches, whatever n is: the second one, of a single block, adds the block sums.
    reduce_grid_stride<<<blocks, threads>>>(device_values, device_sums, n);
    CHECK(cudaGetLastError());
    reduce_grid_stride<<<1, threads>>>(device_sums, device_sums + blocks, blocks);
    CHECK(cudaGetLastError());

    int sum = 0;
    CHECK(cudaMemcpy(&sum, device_sums + blocks, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_values));
    CHECK(cudaFree(device_sums));

    if (sum != expected) {
        std::printf("reduce_grid_stride: sum is %d, expected %d\n", sum, expected);
        return 1;
    }
    std::printf("reduce_grid_stride: %d elements, %d blocks, sum %d: ok\n", n, blocks, sum);
    return 0;
}
