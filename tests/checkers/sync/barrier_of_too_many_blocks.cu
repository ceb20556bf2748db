// Blocks wait for each other at a counter in memory. More blocks are launched than fit on the GPU at
// once: those that run wait for those that cannot start before the first have ended.
// checker: execution
// finds: BudgetExhausted

#include "../check.h"

__global__ void two_phases(unsigned* arrived, int* values, int* out) {
    __shared__ int words[12 * 1024]; // 48 KiB, so that few blocks fit
    const int me = blockIdx.x, blocks = gridDim.x;
    words[me] = me * me;
    values[me] = words[me];
    __threadfence();
    atomicAdd(arrived, 1u);
    while (atomicAdd(arrived, 0u) < blocks) { // [wrong]
    }
    __threadfence();
    out[me] = values[blocks - 1 - me];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    const int blocks = right ? 64 : 2000;
    DeviceArray<unsigned> arrived(1);
    DeviceArray<int> values(blocks), out(blocks);
    two_phases<<<blocks, 1>>>(arrived.data(), values.data(), out.data());
    if (right) {
        std::vector<int> expected(blocks);
        for (int i = 0; i < blocks; ++i) expected[i] = (blocks - 1 - i) * (blocks - 1 - i);
        expect_all("out", out.host(), expected);
    }
    return finish(argv[1]);
}
