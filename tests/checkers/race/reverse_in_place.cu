// Every thread reads the word at the other end and writes its own. Without a barrier between, a
// thread may read what was written over already.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

constexpr int n = 64;

template<bool right>
__global__ void reverse_in_place(int* values) {
    __shared__ int tile[n];
    const int i = threadIdx.x;
    tile[i] = values[i];
    __syncthreads();
    const int other = tile[n - 1 - i]; // [wrong]
    if constexpr (right) __syncthreads();
    tile[i] = other; // [wrong]
    __syncthreads();
    values[i] = tile[i];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n), expected(n);
    for (int i = 0; i < n; ++i) {
        start[i] = 3 * i;
        expected[n - 1 - i] = 3 * i;
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? reverse_in_place<true> : reverse_in_place<false>;
    kernel<<<1, n>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
