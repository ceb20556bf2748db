// A named barrier is to wait for 48 threads, one and a half warps. bar.sync counts whole warps, so
// the number has to be a multiple of 32.
// checker: sync
// finds: BadBarrier

#include "../check.h"

template<bool right>
__global__ void share(int* out) {
    __shared__ int words[64];
    const int i = threadIdx.x;
    words[i] = i;
    if constexpr (right)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    else
        asm volatile("bar.sync 1, 48;" ::: "memory"); // [wrong]
    out[i] = words[63 - i];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(64);
    for (int i = 0; i < 64; ++i)
        expected[i] = 63 - i;
    DeviceArray<int> out(64);
    const auto kernel = right ? share<true> : share<false>;
    kernel<<<1, 64>>>(out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
