// One warp produces and another consumes, and they meet at a named barrier once a word is there.
// Nothing tells the producer that the word was taken: it overwrites it while it is being read.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

constexpr int steps = 4;

__device__ void meet(int barrier) {
    asm volatile("barrier.sync %0, 64;" ::"r"(barrier) : "memory");
}

template<bool right>
__global__ void pass_on(const int* values, int* sums) {
    __shared__ int words[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int step = 0; step < steps; ++step) {
            words[lane] = values[step * 32 + lane]; // [wrong]
            meet(1);                                // the words are there
            if constexpr (right) meet(2);           // the words are taken
        }
    } else if (threadIdx.x < 64) {
        int sum = 0;
        for (int step = 0; step < steps; ++step) {
            meet(1);
            sum += words[31 - lane]; // [wrong]
            if constexpr (right) meet(2);
        }
        sums[lane] = sum;
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(steps * 32), expected(32);
    for (int i = 0; i < steps * 32; ++i) {
        start[i] = i;
        expected[31 - i % 32] += i;
    }
    DeviceArray<int> values(start), sums(32);
    const auto kernel = right ? pass_on<true> : pass_on<false>;
    kernel<<<1, 96>>>(values.data(), sums.data());
    if (right) expect_all("sums", sums.host(), expected);
    return finish(argv[1]);
}
