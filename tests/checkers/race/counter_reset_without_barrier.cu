// The first warp sets the counters to zero, and the second counts with atomicAdd at once. A plain
// write is not ordered by being next to atomics: a count may come before the zero, and be lost.
// checker: race
// finds: Race shared inter-warp write-write atomicity

#include "../check.h"

template<bool right>
__global__ void count(int* counts) {
    __shared__ int counters[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) counters[lane] = 0; // [wrong]
    if constexpr (right) __syncthreads();
    if (threadIdx.x >= 32) atomicAdd(&counters[lane], lane); // [wrong]
    __syncthreads();
    if (threadIdx.x < 32) counts[lane] = counters[lane];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(32);
    for (int i = 0; i < 32; ++i)
        expected[i] = i;
    DeviceArray<int> counts(32);
    const auto kernel = right ? count<true> : count<false>;
    kernel<<<1, 64>>>(counts.data());
    if (right) expect_all("counts", counts.host(), expected);
    return finish(argv[1]);
}
