// Shows the reduction with an addition made while loading: half as many threads carry the same
// data, so no thread's only work is to bring in one value and then idle.

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

__global__ void reduce_first_add(const int* values, int* block_sums, int n) {
    __shared__ int sums[threads];

    // A block covers twice its threads: each thread loads one value from either half. Lanes still
    // read consecutive words, so both loads are coalesced.
    const int thread = threadIdx.x;
    const int i = blockIdx.x * (2 * threads) + thread;
    int sum = i < n ? values[i] : 0;
    if (i + threads < n) {
        sum += values[i + threads];
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

    const auto blocks_for = [](int count) { return (count + 2 * threads - 1) / (2 * threads); };
    int *from, *to;
    CHECK(cudaMalloc(&from, n * sizeof(int)));
    CHECK(cudaMalloc(&to, blocks_for(n) * sizeof(int)));
    int *const first = from, *const second = to;
    CHECK(cudaMemcpy(from, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    int left = n, passes = 0;
    do {
        reduce_first_add<<<blocks_for(left), threads>>>(from, to, left);
        CHECK(cudaGetLastError());
        std::swap(from, to);
        left = blocks_for(left);
        ++passes;
    } while (left > 1);

    int sum = 0;
    CHECK(cudaMemcpy(&sum, from, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(first));
    CHECK(cudaFree(second));

    if (sum != expected) {
        std::printf("reduce_first_add: sum is %d, expected %d\n", sum, expected);
        return 1;
    }
    std::printf("reduce_first_add: %d elements, %d passes, sum %d: ok\n", n, passes, sum);
    return 0;
}
