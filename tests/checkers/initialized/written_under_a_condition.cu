// A kernel stores a root for every value that has one, and nothing for the others. The next kernel
// reads all of them.
// checker: initialized
// finds: Uninitialized

#include "../check.h"

constexpr int n = 32;

template<bool right>
__global__ void roots(const float* values, float* out) {
    const float value = values[threadIdx.x];
    if (value >= 0)
        out[threadIdx.x] = sqrtf(value);
    else if (right)
        out[threadIdx.x] = 0;
}

__global__ void add_up(const float* values, float* sum) {
    float total = 0;
    for (int i = 0; i < n; ++i)
        total += values[i]; // [wrong]
    *sum = total;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<float> start(n, 4);
    start[5] = start[20] = -1;
    DeviceArray<float> values(start), sum(1);
    UnwrittenArray<float> out(n);
    const auto kernel = right ? roots<true> : roots<false>;
    kernel<<<1, n>>>(values.data(), out.data());
    add_up<<<1, 1>>>(out.data(), sum.data());
    if (right) expect_all("sum", sum.host(), {60});
    return finish(argv[1]);
}
