// Every thread collects its positive values in an array of its own and then takes the last place of
// the array, which is written only when all were positive.
// checker: initialized
// finds: Uninitialized

#include "../check.h"

constexpr int threads = 8, most = 4;

template<bool right>
__global__ void last_positive(const int* values, int* out) {
    int positive[most];
    int count = 0;
    for (int k = 0; k < most; ++k) {
        const int value = values[threadIdx.x * most + k];
        if (value > 0) positive[count++] = value;
    }
    const int place = right ? count - 1 : values[threadIdx.x * most]; // wrong: there is a 3
    out[threadIdx.x] = positive[place];                               // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(threads * most);
    for (int i = 0; i < threads; ++i) {
        start[i * most] = 3;
        start[i * most + 2] = i + 10;
    }
    std::vector<int> expected(threads);
    for (int i = 0; i < threads; ++i)
        expected[i] = i + 10;
    DeviceArray<int> values(start), out(threads);
    const auto kernel = right ? last_positive<true> : last_positive<false>;
    kernel<<<1, threads>>>(values.data(), out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
