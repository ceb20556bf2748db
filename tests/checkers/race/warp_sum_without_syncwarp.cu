// The lanes of a warp add up a shared array and trust that they run in step. Since Volta they may
// not: without __syncwarp a lane may read its partner's word before or after it was changed.
// checker: race
// finds: Race shared intra-warp read-write warp-synchronous

#include "../check.h"

template<bool right>
__global__ void add_up(const int* values, int* sum) {
    __shared__ int words[32];
    const int lane = threadIdx.x;
    words[lane] = values[lane]; // [wrong]
    for (int distance = 16; distance > 0; distance /= 2) {
        if constexpr (right) __syncwarp();
        if (lane < distance) words[lane] += words[lane + distance]; // [wrong]
    }
    if (lane == 0) *sum = words[0];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32);
    for (int i = 0; i < 32; ++i)
        start[i] = i + 1;
    DeviceArray<int> values(start), sum(1);
    const auto kernel = right ? add_up<true> : add_up<false>;
    kernel<<<1, 32>>>(values.data(), sum.data());
    if (right) expect_all("sum", sum.host(), {32 * 33 / 2});
    return finish(argv[1]);
}
