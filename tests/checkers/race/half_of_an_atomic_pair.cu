// A pair of words is exchanged atomically as 64 bits, and another block reads one of its words with
// a 32-bit volatile load. Accesses of different sizes are not atomic towards each other.
// checker: race
// finds: Race global inter-block read-write atomicity

#include "../check.h"

using Pair = unsigned long long;

template<bool right>
__global__ void publish(Pair* pair, unsigned* seen) {
    if (blockIdx.x == 0) {
        atomicExch(pair, Pair{7} << 32 | 5); // [wrong]
    } else {
        if constexpr (right)
            *seen = atomicAdd(pair, Pair{0});
        else
            *seen = *reinterpret_cast<volatile unsigned*>(pair); // [wrong]
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<Pair> pair(1);
    DeviceArray<unsigned> seen(1);
    const auto kernel = right ? publish<true> : publish<false>;
    kernel<<<2, 1>>>(pair.data(), seen.data());
    if (right) {
        expect_all("pair", pair.host(), {Pair{7} << 32 | 5});
        expect("seen is 0 or 5", seen.host()[0] % 5, 0u);
    }
    return finish(argv[1]);
}
