// The lock is taken with an atomic operation and opened with a plain store. The store races with
// the others' attempts to take the lock, and hands nothing over to the next owner.
// checker: race
// finds: Race global inter-block write-write atomicity
// may-find: Race global inter-block

#include "../check.h"

constexpr int blocks = 6;

template<bool right>
__global__ void count(int* counter, int* lock) {
    while (atomicCAS(lock, 0, 1) != 0) { // [wrong]
    }
    __threadfence();
    *counter += 1; // [maybe]
    __threadfence();
    if constexpr (right)
        atomicExch(lock, 0);
    else
        *lock = 0; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> counter(1), lock(1);
    const auto kernel = right ? count<true> : count<false>;
    kernel<<<blocks, 1>>>(counter.data(), lock.data());
    if (right) expect_all("counter", counter.host(), {blocks});
    return finish(argv[1]);
}
