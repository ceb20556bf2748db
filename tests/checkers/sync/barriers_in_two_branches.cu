// The lanes of a warp come to different barriers, one in each branch. __syncthreads has to be one
// place for a whole warp: put it where all come by.
// checker: sync
// finds: DivergentBarrier

#include "../check.h"

template<bool right>
__global__ void rotate(int* values) {
    __shared__ int words[32];
    const int i = threadIdx.x;
    words[i] = values[i];
    if constexpr (right) __syncthreads();
    if (i % 2 == 0) {
        if constexpr (!right) __syncthreads(); // [wrong]
        values[i] = words[(i + 1) % 32];
    } else {
        if constexpr (!right) __syncthreads(); // [wrong]
        values[i] = words[(i + 1) % 32] + 100;
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32), expected(32);
    for (int i = 0; i < 32; ++i) {
        start[i] = i;
        expected[i] = (i + 1) % 32 + i % 2 * 100;
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? rotate<true> : rotate<false>;
    kernel<<<1, 32>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
