// The halves of a warp exchange words, but each half waits for its own 16 lanes only. The group
// whose sync() orders an exchange has to hold everybody who takes part in it.
// checker: race
// finds: Race shared intra-warp read-write warp-synchronous

#include "../check.h"

#include <cooperative_groups.h>

template<int size>
__global__ void swap_halves(int* values) {
    namespace cg = cooperative_groups;
    __shared__ int words[32];
    const auto group = cg::tiled_partition<size>(cg::this_thread_block());
    const int lane = threadIdx.x;
    words[lane] = values[lane]; // [wrong]
    group.sync();
    values[lane] = words[lane ^ 16]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32), expected(32);
    for (int i = 0; i < 32; ++i) {
        start[i] = 7 * i;
        expected[i] = 7 * (i ^ 16);
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? swap_halves<32> : swap_halves<16>;
    kernel<<<1, 32>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
