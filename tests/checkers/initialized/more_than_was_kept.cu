// A kernel keeps the even values, packed, and counts them. The next one reads as many as there were
// at first, though only the count were written.
// checker: initialized
// finds: Uninitialized

#include "../check.h"

constexpr int n = 64;

__global__ void keep_even(const int* values, int* kept, int* count) {
    const int value = values[threadIdx.x];
    if (value % 2 == 0) kept[atomicAdd(count, 1)] = value;
}

template<bool right>
__global__ void add_up(const int* kept, const int* count, int* sum) {
    const int i = threadIdx.x;
    const int value = i < (right ? *count : n) ? kept[i] : 0; // [wrong]
    atomicAdd(sum, value);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n);
    for (int i = 0; i < n; ++i)
        start[i] = 3 * i;
    DeviceArray<int> values(start), count(1), sum(1);
    UnwrittenArray<int> kept(n);
    keep_even<<<1, n>>>(values.data(), kept.data(), count.data());
    const auto kernel = right ? add_up<true> : add_up<false>;
    kernel<<<1, n>>>(kept.data(), count.data(), sum.data());
    if (right) expect_all("sum", sum.host(), {3 * 31 * 32});
    return finish(argv[1]);
}
