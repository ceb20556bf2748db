// The third number of a launch says how many bytes of dynamic shared memory a block gets. Given as
// a number of elements, it is a quarter of what the kernel uses.
// checker: memory
// finds: OutOfBounds

#include "../check.h"

constexpr int n = 64;

__global__ void reverse(int* values) {
    extern __shared__ int words[];
    const int i = threadIdx.x;
    words[i] = values[i]; // [wrong]
    __syncthreads();
    values[i] = words[n - 1 - i]; // [maybe]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n), expected(n);
    for (int i = 0; i < n; ++i) {
        start[i] = i;
        expected[i] = n - 1 - i;
    }
    DeviceArray<int> values(start);
    reverse<<<1, n, right ? n * sizeof(int) : n>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
