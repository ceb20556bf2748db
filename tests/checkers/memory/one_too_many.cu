// The guard compares with <= instead of <, so one thread too many writes: right behind the array.
// checker: memory
// finds: OutOfBounds

#include "../check.h"

constexpr int n = 50;

template<bool right>
__global__ void fill(int* values) {
    const int i = threadIdx.x;
    if (right ? i < n : i <= n) values[i] = i; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> values(n);
    const auto kernel = right ? fill<true> : fill<false>;
    kernel<<<1, 64>>>(values.data());
    if (right) expect("the last value", values.host()[n - 1], n - 1);
    return finish(argv[1]);
}
