// A loop loads one tile after the other into the same shared words. The barrier after the load is
// there, the one before the next load is not: a fast warp overwrites what a slow one still reads.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

constexpr int n = 64, tiles = 4;

template<bool right>
__global__ void dot_with_reversed(const int* a, const int* b, int* products) {
    __shared__ int tile[n];
    const int i = threadIdx.x;
    int sum = 0;
    for (int first = 0; first < tiles * n; first += n) {
        tile[i] = a[first + i]; // [wrong]
        __syncthreads();
        sum += tile[n - 1 - i] * b[first + i]; // [wrong]
        if constexpr (right) __syncthreads();
    }
    products[i] = sum;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> a(tiles * n), b(tiles * n), expected(n);
    for (int i = 0; i < tiles * n; ++i) {
        a[i] = i % 7;
        b[i] = i % 5;
    }
    for (int i = 0; i < n; ++i)
        for (int tile = 0; tile < tiles; ++tile)
            expected[i] += a[tile * n + n - 1 - i] * b[tile * n + i];
    DeviceArray<int> device_a(a), device_b(b), products(n);
    const auto kernel = right ? dot_with_reversed<true> : dot_with_reversed<false>;
    kernel<<<1, n>>>(device_a.data(), device_b.data(), products.data());
    if (right) expect_all("products", products.host(), expected);
    return finish(argv[1]);
}
