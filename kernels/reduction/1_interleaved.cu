// Shows a tree reduction whose active threads lie scattered: interleaved addressing leaves almost
// every warp divergent in every round.

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

__global__ void reduce_interleaved(const int* values, int* block_sums, int n) {
    __shared__ int sums[threads];

    const int lane_in_block = threadIdx.x;
    const int i = blockIdx.x * threads + lane_in_block;
    sums[lane_in_block] = i < n ? values[i] : 0;  // zero does not change a sum
    __syncthreads();

    // Round 1 adds neighbours, round 2 pairs of pairs, and so on: sums[0] ends with all of them.
    for (int distance = 1; distance < threads; distance *= 2) {
        // In round 1 every second thread works, in round 2 every fourth. All eight warps keep some
        // working thread for five rounds, so all eight pay for instructions most lanes sit out.
        if (lane_in_block % (2 * distance) == 0) {
            sums[lane_in_block] += sums[lane_in_block + distance];
        }
        __syncthreads();  // the next round reads what other threads wrote in this one
    }

    if (lane_in_block == 0) {
        block_sums[blockIdx.x] = sums[0];
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
        reduce_interleaved<<<blocks, threads>>>(from, to, left);
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
        std::printf("reduce_interleaved: sum is %d, expected %d\n", sum, expected);
        return 1;
    }
    std::printf("reduce_interleaved: %d elements, %d passes, sum %d: ok\n", n, passes, sum);
    return 0;
}
