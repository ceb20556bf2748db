// Shows a scan in a single launch: each block publishes its sum and looks back over the blocks
// before it until it meets one that already knows the sum of everything up to there.
//
// The method is Merrill and Garland's "Single-pass Parallel Prefix Scan with Decoupled Look-back".

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

// A block's state in one 64-bit word, so that flag and value are seen together or not at all.
enum : unsigned { nothing_yet = 0, own_sum = 1, prefix_sum = 2 };

__device__ unsigned long long packed(unsigned flag, int value) {
    return static_cast<unsigned long long>(flag) << 32 | static_cast<unsigned>(value);
}

/// Inclusive scan over the warp's lanes; all 32 must call it.
__device__ int warp_scan(int value) {
    const int lane = threadIdx.x % 32;
    for (int distance = 1; distance < 32; distance *= 2) {
        const int left = __shfl_up_sync(0xffffffff, value, distance);
        if (lane >= distance) {
            value += left;
        }
    }
    return value;
}

__global__ void scan_look_back(const int* values, int* sums, unsigned long long* states,
                               unsigned* next_piece, int n) {
    __shared__ int warp_sums[threads / 32];
    __shared__ int piece, before;

    // Pieces are taken in the order in which blocks start, not by blockIdx: a block only ever waits
    // for pieces whose blocks are running already, so it cannot wait for ever.
    if (threadIdx.x == 0) {
        piece = static_cast<int>(atomicAdd(next_piece, 1));
    }
    __syncthreads();

    const int i = piece * threads + threadIdx.x;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int sum = warp_scan(i < n ? values[i] : 0);
    if (lane == 31) {
        warp_sums[warp] = sum;
    }
    __syncthreads();
    if (warp == 0) {
        const int total = warp_scan(lane < threads / 32 ? warp_sums[lane] : 0);
        if (lane < threads / 32) {
            warp_sums[lane] = total;
        }
    }
    __syncthreads();
    if (warp > 0) {
        sum += warp_sums[warp - 1];
    }

    if (threadIdx.x == 0) {
        const int own = warp_sums[threads / 32 - 1];
        int prefix = 0;
        if (piece > 0) {
            // Others can go on with this at once, even before the look back has ended.
            atomicExch(&states[piece], packed(own_sum, own));
            for (int other = piece - 1; other >= 0;) {
                const unsigned long long state = atomicAdd(&states[other], 0ull);
                const unsigned flag = static_cast<unsigned>(state >> 32);
                if (flag == nothing_yet) {
                    continue;  // its block is at work
                }
                prefix += static_cast<int>(state);
                if (flag == prefix_sum) {
                    break;
                }
                --other;
            }
        }
        atomicExch(&states[piece], packed(prefix_sum, prefix + own));
        before = prefix;
    }
    __syncthreads();
    if (i < n) {
        sums[i] = before + sum;
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 100'001;
    if (n <= 0) {
        std::fprintf(stderr, "usage: %s [elements]\n", argv[0]);
        return 2;
    }
    const int pieces = (n + threads - 1) / threads;

    std::vector<int> values(n), sums(n);
    for (int i = 0; i < n; ++i) {
        values[i] = i % 17 - 5;
    }

    int *device_values, *device_sums;
    unsigned long long* states;
    unsigned* next_piece;
    CHECK(cudaMalloc(&device_values, n * sizeof(int)));
    CHECK(cudaMalloc(&device_sums, n * sizeof(int)));
    CHECK(cudaMalloc(&states, pieces * sizeof(unsigned long long)));
    CHECK(cudaMalloc(&next_piece, sizeof(unsigned)));
    CHECK(cudaMemcpy(device_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(states, 0, pieces * sizeof(unsigned long long)));
    CHECK(cudaMemset(next_piece, 0, sizeof(unsigned)));

    scan_look_back<<<pieces, threads>>>(device_values, device_sums, states, next_piece, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(sums.data(), device_sums, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_values));
    CHECK(cudaFree(device_sums));
    CHECK(cudaFree(states));
    CHECK(cudaFree(next_piece));

    int expected = 0;
    for (int i = 0; i < n; ++i) {
        expected += values[i];
        if (sums[i] != expected) {
            std::printf("scan_look_back: sum %d is %d, expected %d\n", i, sums[i], expected);
            return 1;
        }
    }
    std::printf("scan_look_back: %d elements, %d pieces, last sum %d: ok\n", n, pieces,
                sums[n - 1]);
    return 0;
}
