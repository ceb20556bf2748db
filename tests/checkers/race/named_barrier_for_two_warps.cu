// A named barrier for 64 threads orders the two warps that come to it. The third warp reads the
// words as well, and does not come: it needs a barrier for 96.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

template<bool right>
__global__ void share(int* out) {
    __shared__ int words[64];
    const int i = threadIdx.x;
    if (i < 64) words[i] = 3 * i; // [wrong]
    if constexpr (right)
        asm volatile("barrier.sync 1, 96;" ::: "memory");
    else if (i < 64)
        asm volatile("barrier.sync 1, 64;" ::: "memory");
    out[i] = words[(i + 32) % 64]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(96);
    for (int i = 0; i < 96; ++i)
        expected[i] = 3 * ((i + 32) % 64);
    DeviceArray<int> out(96);
    const auto kernel = right ? share<true> : share<false>;
    kernel<<<1, 96>>>(out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
