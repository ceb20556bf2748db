// A shuffle makes lanes meet and exchange registers, but it orders no memory: what a lane stored
// before it need not be there for the other lanes after it. __syncwarp does order memory.
// checker: race
// finds: Race shared intra-warp read-write warp-synchronous

#include "../check.h"

template<bool right>
__global__ void add_partners(int* values) {
    __shared__ int words[32];
    const int lane = threadIdx.x;
    const int value = values[lane];
    words[lane] = 10 * value; // [wrong]
    const int partner = __shfl_xor_sync(0xffffffff, value, 1);
    if constexpr (right) __syncwarp();
    values[lane] = partner + words[lane ^ 1]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32), expected(32);
    for (int i = 0; i < 32; ++i) {
        start[i] = i;
        expected[i] = 11 * (i ^ 1);
    }
    DeviceArray<int> values(start);
    const auto kernel = right ? add_partners<true> : add_partners<false>;
    kernel<<<1, 32>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}
