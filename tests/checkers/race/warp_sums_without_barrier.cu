// Each warp leaves its sum in shared memory, and the first warp adds the sums up. Without a barrier
// between, the first warp may come before the others have left theirs.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

constexpr int n = 256;

template<bool right>
__global__ void add_up(const int* values, int* sum) {
    __shared__ int sums[n / 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int of_warp = __reduce_add_sync(0xffffffff, values[threadIdx.x]);
    if (lane == 0) sums[warp] = of_warp; // [wrong]
    if constexpr (right) __syncthreads();
    if (warp == 0) {
        const int part = lane > 0 && lane < n / 32 ? sums[lane] : 0; // [wrong]
        const int total = __reduce_add_sync(0xffffffff, part);
        if (lane == 0) *sum = of_warp + total;
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n);
    for (int i = 0; i < n; ++i)
        start[i] = i;
    DeviceArray<int> values(start), sum(1);
    const auto kernel = right ? add_up<true> : add_up<false>;
    kernel<<<1, n>>>(values.data(), sum.data());
    if (right) expect_all("sum", sum.host(), {n * (n - 1) / 2});
    return finish(argv[1]);
}
