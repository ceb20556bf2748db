// Each thread swaps an element of a matrix with its mirror image. When all threads do it, every
// pair is swapped by two of them at once; only those on one side of the diagonal may.
// checker: race
// finds: Race global inter-block read-write unordered
// finds: Race global inter-block write-write unordered

#include "../check.h"

constexpr int n = 32;

template<bool right>
__global__ void transpose(int* matrix) {
    const int row = blockIdx.x, column = threadIdx.x;
    if (row < column || (!right && row > column)) {
        const int upper = matrix[row * n + column]; // [wrong]
        const int lower = matrix[column * n + row]; // [wrong]
        matrix[row * n + column] = lower;           // [wrong]
        matrix[column * n + row] = upper;           // [wrong]
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n * n), expected(n * n);
    for (int i = 0; i < n * n; ++i) {
        start[i] = i;
        expected[i % n * n + i / n] = i;
    }
    DeviceArray<int> matrix(start);
    const auto kernel = right ? transpose<true> : transpose<false>;
    kernel<<<n, n>>>(matrix.data());
    if (right) expect_all("matrix", matrix.host(), expected);
    return finish(argv[1]);
}
