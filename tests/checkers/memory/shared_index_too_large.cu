// Every thread reads its right neighbour's word of a shared array, and the last one reads behind
// the end of the block's shared memory.
// checker: memory
// finds: OutOfBounds

#include "../check.h"

constexpr int n = 64;

template<bool right>
__global__ void rotate(int* values) {
    __shared__ int words[n];
    const int i = threadIdx.x;
    words[i] = values[i];
    __syncthreads();
    values[i] = words[right ? (i + 1) % n : i + 1]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n), expected(n);
    for (int i = 0; i < n; ++i) {
        start[i] = i;
        expected[i] = (i + 1) % n;
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? rotate<true> : rotate<false>;
    kernel<<<1, n>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
