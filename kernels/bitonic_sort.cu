// Shows bitonic sort: a fixed pattern of compare-and-swap steps, the same whatever the data is, so
// all threads work all the time; steps of short distance share one launch and shared memory.

#include <cuda_runtime.h>

#include <algorithm>
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
constexpr int piece = 2 * threads;  // elements that a block sorts in shared memory

/// Puts the two elements of a pair in ascending or descending order.
__device__ void order(int& a, int& b, bool ascending) {
    if ((a > b) == ascending) {
        const int t = a;
        a = b;
        b = t;
    }
}

/// The index of the lower element of the pair that thread `k` handles at this distance.
__device__ int lower(int k, int distance) {
    return 2 * k - (k & (distance - 1));
}

/// All steps of the rounds `first_size` to `last_size` whose pairs lie within a piece.
__global__ void sort_pieces(int* values, int first_size, int last_size) {
    __shared__ int local[piece];
    const int base = blockIdx.x * piece;
    for (int k = threadIdx.x; k < piece; k += threads) {
        local[k] = values[base + k];
    }
    for (int size = first_size; size <= last_size; size *= 2) {
        for (int distance = min(size, piece) / 2; distance > 0; distance /= 2) {
            __syncthreads();
            const int i = lower(threadIdx.x, distance);
            // Runs of `size` elements are sorted upwards and downwards in turn: two neighbours
            // together then rise and fall, which is what "bitonic" means.
            order(local[i], local[i + distance], ((base + i) & size) == 0);
        }
    }
    __syncthreads();
    for (int k = threadIdx.x; k < piece; k += threads) {
        values[base + k] = local[k];
    }
}

/// One step whose pairs lie in different pieces.
__global__ void sort_step(int* values, int size, int distance) {
    const int i = lower(blockIdx.x * threads + threadIdx.x, distance);
    order(values[i], values[i + distance], (i & size) == 0);
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 14;
    if (n < piece || (n & (n - 1)) != 0) {
        std::fprintf(stderr, "usage: %s [elements, a power of two from %d on]\n", argv[0], piece);
        return 2;
    }
    std::vector<int> values(n), sorted(n);
    unsigned state = 7;
    for (int& value : values) {
        state = state * 1664525u + 1013904223u;
        value = static_cast<int>(state >> 8) - (1 << 23);
    }

    int* device_values;
    CHECK(cudaMalloc(&device_values, n * sizeof(int)));
    CHECK(cudaMemcpy(device_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    int launches = 1;
    sort_pieces<<<n / piece, threads>>>(device_values, 2, piece);
    CHECK(cudaGetLastError());
    for (int size = 2 * piece; size <= n; size *= 2) {
        for (int distance = size / 2; distance >= piece; distance /= 2) {
            sort_step<<<n / piece, threads>>>(device_values, size, distance);
            CHECK(cudaGetLastError());
            ++launches;
        }
        sort_pieces<<<n / piece, threads>>>(device_values, size, size);
        CHECK(cudaGetLastError());
        ++launches;
    }
    CHECK(cudaMemcpy(sorted.data(), device_values, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_values));

    std::sort(values.begin(), values.end());
    for (int i = 0; i < n; ++i) {
        if (sorted[i] != values[i]) {
            std::printf("bitonic_sort: element %d is %d, expected %d\n", i, sorted[i], values[i]);
            return 1;
        }
    }
    std::printf("bitonic_sort: %d elements, %d launches: ok\n", n, launches);
    return 0;
}
