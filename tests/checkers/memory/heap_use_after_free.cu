// A thread frees its memory of the device's heap too early and reads it once more.
// checker: memory
// finds: UseAfterFree

#include "../check.h"

template<bool right>
__global__ void sum_of_squares(int* out) {
    const int count = threadIdx.x + 1;
    int* squares = static_cast<int*>(malloc(count * sizeof(int)));
    for (int k = 0; k < count; ++k)
        squares[k] = k * k;
    __threadfence_block(); // keeps the compiler from doing without the memory
    if constexpr (!right) free(squares);
    int sum = 0;
    for (int k = 0; k < count; ++k)
        sum += squares[k]; // [wrong]
    if constexpr (right) free(squares);
    out[threadIdx.x] = sum;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(8);
    for (int i = 0; i < 8; ++i)
        expected[i] = i * (i + 1) * (2 * i + 1) / 6;
    DeviceArray<int> out(8);
    const auto kernel = right ? sum_of_squares<true> : sum_of_squares<false>;
    kernel<<<1, 8>>>(out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
