// Half of a warp exchanges values while the other half only waits, both with the mask of all lanes:
// lanes exchange values at one and the same instruction only.
// checker: sync
// finds: BadMemberMask

#include "../check.h"

template<bool right>
__global__ void exchange(int* out) {
    const int lane = threadIdx.x;
    int value = lane;
    if constexpr (right) {
        value = __shfl_xor_sync(0xFFFFFFFF, lane, 1);
        __syncwarp();
    } else if (lane < 16) {
        value = __shfl_xor_sync(0xFFFFFFFF, lane, 1); // [maybe]
    } else {
        __syncwarp(); // [maybe]
    }
    out[lane] = value;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(32);
    const auto kernel = right ? exchange<true> : exchange<false>;
    kernel<<<1, 32>>>(out.data());
    if (right) {
        std::vector<int> expected(32);
        for (int i = 0; i < 32; ++i)
            expected[i] = i ^ 1;
        expect_all("out", out.host(), expected);
    }
    return finish(argv[1]);
}
