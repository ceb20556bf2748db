// Every block waits for the one after it. Blocks start in order, and when all that fit wait for
// blocks that have not started, none goes on. Waiting for earlier ones, by the order of starting,
// is safe.
// checker: execution
// finds: BudgetExhausted

#include "../check.h"

constexpr int shared_bytes = 48 * 1024; // so that few blocks fit

template<bool right>
__global__ void sums_from_here(unsigned* started, int* flags, int* sums) {
    const int blocks = gridDim.x;
    const int me = right ? blocks - 1 - atomicAdd(started, 1u) : blockIdx.x;
    int sum = me;
    if (me + 1 < blocks) {
        while (atomicAdd(&flags[me + 1], 0) == 0) { // [wrong]
        }
        __threadfence();
        sum += sums[me + 1];
    }
    sums[me] = sum;
    __threadfence();
    atomicExch(&flags[me], 1);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    constexpr int blocks = 600;
    DeviceArray<unsigned> started(1);
    DeviceArray<int> flags(blocks), sums(blocks);
    const auto kernel = right ? sums_from_here<true> : sums_from_here<false>;
    kernel<<<blocks, 1, shared_bytes>>>(started.data(), flags.data(), sums.data());
    if (right) expect("the sum of all", sums.host()[0], blocks * (blocks - 1) / 2);
    return finish(argv[1]);
}
