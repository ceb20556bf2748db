// Thread 0 hands a number to the block through a shared word, round after round. A barrier stands
// after the write, none after the reads: the next number may come before a slow warp took this one.
// checker: race
// finds: Race shared inter-warp read-write unordered
// finds: Race shared intra-warp read-write warp-synchronous

#include "../check.h"

constexpr int rounds = 6;

template<bool right>
__global__ void collect(int* sums) {
    __shared__ int number;
    int sum = 0;
    for (int round = 0; round < rounds; ++round) {
        if (threadIdx.x == 0) number = round * round; // [wrong]
        __syncthreads();
        sum += number; // [wrong]
        if constexpr (right) __syncthreads();
    }
    sums[threadIdx.x] = sum;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> sums(64);
    const auto kernel = right ? collect<true> : collect<false>;
    kernel<<<1, 64>>>(sums.data());
    if (right) expect_all("sums", sums.host(), std::vector<int>(64, 0 + 1 + 4 + 9 + 16 + 25));
    return finish(argv[1]);
}
