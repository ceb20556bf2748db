// A consumer waits at a named barrier for every word of its producer, and once more at the end. For
// the last time nobody arrives.
// checker: sync
// finds: Deadlock

#include "../check.h"

constexpr int steps = 3;

__device__ void full() {
    asm volatile("barrier.sync 1, 64;" ::: "memory"); // [wrong]
}

__device__ void empty() {
    asm volatile("barrier.sync 2, 64;" ::: "memory");
}

template<bool right>
__global__ void pass_on(int* sums) {
    __shared__ int words[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int step = 0; step < steps; ++step) {
            words[lane] = step + lane;
            full();
            empty();
        }
    } else {
        int sum = 0;
        for (int step = 0; step < (right ? steps : steps + 1); ++step) {
            full();
            sum += words[31 - lane];
            empty();
        }
        sums[lane] = sum;
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(32);
    for (int i = 0; i < 32; ++i)
        expected[i] = 3 + 3 * (31 - i);
    DeviceArray<int> sums(32);
    const auto kernel = right ? pass_on<true> : pass_on<false>;
    kernel<<<1, 64>>>(sums.data());
    if (right) expect_all("sums", sums.host(), expected);
    return finish(argv[1]);
}
