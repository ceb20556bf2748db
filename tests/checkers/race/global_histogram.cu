// All blocks count into the same bins in global memory by loading, adding and storing, so that the
// counts of blocks that run at the same time get lost.
// checker: race
// finds: Race global inter-block read-write unordered
// finds: Race global inter-block write-write unordered

#include "../check.h"

constexpr int bins = 32, blocks = 6;

template<bool right>
__global__ void count(const int* values, int* counts) {
    const int bin = values[blockIdx.x * bins + threadIdx.x] % bins;
    if constexpr (right)
        atomicAdd(&counts[bin], 1);
    else
        counts[bin] += 1; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(blocks * bins); // each block has every bin once
    for (int i = 0; i < blocks * bins; ++i)
        start[i] = 5 * i;
    DeviceArray<int> values(start), counts(bins);
    const auto kernel = right ? count<true> : count<false>;
    kernel<<<blocks, bins>>>(values.data(), counts.data());
    if (right) expect_all("counts", counts.host(), std::vector<int>(bins, blocks));
    return finish(argv[1]);
}
