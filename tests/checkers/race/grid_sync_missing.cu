// A cooperative kernel has two phases, and in the second a block reads what another one wrote in
// the first. __syncthreads waits for the threads of its own block only; the grid's sync for all.
// checker: race
// finds: Race global inter-block read-write unordered

#include "../check.h"

#include <cooperative_groups.h>

constexpr int threads = 32, blocks = 4, n = threads * blocks;

template<bool right>
__global__ void reverse_squares(int* squares, int* out) {
    const int i = blockIdx.x * threads + threadIdx.x;
    squares[i] = i * i; // [wrong]
    if constexpr (right)
        cooperative_groups::this_grid().sync();
    else
        __syncthreads();
    out[i] = squares[n - 1 - i]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i)
        expected[n - 1 - i] = i * i;
    DeviceArray<int> squares(n), out(n);
    int *squares_data = squares.data(), *out_data = out.data();
    void* arguments[] = {&squares_data, &out_data};
    const auto kernel = right ? reverse_squares<true> : reverse_squares<false>;
    CUDA_CHECK(cudaLaunchCooperativeKernel(kernel, blocks, threads, arguments));
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
