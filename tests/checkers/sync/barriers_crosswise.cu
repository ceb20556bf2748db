// Two warps meet at two named barriers, but one comes to them in the other order. Each waits for
// the other at a different one.
// checker: sync
// finds: Deadlock

#include "../check.h"

template<bool right>
__global__ void swap(int* out) {
    __shared__ int words[64];
    const int i = threadIdx.x;
    words[i] = i;
    if (i < 32 || right) {
        asm volatile("barrier.sync 1, 64;" ::: "memory"); // [wrong]
        out[i] = words[63 - i];
        asm volatile("barrier.sync 2, 64;" ::: "memory");
    } else {
        asm volatile("barrier.sync 2, 64;" ::: "memory"); // [wrong]
        out[i] = words[63 - i];
        asm volatile("barrier.sync 1, 64;" ::: "memory");
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(64);
    for (int i = 0; i < 64; ++i)
        expected[i] = 63 - i;
    DeviceArray<int> out(64);
    const auto kernel = right ? swap<true> : swap<false>;
    kernel<<<1, 64>>>(out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
