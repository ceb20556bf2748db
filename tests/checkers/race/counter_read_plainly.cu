// All blocks count with atomicAdd, and one reads the counter with a plain load meanwhile. An atomic
// operation protects from other atomic operations only.
// checker: race
// finds: Race global inter-block read-write atomicity

#include "../check.h"

constexpr int blocks = 8;

template<bool right>
__global__ void count(int* counter, int* seen) {
    if (blockIdx.x > 0) {
        atomicAdd(counter, 1); // [wrong]
    } else {
        if constexpr (right)
            *seen = atomicAdd(counter, 0);
        else
            *seen = *counter; // [wrong]
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> counter(1), seen(1);
    const auto kernel = right ? count<true> : count<false>;
    kernel<<<blocks, 1>>>(counter.data(), seen.data());
    if (right) {
        expect_all("counter", counter.host(), {blocks - 1});
        expect("seen is a count", seen.host()[0] < blocks, true);
    }
    return finish(argv[1]);
}
