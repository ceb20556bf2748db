// A block-wide sum is called twice and uses the same shared words each time. Its one barrier does
// not keep the second call's writes from overtaking the first call's reads.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

constexpr int n = 64;

template<bool right>
__device__ int block_sum(int value) {
    __shared__ int sums[2];
    const int of_warp = __reduce_add_sync(0xffffffff, value);
    if constexpr (right) __syncthreads();
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = of_warp; // [wrong]
    __syncthreads();
    return of_warp + sums[1 - threadIdx.x / 32]; // [wrong]
}

template<bool right>
__global__ void sums_of_powers(const int* values, int* out) {
    const int value = values[threadIdx.x];
    const int sum = block_sum<right>(value);
    const int squares = block_sum<right>(value * value);
    out[threadIdx.x] = sum + squares;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n);
    int total = 0;
    for (int i = 0; i < n; ++i) {
        start[i] = i;
        total += i + i * i;
    }
    DeviceArray<int> values(start), out(n);
    const auto kernel = right ? sums_of_powers<true> : sums_of_powers<false>;
    kernel<<<1, n>>>(values.data(), out.data());
    if (right) expect_all("out", out.host(), std::vector<int>(n, total));
    return finish(argv[1]);
}
