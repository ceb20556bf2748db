// The producer arrives at a barrier without waiting, to say that its words are there, but does so
// before it has stored them. An arrival orders only what came before it.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

__device__ void arrive() {
    asm volatile("barrier.arrive 1, 64;" ::: "memory");
}

template<bool right>
__global__ void hand_over(int* out) {
    __shared__ int words[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        if constexpr (!right) arrive();
        words[lane] = 9 * lane; // [wrong]
        if constexpr (right) arrive();
    } else {
        asm volatile("barrier.sync 1, 64;" ::: "memory");
        out[lane] = words[lane]; // [wrong]
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(32);
    for (int i = 0; i < 32; ++i)
        expected[i] = 9 * i;
    DeviceArray<int> out(32);
    const auto kernel = right ? hand_over<true> : hand_over<false>;
    kernel<<<1, 64>>>(out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
