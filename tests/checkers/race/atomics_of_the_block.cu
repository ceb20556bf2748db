// atomicAdd_block is atomic for the threads of one block. Blocks that count in one word need
// atomicAdd, whose scope is the whole GPU.
// checker: race
// finds: Race global inter-block write-write scope

#include "../check.h"

constexpr int blocks = 8;

template<bool right>
__global__ void count(int* counter) {
    if constexpr (right)
        atomicAdd(counter, 1);
    else
        atomicAdd_block(counter, 1); // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> counter(1);
    const auto kernel = right ? count<true> : count<false>;
    kernel<<<blocks, 1>>>(counter.data());
    if (right) expect_all("counter", counter.host(), {blocks});
    return finish(argv[1]);
}
