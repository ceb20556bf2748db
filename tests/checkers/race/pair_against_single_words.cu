// One warp stores pairs of words with one instruction each, another reads single words. An access
// conflicts with every other one that shares a byte with it, whatever their sizes.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

template<bool right>
__global__ void spread(int* out) {
    __shared__ int2 pairs[32];
    const int* words = &pairs[0].x;
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) pairs[lane] = make_int2(10 * lane, 10 * lane + 1); // [wrong]
    if constexpr (right) __syncthreads();
    if (threadIdx.x >= 32) out[lane] = words[lane + 17]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(32);
    for (int i = 0; i < 32; ++i)
        expected[i] = (i + 17) / 2 * 10 + (i + 17) % 2;
    DeviceArray<int> out(32);
    const auto kernel = right ? spread<true> : spread<false>;
    kernel<<<1, 64>>>(out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
