// Shows the reduction with its working threads packed together: whole warps drop out instead of
// single lanes, and the last 32 values are added by warp shuffles without shared memory.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <utility>
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

__global__ void reduce_sequential(const int* values, int* block_sums, int n) {
    __shared__ int sums[threads];

    const int thread = threadIdx.x;
    const int i = blockIdx.x * threads + thread;
    sums[thread] = i < n ? values[i] : 0;  // zero does not change a sum
    __syncthreads();

    // The lower half adds the upper half. Working threads are always 0 .. distance - 1: warps are
    // either fully busy or fully idle, and lanes read consecutive words, free of bank conflicts.
    for (int distance = threads / 2; distance >= 32; distance /= 2) {
        if (thread < distance) {
            sums[thread] += sums[thread + distance];
        }
        __syncthreads();
    }

    // 32 sums are left, one for each lane of the first warp. From here on lanes read each other's
    // registers: a shuffle needs neither shared memory nor a barrier of the block.
    if (thread < 32) {
        int sum = sums[thread];
        for (int distance = 16; distance > 0; distance /= 2) {
            sum += __shfl_down_sync(0xffffffff, sum, distance);
        }
        if (thread == 0) {
            block_sums[blockIdx.x] = sum;
        }
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 500'003;  // the last block is partly filled
    if (n <= 0) {
        std::fprintf(stderr, "usage: %s [elements]\n", argv[0]);
        return 2;
    }

    // Integers: their sum does not depend on the order of the additions, a float sum would.
    std::vector<int> values(n);
    int expected = 0;
    for (int i = 0; i < n; ++i) {
        values[i] = i % 2001 - 1000;
        expected += values[i];
    }

    // Two buffers of partial sums, used in turn: a pass reads one and writes the other.
    const int first_blocks = (n + threads - 1) / threads;
    int *from, *to;
    CHECK(cudaMalloc(&from, n * sizeof(int)));
    CHECK(cudaMalloc(&to, first_blocks * sizeof(int)));
    int *const first = from, *const second = to;
    CHECK(cudaMemcpy(from, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    // Blocks cannot wait for each other inside a launch, but launches run one after the other. So
    // each pass leaves one sum per block, and passes are repeated until a single sum is left.
    int left = n, passes = 0;
    do {
        const int blocks = (left + threads - 1) / threads;
        reduce_sequential<<<blocks, threads>>>(from, to, left);
        CHECK(cudaGetLastError());
        std::swap(from, to);
        left = blocks;
        ++passes;
    } while (left > 1);

    int sum = 0;
    CHECK(cudaMemcpy(&sum, from, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(first));
    CHECK(cudaFree(second));

    if (sum != expected) {
        std::printf("reduce_sequential: sum is %d, expected %d\n", sum, expected);
        return 1;
    }
    std::printf("reduce_sequential: %d elements, %d passes, sum %d: ok\n", n, passes, sum);
    return 0;
}
