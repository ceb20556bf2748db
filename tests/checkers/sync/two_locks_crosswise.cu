// Each of two blocks takes two locks, in different order. When both have their first, each waits
// for the other's for ever. Taking locks in the same order everywhere prevents it.
// checker: execution
// finds: BudgetExhausted

#include "../check.h"

__device__ void take(int* lock) {
    while (atomicCAS(lock, 0, 1) != 0) { // [wrong]
    }
    __threadfence();
}

__device__ void give(int* lock) {
    __threadfence();
    atomicExch(lock, 0);
}

template<bool right>
__global__ void transfer(int* locks, int* accounts, volatile int* clock) {
    const int from = right ? 0 : blockIdx.x, to = 1 - from;
    take(&locks[from]);
    for (int step = 0; step < 3000; ++step)
        clock[blockIdx.x] = step; // what takes some time
    take(&locks[to]);
    accounts[blockIdx.x] -= 10;
    accounts[1 - blockIdx.x] += 10;
    give(&locks[to]);
    give(&locks[from]);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> locks(2), accounts({100, 200}), clock(2);
    const auto kernel = right ? transfer<true> : transfer<false>;
    kernel<<<2, 1>>>(locks.data(), accounts.data(), clock.data());
    if (right) expect_all("accounts", accounts.host(), {100, 200});
    return finish(argv[1]);
}
