// Shows how to keep only some elements, packed and in their order: warps find each kept element's
// place by a ballot, blocks by a small scan, and the grid by one atomic draw per block, in turn.

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
constexpr int warps = threads / 32;

__device__ bool wanted(int value) {
    return value % 3 == 0;
}

/// `taken` counts the elements that all earlier blocks keep; `turn` is the block whose turn it is.
__global__ void compact(const int* values, int* kept, volatile unsigned* turn,
                        volatile int* taken, unsigned* next_piece, int n) {
    __shared__ int warp_offset[warps];
    __shared__ int block_offset;
    __shared__ unsigned piece;
    if (threadIdx.x == 0) {
        piece = atomicAdd(next_piece, 1);  // in starting order: see scan/3_look_back.cu
    }
    __syncthreads();

    const int i = static_cast<int>(piece) * threads + threadIdx.x;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const bool keep = i < n && wanted(values[i]);
    const unsigned keeping = __ballot_sync(0xffffffff, keep);
    const int before_in_warp = __popc(keeping & ((1u << lane) - 1));
    if (lane == 0) {
        warp_offset[warp] = __popc(keeping);
    }
    __syncthreads();

    if (threadIdx.x == 0) {
        int sum = 0;
        for (int w = 0; w < warps; ++w) {  // eight numbers: a loop is as good as a tree
            const int count = warp_offset[w];
            warp_offset[w] = sum;
            sum += count;
        }
        // Elements stay in order only if blocks add their numbers in order.
        while (*turn != piece) {
        }
        __threadfence();  // and the number must not be read before the turn has come
        block_offset = *taken;
        *taken = block_offset + sum;
        __threadfence();  // the number must be there before the next block sees its turn
        *turn = piece + 1;
    }
    __syncthreads();
    if (keep) {
        kept[block_offset + warp_offset[warp] + before_in_warp] = values[i];
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 50'000;
    if (n <= 0) {
        std::fprintf(stderr, "usage: %s [elements]\n", argv[0]);
        return 2;
    }
    std::vector<int> values(n), expected;
    unsigned state = 9;
    for (int& value : values) {
        state = state * 1664525u + 1013904223u;
        value = static_cast<int>(state >> 10);
        if (value % 3 == 0) {
            expected.push_back(value);
        }
    }

    int *device_values, *device_kept, *taken;
    unsigned* counters;
    CHECK(cudaMalloc(&device_values, n * sizeof(int)));
    CHECK(cudaMalloc(&device_kept, n * sizeof(int)));
    CHECK(cudaMalloc(&taken, sizeof(int)));
    CHECK(cudaMalloc(&counters, 2 * sizeof(unsigned)));
    CHECK(cudaMemcpy(device_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(device_kept, 0, n * sizeof(int)));
    CHECK(cudaMemset(taken, 0, sizeof(int)));
    CHECK(cudaMemset(counters, 0, 2 * sizeof(unsigned)));

    compact<<<(n + threads - 1) / threads, threads>>>(device_values, device_kept, counters, taken,
                                                      counters + 1, n);
    CHECK(cudaGetLastError());
    int count = 0;
    CHECK(cudaMemcpy(&count, taken, sizeof(int), cudaMemcpyDeviceToHost));
    if (count != static_cast<int>(expected.size())) {
        std::printf("compaction: %d elements were kept, expected %zu\n", count, expected.size());
        return 1;
    }
    std::vector<int> kept(count);
    CHECK(cudaMemcpy(kept.data(), device_kept, count * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_values));
    CHECK(cudaFree(device_kept));
    CHECK(cudaFree(taken));
    CHECK(cudaFree(counters));

    for (int i = 0; i < count; ++i) {
        if (kept[i] != expected[i]) {
            std::printf("compaction: element %d is %d, expected %d\n", i, kept[i], expected[i]);
            return 1;
        }
    }
    std::printf("compaction: kept %d of %d elements: ok\n", count, n);
    return 0;
}
