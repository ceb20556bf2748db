// The second warp returns early. __syncthreads does not wait for threads that ended, but a barrier
// with a number of threads waits for that number, whoever is left.
// checker: sync
// finds: Deadlock

#include "../check.h"

template<bool right>
__global__ void reverse(int* values) {
    __shared__ int words[32];
    const int i = threadIdx.x;
    if (i >= 32) return;
    words[i] = values[i];
    if constexpr (right)
        __syncthreads();
    else
        asm volatile("bar.sync 1, 64;" ::: "memory"); // [wrong]
    values[i] = words[31 - i];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32), expected(32);
    for (int i = 0; i < 32; ++i) {
        start[i] = i;
        expected[i] = 31 - i;
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? reverse<true> : reverse<false>;
    kernel<<<1, 64>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
