// A scan adds to every word the one at some distance before it, in place. Some threads have stored
// their new word while others still want the old one: the reads need a barrier before the writes.
// checker: race
// finds: Race shared inter-warp read-write unordered
// finds: Race shared intra-warp read-write warp-synchronous

#include "../check.h"

constexpr int n = 64;

template<bool right>
__global__ void scan(int* values) {
    __shared__ int sums[n];
    const int i = threadIdx.x;
    sums[i] = values[i];
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        const int before = i >= distance ? sums[i - distance] : 0; // [wrong]
        if constexpr (right) __syncthreads();
        sums[i] += before; // [wrong]
        __syncthreads();
    }
    values[i] = sums[i];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n), expected(n);
    for (int i = 0, sum = 0; i < n; ++i) {
        start[i] = i + 1;
        expected[i] = sum += i + 1;
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? scan<true> : scan<false>;
    kernel<<<1, n>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
