// The barrier stands in the branch of the writing warp only. The reading warp runs past it to its
// end, and threads that ended are not waited for: nothing hangs, and nothing orders the two.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

__global__ void wrong_copy(int* out) {
    __shared__ int tile[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        tile[lane] = 5 * lane; // [wrong]
        __syncthreads();
    } else {
        out[lane] = tile[lane]; // [wrong]
    }
}

__global__ void right_copy(int* out) {
    __shared__ int tile[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) tile[lane] = 5 * lane;
    __syncthreads();
    if (threadIdx.x >= 32) out[lane] = tile[lane];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(32);
    for (int i = 0; i < 32; ++i)
        expected[i] = 5 * i;
    DeviceArray<int> out(32);
    const auto kernel = right ? right_copy : wrong_copy;
    kernel<<<1, 64>>>(out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
