// Blocks draw tickets and wait until theirs is served. The owner fences before it serves the next,
// but not after its own number came up: it may work with what the counter was before.
// checker: race
// finds: Race global inter-block read-write order
// finds: Race global inter-block write-write order

#include "../check.h"

constexpr int blocks = 6;

template<bool right>
__global__ void count(int* counter, unsigned* next, volatile unsigned* served) {
    const unsigned ticket = atomicAdd(next, 1u);
    while (*served != ticket) {
    }
    if constexpr (right) __threadfence();
    *counter += 1; // [wrong]
    __threadfence();
    *served = ticket + 1;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> counter(1);
    DeviceArray<unsigned> next(1), served(1);
    const auto kernel = right ? count<true> : count<false>;
    kernel<<<blocks, 1>>>(counter.data(), next.data(), served.data());
    if (right) expect_all("counter", counter.host(), {blocks});
    return finish(argv[1]);
}
