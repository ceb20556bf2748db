// Producer and consumer meet at the same named barrier, but one says that 64 threads take part and
// the other 96. All who meet have to name the same number.
// checker: sync
// finds: BadBarrier

#include "../check.h"

template<bool right>
__global__ void hand_over(int* out) {
    __shared__ int words[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        words[lane] = lane * lane;
        asm volatile("barrier.sync 1, 64;" ::: "memory"); // [maybe]
    } else {
        if constexpr (right)
            asm volatile("barrier.sync 1, 64;" ::: "memory");
        else
            asm volatile("barrier.sync 1, 96;" ::: "memory"); // [maybe]
        out[lane] = words[31 - lane];
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(32);
    for (int i = 0; i < 32; ++i)
        expected[i] = (31 - i) * (31 - i);
    DeviceArray<int> out(32);
    const auto kernel = right ? hand_over<true> : hand_over<false>;
    kernel<<<1, 64>>>(out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
