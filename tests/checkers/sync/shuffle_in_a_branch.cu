// Half of the lanes shuffle, and name all lanes in the mask. The others never come to a shuffle:
// they wait behind the branch for those that wait for them, or end.
// checker: sync
// finds: Deadlock

#include "../check.h"

template<bool right>
__global__ void add_neighbours(int* values) {
    const int lane = threadIdx.x;
    const int value = values[lane];
    int sum = value;
    if (lane < 16) sum += __shfl_xor_sync(right ? 0x0000ffff : 0xffffffff, value, 1); // [wrong]
    values[lane] = sum;                                                               // [maybe]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32), expected(32);
    for (int i = 0; i < 32; ++i) {
        start[i] = i;
        expected[i] = i < 16 ? i + (i ^ 1) : i;
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? add_neighbours<true> : add_neighbours<false>;
    kernel<<<1, 32>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
