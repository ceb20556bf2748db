// Every thread takes the difference to the element before its own. The first has none before it and
// reads in front of the array.
// checker: memory
// finds: OutOfBounds

#include "../check.h"

constexpr int n = 64;

template<bool right>
__global__ void differences(const int* values, int* out) {
    const int i = threadIdx.x;
    const bool has_left = !right || i > 0;
    const int left = has_left ? values[i - 1] : 0; // [wrong]
    out[i] = values[i] - left;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n), expected(n, 3);
    for (int i = 0; i < n; ++i)
        start[i] = 3 * i;
    expected[0] = 0;
    DeviceArray<int> values(start), out(n);
    const auto kernel = right ? differences<true> : differences<false>;
    kernel<<<1, n>>>(values.data(), out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
