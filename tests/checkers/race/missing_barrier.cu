// Threads read words of a shared tile that threads of another warp write, without a barrier
// between: whether the word is there already depends on which warp was faster.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

constexpr int n = 64;

template<bool right>
__global__ void reverse(const int* values, int* reversed) {
    __shared__ int tile[n];
    const int i = threadIdx.x;
    tile[i] = values[i]; // [wrong]
    if constexpr (right) __syncthreads();
    reversed[i] = tile[n - 1 - i]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n), expected(n);
    for (int i = 0; i < n; ++i) {
        start[i] = 3 * i;
        expected[n - 1 - i] = 3 * i;
    }
    DeviceArray<int> values(start), reversed(n);
    const auto kernel = right ? reverse<true> : reverse<false>;
    kernel<<<1, n>>>(values.data(), reversed.data());
    if (right) expect_all("reversed", reversed.host(), expected);
    return finish(argv[1]);
}
