// Every lane goes round a loop as often as its data says, and the loop has a barrier. When the
// first lanes are through, the others wait for them at the barrier in vain.
// checker: sync
// finds: DivergentBarrier

#include "../check.h"

constexpr int n = 32, most = 4;

template<bool right>
__global__ void add_neighbours(const int* rounds, int* sums) {
    __shared__ int words[n];
    const int i = threadIdx.x;
    words[i] = i;
    int sum = 0;
    for (int round = 0; round < (right ? most : rounds[i]); ++round) { // [maybe]
        __syncthreads();                                               // [wrong]
        if (round < rounds[i]) sum += words[(i + round) % n];
    }
    sums[i] = sum; // [maybe]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> rounds(n), expected(n);
    for (int i = 0; i < n; ++i) {
        rounds[i] = i % most + 1;
        for (int round = 0; round < rounds[i]; ++round)
            expected[i] += (i + round) % n;
    }
    DeviceArray<int> device_rounds(rounds), sums(n);
    const auto kernel = right ? add_neighbours<true> : add_neighbours<false>;
    kernel<<<1, n>>>(device_rounds.data(), sums.data());
    if (right) expect_all("sums", sums.host(), expected);
    return finish(argv[1]);
}
