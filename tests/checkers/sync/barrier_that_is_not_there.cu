// Every warp pair takes a barrier of its own, numbered on from 1. A block has barriers 0 to 15 and
// no more.
// checker: sync
// finds: BadBarrier

#include "../check.h"

template<int first>
__global__ void swap_warps(int* values) {
    __shared__ int words[128];
    const int i = threadIdx.x;
    const int barrier = first + i / 64;
    words[i] = values[i];
    asm volatile("barrier.sync %0, 64;" ::"r"(barrier) : "memory"); // [wrong]
    values[i] = words[i ^ 32];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(128), expected(128);
    for (int i = 0; i < 128; ++i) {
        start[i] = i;
        expected[i] = i ^ 32;
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? swap_warps<1> : swap_warps<15>;
    kernel<<<1, 128>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
