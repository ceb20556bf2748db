// Shows a scan with as many additions as elements: one sweep up a tree collects sums of pairs, one
// sweep down hands out what lies left of each; padded indices keep its strides free of conflicts.

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
constexpr int threads = 128;
constexpr int piece = 2 * threads;  // elements of a block

/// Strides of the tree are powers of two, which would meet in few of the 32 banks; one unused word
/// after every 32 moves them apart.
__device__ int padded(int i) {
    return i + i / 32;
}

/// Exclusive scan of each block's piece; `block_sums`, where given, gets their totals.
__global__ void scan_blocks(const int* values, int* sums, int* block_sums, int n) {
    __shared__ int tree[piece + piece / 32];

    const int thread = threadIdx.x;
    const int first = blockIdx.x * piece;
    for (int k = thread; k < piece; k += threads) {
        tree[padded(k)] = first + k < n ? values[first + k] : 0;
    }

    // Up: the right child of each pair becomes the sum of both.
    for (int stride = 1; stride < piece; stride *= 2) {
        __syncthreads();
        const int right = (thread + 1) * 2 * stride - 1;
        if (right < piece) {
            tree[padded(right)] += tree[padded(right - stride)];
        }
    }
    __syncthreads();
    if (thread == 0) {
        if (block_sums != nullptr) {
            block_sums[blockIdx.x] = tree[padded(piece - 1)];
        }
        tree[padded(piece - 1)] = 0;  // nothing lies left of the whole piece
    }

    // Down: the left child gets what lies left of the pair, the right one that plus the left sum.
    for (int stride = threads; stride > 0; stride /= 2) {
        __syncthreads();
        const int right = (thread + 1) * 2 * stride - 1;
        if (right < piece) {
            const int left_sum = tree[padded(right - stride)];
            tree[padded(right - stride)] = tree[padded(right)];
            tree[padded(right)] += left_sum;
        }
    }
    __syncthreads();
    for (int k = thread; k < piece; k += threads) {
        if (first + k < n) {
            sums[first + k] = tree[padded(k)];
        }
    }
}

__global__ void add_offsets(int* sums, const int* block_offsets, int n) {
    for (int k = threadIdx.x; k < piece; k += threads) {
        const int i = blockIdx.x * piece + k;
        if (i < n) {
            sums[i] += block_offsets[blockIdx.x];
        }
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 60'001;
    const int blocks = (n + piece - 1) / piece;
    if (n <= 0 || blocks > piece) {
        std::fprintf(stderr, "usage: %s [elements, at most %d]\n", argv[0], piece * piece);
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

    int expected = 0;  // exclusive: an element's own value is not in its sum
    for (int i = 0; i < n; ++i) {
        if (sums[i] != expected) {
            std::printf("scan_work_efficient: sum %d is %d, expected %d\n", i, sums[i], expected);
            return 1;
        }
        expected += values[i];
    }
    std::printf("scan_work_efficient: %d elements, last sum %d: ok\n", n, sums[n - 1]);
    return 0;
}
