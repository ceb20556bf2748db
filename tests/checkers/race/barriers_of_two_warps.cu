// Producing and consuming warps are in different branches, each with a barrier of its own. Whole
// warps may meet so; but the consumer has to read after its barrier, not before.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

template<bool right>
__global__ void hand_over(int* out) {
    __shared__ int words[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        words[lane] = 7 * lane; // [wrong]
        __syncthreads();
    } else {
        if constexpr (right) __syncthreads();
        const int word = words[31 - lane]; // [wrong]
        if constexpr (!right) __syncthreads();
        out[lane] = word + lane;
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(32);
    for (int i = 0; i < 32; ++i)
        expected[i] = 7 * (31 - i) + i;
    DeviceArray<int> out(32);
    const auto kernel = right ? hand_over<true> : hand_over<false>;
    kernel<<<1, 64>>>(out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
