// All lanes vote, but the member mask names the lower half only. A lane that executes a `.sync`
// instruction has to be in its mask.
// checker: sync
// finds: BadMemberMask

#include "../check.h"

template<bool right>
__global__ void any_negative(const int* values, int* found) {
    const int lane = threadIdx.x;
    const unsigned mask = right ? 0xffffffff : 0x0000ffff;
    found[lane] = __any_sync(mask, values[lane] < 0); // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32);
    start[20] = -1;
    DeviceArray<int> values(start), found(32);
    const auto kernel = right ? any_negative<true> : any_negative<false>;
    kernel<<<1, 32>>>(values.data(), found.data());
    if (right) expect_all("found", found.host(), std::vector<int>(32, 1));
    return finish(argv[1]);
}
