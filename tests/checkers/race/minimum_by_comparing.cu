// Blocks compare their value with the least so far and store it when it is less. Between comparison
// and store another block may store a lesser one, which is lost; atomicMin does both in one.
// checker: race
// finds: Race global inter-block read-write unordered
// may-find: Race global inter-block write-write unordered

#include "../check.h"

constexpr int blocks = 8;

template<bool right>
__global__ void minimum(const int* values, int* least) {
    const int value = values[blockIdx.x];
    if constexpr (right) {
        atomicMin(least, value);
    } else {
        if (value < *least) // [wrong]
            *least = value; // [wrong]
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> values({60, 50, 70, 40, 80, 10, 30, 20}), least(std::vector<int>{1000});
    const auto kernel = right ? minimum<true> : minimum<false>;
    kernel<<<blocks, 1>>>(values.data(), least.data());
    if (right) expect_all("least", least.host(), {10});
    return finish(argv[1]);
}
