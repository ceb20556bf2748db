// Blocks wait for each other at a counter in memory. More blocks are launched than fit on the GPU
// at once: those that run wait for those that cannot start before the first have ended.
// checker: execution
// finds: BudgetExhausted

#include "../check.h"

constexpr int shared_bytes = 48 * 1024; // so that few blocks fit

__global__ void two_phases(unsigned* arrived, int* values, int* out) {
    const int me = blockIdx.x, blocks = gridDim.x;
    values[me] = me * me;
    __threadfence();
    atomicAdd(arrived, 1u);
    while (*static_cast<volatile unsigned*>(arrived) < blocks) { // [wrong]
    }
    __threadfence();
    out[me] = values[blocks - 1 - me];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    const int blocks = right ? 64 : 600;
    DeviceArray<unsigned> arrived(1);
    DeviceArray<int> values(blocks), out(blocks);
    two_phases<<<blocks, 1, shared_bytes>>>(arrived.data(), values.data(), out.data());
    if (right) {
        std::vector<int> expected(blocks);
        for (int i = 0; i < blocks; ++i)
            expected[i] = (blocks - 1 - i) * (blocks - 1 - i);
        expect_all("out", out.host(), expected);
    }
    return finish(argv[1]);
}
