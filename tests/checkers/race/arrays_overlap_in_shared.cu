// Two arrays share the dynamic shared memory of the launch, and the second begins one element too
// early: its first word is the last word of the first array.
// checker: race
// finds: Race shared inter-warp write-write unordered

#include "../check.h"

constexpr int n = 64;

template<bool right>
__global__ void fill_and_sum(int* sums) {
    extern __shared__ int pool[];
    int* first = pool;
    int* second = pool + (right ? n : n - 1);
    const int i = threadIdx.x;
    first[i] = i;        // [wrong]
    second[i] = 100 * i; // [wrong]
    __syncthreads();
    sums[i] = first[n - 1 - i] + second[n - 1 - i];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i)
        expected[i] = 101 * (n - 1 - i);
    DeviceArray<int> sums(n);
    const auto kernel = right ? fill_and_sum<true> : fill_and_sum<false>;
    kernel<<<1, n, 2 * n * sizeof(int)>>>(sums.data());
    if (right) expect_all("sums", sums.host(), expected);
    return finish(argv[1]);
}
