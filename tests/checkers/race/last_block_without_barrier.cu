// All threads of a block store a part, and thread 0 fences and counts for all of them. That covers
// the others only if a barrier stands between their stores and the fence.
// checker: race
// finds: Race global inter-block read-write unordered

#include "../check.h"

constexpr int blocks = 4, threads = 64;

template<bool right>
__global__ void add_up(int* parts, int* finished, int* totals) {
    __shared__ bool last;
    const int i = threadIdx.x;
    parts[blockIdx.x * threads + i] = blockIdx.x + i; // [wrong]
    if constexpr (right) __syncthreads();
    if (i == 0) {
        __threadfence();
        last = atomicAdd(finished, 1) == blocks - 1;
        __threadfence();
    }
    __syncthreads();
    if (last) {
        int sum = 0;
        for (int block = 0; block < blocks; ++block)
            sum += parts[block * threads + i]; // [wrong]
        totals[i] = sum;
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(threads);
    for (int i = 0; i < threads; ++i)
        expected[i] = blocks * i + blocks * (blocks - 1) / 2;
    DeviceArray<int> parts(blocks * threads), finished(1), totals(threads);
    const auto kernel = right ? add_up<true> : add_up<false>;
    kernel<<<blocks, threads>>>(parts.data(), finished.data(), totals.data());
    if (right) expect_all("totals", totals.host(), expected);
    return finish(argv[1]);
}
