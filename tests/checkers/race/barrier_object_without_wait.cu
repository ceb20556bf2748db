// Threads arrive at a barrier object and go on without waiting for its phase to end. Arriving tells
// the others that one has come; only waiting tells that the others have.
// checker: race
// finds: Race shared inter-warp read-write

#include "../check.h"

#include <cuda/barrier>

constexpr int n = 64;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

template<bool right>
__global__ void reverse(int* values) {
    __shared__ int tile[n];
    __shared__ Barrier barrier;
    const int i = threadIdx.x;
    if (i == 0) init(&barrier, n);
    __syncthreads();
    tile[i] = values[i]; // [wrong]
    if constexpr (right)
        barrier.arrive_and_wait();
    else
        (void)barrier.arrive();
    values[i] = tile[n - 1 - i]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n), expected(n);
    for (int i = 0; i < n; ++i) {
        start[i] = 3 * i;
        expected[n - 1 - i] = 3 * i;
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? reverse<true> : reverse<false>;
    kernel<<<1, n>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
