// Two warps count into the same shared bins by loading, adding and storing. When both load before
// either stores, one count is lost; atomicAdd does all three in one.
// checker: race
// finds: Race shared inter-warp read-write unordered
// finds: Race shared inter-warp write-write unordered

#include "../check.h"

constexpr int n = 64, bins = 32;

template<bool right>
__global__ void count(const int* values, int* counts) {
    __shared__ int local[bins];
    const int i = threadIdx.x;
    if (i < bins) local[i] = 0;
    __syncthreads();
    const int bin = values[i] % bins;
    if constexpr (right)
        atomicAdd(&local[bin], 1);
    else
        local[bin] += 1; // [wrong]
    __syncthreads();
    if (i < bins) counts[i] = local[i];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n); // each warp has every bin once
    for (int i = 0; i < n; ++i)
        start[i] = 5 * i;
    DeviceArray<int> values(start), counts(bins);
    const auto kernel = right ? count<true> : count<false>;
    kernel<<<1, n>>>(values.data(), counts.data());
    if (right) expect_all("counts", counts.host(), std::vector<int>(bins, n / bins));
    return finish(argv[1]);
}
