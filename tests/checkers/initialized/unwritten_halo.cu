// A tile has one element more at each end than the block has threads. The faulty kernel fills the
// middle and never the ends, which the outer threads read.
// checker: initialized
// finds: Uninitialized

#include "../check.h"

constexpr int n = 64;

template<bool right>
__global__ void smooth(const int* values, int* out) {
    __shared__ int tile[n + 2];
    const int i = threadIdx.x;
    tile[i + 1] = values[i];
    if (right && i == 0) tile[0] = tile[n + 1] = 0;
    __syncthreads();
    out[i] = tile[i] + tile[i + 1] + tile[i + 2]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(n, 6);
    expected[0] = expected[n - 1] = 4;
    DeviceArray<int> values(std::vector<int>(n, 2)), out(n);
    const auto kernel = right ? smooth<true> : smooth<false>;
    kernel<<<1, n>>>(values.data(), out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
