// Shows the reduction almost without shared memory: every warp adds its values by shuffles, one
// word per warp crosses shared memory, and a block needs a single barrier.

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
constexpr int blocks = 64;

/// The sum over the warp's lanes, in lane 0. All 32 lanes must call it.
__device__ int warp_sum(int value) {
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_down_sync(0xffffffff, value, distance);
    }
    return value;
}

__global__ void reduce_warp_shuffle(const int* values, int* block_sums, int n) {
    __shared__ int warp_sums[warps];

    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        sum += values[i];
    }

    // First each warp for itself: lanes read each other's registers, nobody waits.
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    sum = warp_sum(sum);
    if (lane == 0) {
        warp_sums[warp] = sum;
    }
    __syncthreads();

    // Then the first warp adds what the warps left; lanes beyond their number add zero.
    if (warp == 0) {
        sum = warp_sum(lane < warps ? warp_sums[lane] : 0);
        if (lane == 0) {
            block_sums[blockIdx.x] = sum;
        }
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

    reduce_warp_shuffle<<<blocks, threads>>>(device_values, device_sums, n);
    CHECK(cudaGetLastError());
    reduce_warp_shuffle<<<1, threads>>>(device_sums, device_sums + blocks, blocks);
    CHECK(cudaGetLastError());

    int sum = 0;
    CHECK(cudaMemcpy(&sum, device_sums + blocks, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_values));
    CHECK(cudaFree(device_sums));

    if (sum != expected) {
        std::printf("reduce_warp_shuffle: sum is %d, expected %d\n", sum, expected);
        return 1;
    }
    std::printf("reduce_warp_shuffle: %d elements, %d blocks, sum %d: ok\n", n, blocks, sum);
    return 0;
}
