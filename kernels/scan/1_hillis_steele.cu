// Shows a scan (running sums) by doubling distances: simple and short, but it adds n log n times
// where n additions would do; several launches carry the sums from block to block.

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

/// Inclusive scan of each block's piece of `values`; `block_sums`, where given, gets their totals.
__global__ void scan_blocks(const int* values, int* sums, int* block_sums, int n) {
    __shared__ int buffer[2][threads];

    const int thread = threadIdx.x;
    const int i = blockIdx.x * threads + thread;
    int from = 0;
    buffer[from][thread] = i < n ? values[i] : 0;
    __syncthreads();

    // After the step with distance d every thread holds the sum of the 2 d values up to its own.
    // Two buffers, used in turn: in one, some threads would read what others have just replaced.
    for (int distance = 1; distance < threads; distance *= 2) {
        const int left = thread >= distance ? buffer[from][thread - distance] : 0;
        buffer[1 - from][thread] = buffer[from][thread] + left;
        from = 1 - from;
        __syncthreads();
    }
    if (i < n) {
        sums[i] = buffer[from][thread];
    }
    if (block_sums != nullptr && thread == threads - 1) {
        block_sums[blockIdx.x] = buffer[from][thread];
    }
}

/// Adds to each block's piece what all blocks before it sum up to.
__global__ void add_offsets(int* sums, const int* scanned_block_sums, int n) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (blockIdx.x > 0 && i < n) {
        sums[i] += scanned_block_sums[blockIdx.x - 1];
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 60'001;
    const int blocks = (n + threads - 1) / threads;
    if (n <= 0 || blocks > threads) {
        std::fprintf(stderr, "usage: %s [elements, at most %d]\n", argv[0], threads * threads);
        return 2;
    }

    std::vector<int> values(n), sums(n);
    for (int i = 0; i < n; ++i) {
        values[i] = i % 17 - 5;
    }

    int *device_values, *device_sums, *block_sums;
    CHECK(cudaMalloc(&device_values, n * sizeof(int)));
    CHECK(cudaMalloc(&device_sums, n * sizeof(int)));
    CHECK(cudaMalloc(&block_sums, blocks * sizeof(int)));
    CHECK(cudaMemcpy(device_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    // Blocks first, then the scan of their totals by one block, then the totals added: three
    // launches, because a block must not wait for another one of its launch.
    scan_blocks<<<blocks, threads>>>(device_values, device_sums, block_sums, n);
    CHECK(cudaGetLastError());
    scan_blocks<<<1, threads>>>(block_sums, block_sums, nullptr, blocks);
    CHECK(cudaGetLastError());
    add_offsets<<<blocks, threads>>>(device_sums, block_sums, n);
    CHECK(cudaGetLastError());

    CHECK(cudaMemcpy(sums.data(), device_sums, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_values));
    CHECK(cudaFree(device_sums));
    CHECK(cudaFree(block_sums));

    int expected = 0;
    for (int i = 0; i < n; ++i) {
        expected += values[i];
        if (sums[i] != expected) {
            std::printf("scan_hillis_steele: sum %d is %d, expected %d\n", i, sums[i], expected);
            return 1;
        }
    }
    std::printf("scan_hillis_steele: %d elements, last sum %d: ok\n", n, sums[n - 1]);
    return 0;
}
