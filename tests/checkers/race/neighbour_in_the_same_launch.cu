// In each step a block reads the value of its neighbour, which the neighbour changes in the same
// step. It may see an old value, kept in a register even. One launch a step orders the steps.
// checker: race
// finds: Race global inter-block read-write unordered

#include "../check.h"

constexpr int blocks = 6, steps = 4;

__global__ void all_steps(int* values) {
    const int me = blockIdx.x, left = (me + blocks - 1) % blocks;
    for (int step = 0; step < steps; ++step) {
        const int neighbour = values[left]; // [wrong]
        values[me] = neighbour + 1;         // [wrong]
    }
}

__global__ void one_step(const int* before, int* after) {
    const int me = blockIdx.x, left = (me + blocks - 1) % blocks;
    after[me] = before[left] + 1;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> values({0, 10, 20, 30, 40, 50}), next(blocks);
    if (!right) {
        all_steps<<<blocks, 1>>>(values.data());
        return finish(argv[1]);
    }
    for (int step = 0; step < steps; step += 2) {
        one_step<<<blocks, 1>>>(values.data(), next.data());
        one_step<<<blocks, 1>>>(next.data(), values.data());
    }
    expect_all("values", values.host(), {24, 34, 44, 54, 4, 14});
    return finish(argv[1]);
}
