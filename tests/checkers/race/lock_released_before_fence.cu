// The owner of a lock opens it first and fences after. The fence has to come before: the next owner
// may otherwise see the open lock and not yet the changed counter.
// checker: race
// finds: Race global inter-block read-write order
// finds: Race global inter-block write-write order

#include "../check.h"

constexpr int blocks = 6;

template<bool right>
__global__ void count(int* counter, int* lock) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *counter += 1; // [wrong]
    if constexpr (right) __threadfence();
    atomicExch(lock, 0);
    if constexpr (!right) __threadfence();
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> counter(1), lock(1);
    const auto kernel = right ? count<true> : count<false>;
    kernel<<<blocks, 1>>>(counter.data(), lock.data());
    if (right) expect_all("counter", counter.host(), {blocks});
    return finish(argv[1]);
}
