// Shows the reduction in one launch: the block that finishes last, known by a ticket it draws from
// a global counter, adds the sums of all blocks.

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

__device__ int warp_sum(int value) {
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_down_sync(0xffffffff, value, distance);
    }
    return value;
}

/// The sum over the block's threads, in thread 0.
__device__ int block_sum(int value) {
    __shared__ int warp_sums[threads / 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    value = warp_sum(value);
    if (lane == 0) {
        warp_sums[warp] = value;
    }
    __syncthreads();
    return warp == 0 ? warp_sum(lane < threads / 32 ? warp_sums[lane] : 0) : 0;
}

__global__ void reduce_single_pass(const int* values, int* block_sums, unsigned* tickets, int* sum,
                                   int n) {
    int mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        mine += values[i];
    }
    mine = block_sum(mine);

    // Thread 0 publishes the block's sum before it draws a ticket. The first fence keeps that order
    // for every block; the second one keeps the reads below behind the ticket: whoever draws the
    // last one finds all sums in memory.
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        block_sums[blockIdx.x] = mine;
        __threadfence();
        const unsigned ticket = atomicInc(tickets, gridDim.x - 1);  // wraps: ready for the next run
        __threadfence();
        is_last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) {
        return;
    }

    // Volatile, because these words were written while this block was running: they must come from
    // memory, not from a register or a cache that was filled earlier.
    const volatile int* sums = block_sums;
    const int total = block_sum(threadIdx.x < gridDim.x ? sums[threadIdx.x] : 0);
    if (threadIdx.x == 0) {
        *sum = total;
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

    int *device_values, *block_sums, *device_sum;
    unsigned* tickets;
    CHECK(cudaMalloc(&device_values, n * sizeof(int)));
    CHECK(cudaMalloc(&block_sums, blocks * sizeof(int)));
    CHECK(cudaMalloc(&device_sum, sizeof(int)));
    CHECK(cudaMalloc(&tickets, sizeof(unsigned)));
    CHECK(cudaMemset(tickets, 0, sizeof(unsigned)));
    CHECK(cudaMemcpy(device_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    // Twice, to show that the counter of tickets is left as it was found.
    int sum = 0;
    for (int run = 0; run < 2; ++run) {
        reduce_single_pass<<<blocks, threads>>>(device_values, block_sums, tickets, device_sum, n);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(&sum, device_sum, sizeof(int), cudaMemcpyDeviceToHost));
        if (sum != expected) {
            std::printf("reduce_single_pass: run %d: sum is %d, expected %d\n", run, sum, expected);
            return 1;
        }
    }
    CHECK(cudaFree(device_values));
    CHECK(cudaFree(block_sums));
    CHECK(cudaFree(device_sum));
    CHECK(cudaFree(tickets));
    std::printf("reduce_single_pass: %d elements, %d blocks, sum %d: ok\n", n, blocks, sum);
    return 0;
}
