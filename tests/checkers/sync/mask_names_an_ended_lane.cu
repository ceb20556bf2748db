// Half of the lanes return early, and the others still name all 32 in their shuffle's member mask.
// A lane that ended takes no part; the mask has to be made before lanes leave.
// checker: sync
// finds: Deadlock

#include "../check.h"

template<bool right>
__global__ void add_up(const int* values, int* sum) {
    const int lane = threadIdx.x;
    const unsigned mask = __ballot_sync(0xffffffff, lane < 16);
    if (lane >= 16) return;
    int value = values[lane];
    for (int distance = 8; distance > 0; distance /= 2)
        value += __shfl_down_sync(right ? mask : 0xffffffff, value, distance); // [wrong]
    if (lane == 0) *sum = value;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32);
    for (int i = 0; i < 32; ++i)
        start[i] = i;
    DeviceArray<int> values(start), sum(1);
    const auto kernel = right ? add_up<true> : add_up<false>;
    kernel<<<1, 32>>>(values.data(), sum.data());
    if (right) expect_all("sum", sum.host(), {120});
    return finish(argv[1]);
}
