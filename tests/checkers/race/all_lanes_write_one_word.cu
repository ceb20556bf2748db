// All lanes of a warp store into one word with one instruction. One of the stores stays, and nobody
// knows which; what is meant has to be said, by choosing a lane.
// checker: race
// finds: Race global intra-warp write-write

#include "../check.h"

template<bool right>
__global__ void last_positive(const int* values, int* found) {
    const int lane = threadIdx.x;
    const bool positive = values[lane] > 0;
    const unsigned lanes = __ballot_sync(0xffffffff, positive);
    const bool mine = right ? lane == 31 - __clz(lanes) : positive;
    if (mine) *found = lane; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32);
    start[3] = start[17] = start[25] = 1;
    DeviceArray<int> values(start), found(1);
    const auto kernel = right ? last_positive<true> : last_positive<false>;
    kernel<<<1, 32>>>(values.data(), found.data());
    if (right) expect_all("found", found.host(), {25});
    return finish(argv[1]);
}
