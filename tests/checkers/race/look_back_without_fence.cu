// A scan in one launch: each block publishes its value, then looks back over the blocks before it
// until it meets one that knows its prefix. No fence keeps the prefix before the state that tells
// of it.
// checker: race
// finds: Race global inter-block read-write order

#include "../check.h"

constexpr int blocks = 8;
enum { nothing_yet, own_value, whole_prefix };

template<bool right>
__global__ void scan(const int* values, int* tickets, int* states, int* own, int* prefixes) {
    const int me = atomicAdd(tickets, 1); // a block waits only for blocks that run already
    int sum = 0;
    if (me > 0) {
        own[me] = values[me];
        __threadfence();
        atomicExch(&states[me], own_value);
    }
    for (int other = me - 1; other >= 0;) {
        const int state = atomicAdd(&states[other], 0);
        __threadfence();
        if (state == nothing_yet) continue;
        const int* known = state == whole_prefix ? prefixes : own;
        sum += known[other]; // [wrong]
        if (state == whole_prefix) break;
        --other;
    }
    prefixes[me] = sum + values[me]; // [wrong]
    if constexpr (right) __threadfence();
    atomicExch(&states[me], whole_prefix);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(blocks), expected(blocks);
    for (int i = 0, sum = 0; i < blocks; ++i)
        expected[i] = sum += start[i] = i * i + 1;
    DeviceArray<int> values(start), tickets(1), states(blocks), own(blocks), prefixes(blocks);
    const auto kernel = right ? scan<true> : scan<false>;
    kernel<<<blocks, 1>>>(values.data(), tickets.data(), states.data(), own.data(),
                          prefixes.data());
    if (right) expect_all("prefixes", prefixes.host(), expected);
    return finish(argv[1]);
}
