// Blocks pass a running sum from one to the next through flags in global memory, first upwards,
// then downwards: all of them have to be resident and to make progress.
// expect: grid_order: ok
// exit: 0
// cli-exit: 0

#include "check.h"

constexpr int blocks = 6, threads = 64, n = blocks * threads;

__device__ __forceinline__ void wait_by_atomics(int* flag) {
    while (atomicAdd(flag, 0) == 0) {}
}

__device__ __forceinline__ void wait_by_loads(const volatile int* flag) {
    while (*flag == 0) {}
}

// The block at place p waits for the one at place p - 1. Downwards, block 0 has the last place, so
// the first block of the grid waits for all later ones.
template <bool Atomics>
__global__ void chained_sums(const int* in, int* out, int* sums, int* flags, bool downwards) {
    __shared__ int words[threads];
    __shared__ int before;
    const int place = downwards ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
    const int i = threadIdx.x;

    words[i] = in[place * threads + i];
    __syncthreads();
    if (i == 0) {
        for (int j = 1; j < threads; ++j) {
            words[j] += words[j - 1];
        }
        before = 0;
        if (place > 0) {
            if constexpr (Atomics) {
                wait_by_atomics(&flags[place - 1]);
            } else {
                wait_by_loads(&flags[place - 1]);
            }
            __threadfence();
            before = sums[place - 1];
        }
        sums[place] = before + words[threads - 1];
        __threadfence();  // the sum is there before its flag
        if constexpr (Atomics) {
            atomicExch(&flags[place], 1);
        } else {
            *static_cast<volatile int*>(&flags[place]) = 1;
        }
    }
    __syncthreads();
    out[place * threads + i] = before + words[i];
}

template <bool Atomics>
void check_chain(const char* name, bool downwards) {
    std::vector<int> in(n), expected(n);
    for (int i = 0; i < n; ++i) {
        in[i] = i * 13 % 29 - 10;
        expected[i] = in[i] + (i > 0 ? expected[i - 1] : 0);
    }
    DeviceArray<int> device_in(in), out(n), sums(blocks), flags(blocks);
    chained_sums<Atomics><<<blocks, threads>>>(device_in.data(), out.data(), sums.data(),
                                               flags.data(), downwards);
    CUDA_CHECK(cudaGetLastError());
    expect_all(name, out.host(), expected);
}

int main() {
    check_chain<true>("upwards, atomics", false);
    check_chain<false>("upwards, volatile", false);
    check_chain<true>("downwards, atomics", true);
    check_chain<false>("downwards, volatile", true);
    return finish("grid_order");
}
