// Every block stores its part, and the one that counts up last adds the parts. The count says that
// all blocks came by, but without a fence before it not that their parts are in memory.
// checker: race
// finds: Race global inter-block read-write order

#include "../check.h"

constexpr int blocks = 6;

template<bool right>
__global__ void add_up(const int* values, int* parts, int* finished, int* total) {
    const int part = __reduce_add_sync(0xffffffff, values[blockIdx.x * 32 + threadIdx.x]);
    if (threadIdx.x != 0) return;
    parts[blockIdx.x] = part; // [wrong]
    if constexpr (right) __threadfence();
    if (atomicAdd(finished, 1) == blocks - 1) {
        __threadfence();
        int sum = 0;
        for (int block = 0; block < blocks; ++block)
            sum += parts[block]; // [wrong]
        *total = sum;
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(blocks * 32);
    for (int i = 0; i < blocks * 32; ++i)
        start[i] = i;
    DeviceArray<int> values(start), parts(blocks), finished(1), total(1);
    const auto kernel = right ? add_up<true> : add_up<false>;
    kernel<<<blocks, 32>>>(values.data(), parts.data(), finished.data(), total.data());
    if (right) expect_all("total", total.host(), {blocks * 32 * (blocks * 32 - 1) / 2});
    return finish(argv[1]);
}
