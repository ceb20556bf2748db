// Only the threads that have something to do come to the barrier, half of a warp. The other half
// goes on past it, and the warp never comes to it as a whole.
// checker: sync
// finds: DivergentBarrier

#include "../check.h"

constexpr int n = 48, threads = 64;

template<bool right>
__global__ void reverse(int* values) {
    __shared__ int words[n];
    const int i = threadIdx.x;
    if (i < n) {
        words[i] = values[i];
        if constexpr (!right) __syncthreads(); // [wrong]
    }
    if constexpr (right) __syncthreads();
    const int value = i < n ? words[n - 1 - i] : 0; // [maybe]
    __syncthreads();                                // [maybe]
    if (i < n) values[i] = value;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n), expected(n);
    for (int i = 0; i < n; ++i) {
        start[i] = i;
        expected[i] = n - 1 - i;
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? reverse<true> : reverse<false>;
    kernel<<<1, threads>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
