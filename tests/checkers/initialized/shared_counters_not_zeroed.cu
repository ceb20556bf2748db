// A block counts in shared memory with atomicAdd, but nobody set the counters to zero: shared
// memory begins with whatever the block before left.
// checker: initialized
// finds: Uninitialized

#include "../check.h"

constexpr int bins = 32;

template<bool right>
__global__ void count(const int* values, int* counts) {
    __shared__ int local[bins];
    const int i = threadIdx.x;
    if (right && i < bins) local[i] = 0;
    __syncthreads();
    atomicAdd(&local[values[i] % bins], 1); // [wrong]
    __syncthreads();
    if (i < bins) counts[i] = local[i]; // [maybe]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(2 * bins);
    for (int i = 0; i < 2 * bins; ++i)
        start[i] = 5 * i;
    DeviceArray<int> values(start), counts(bins);
    const auto kernel = right ? count<true> : count<false>;
    kernel<<<1, 2 * bins>>>(values.data(), counts.data());
    if (right) expect_all("counts", counts.host(), std::vector<int>(bins, 2));
    return finish(argv[1]);
}
