// Every block adds its value to one sum with `+=`. Blocks run at the same time and in any order,
// and additions that overlap are lost.
// checker: race
// finds: Race global inter-block read-write unordered
// finds: Race global inter-block write-write unordered

#include "../check.h"

constexpr int blocks = 8;

template<bool right>
__global__ void add(const int* values, int* sum) {
    if constexpr (right)
        atomicAdd(sum, values[blockIdx.x]);
    else
        *sum += values[blockIdx.x]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> values({1, 2, 3, 4, 5, 6, 7, 8}), sum(1);
    const auto kernel = right ? add<true> : add<false>;
    kernel<<<blocks, 1>>>(values.data(), sum.data());
    if (right) expect_all("sum", sum.host(), {36});
    return finish(argv[1]);
}
