// Both branches shuffle and name all lanes, but the lanes come to two different instructions. Lanes
// exchange values at one and the same only: shuffle before the branch.
// checker: sync
// finds: BadMemberMask

#include "../check.h"

template<bool right>
__global__ void combine(int* values) {
    const int lane = threadIdx.x;
    const int value = values[lane];
    if constexpr (right) {
        const int other = __shfl_xor_sync(0xffffffff, value, 1);
        values[lane] = lane % 2 == 0 ? value + other : value * other;
    } else if (lane % 2 == 0) {
        values[lane] = value + __shfl_xor_sync(0xffffffff, value, 1); // [maybe]
    } else {
        values[lane] = value * __shfl_xor_sync(0xffffffff, value, 1); // [maybe]
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32), expected(32);
    for (int i = 0; i < 32; ++i) {
        start[i] = i;
        expected[i] = i % 2 == 0 ? i + i + 1 : i * (i - 1);
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? combine<true> : combine<false>;
    kernel<<<1, 32>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
