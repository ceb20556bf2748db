// The member mask of __syncwarp names 31 lanes, and lane 31 goes past it. So nothing orders lane 31
// against the others: not its write before their reads, nor their writes before its read.
// checker: race
// finds: Race shared intra-warp read-write warp-synchronous

#include "../check.h"

template<bool right>
__global__ void rotate(int* values) {
    __shared__ int words[32];
    const int lane = threadIdx.x;
    words[lane] = values[lane]; // [wrong]
    if constexpr (right)
        __syncwarp();
    else if (lane < 31)
        __syncwarp(0x7fffffff);
    values[lane] = words[(lane + 1) % 32]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32), expected(32);
    for (int i = 0; i < 32; ++i) {
        start[i] = 7 * i;
        expected[i] = 7 * ((i + 1) % 32);
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? rotate<true> : rotate<false>;
    kernel<<<1, 32>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
