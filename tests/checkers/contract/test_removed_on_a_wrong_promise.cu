// The test against the size was taken out because the contract promises a thread for each element. It
// promises the wrong thing: that there are enough threads, not that there are no more. The emulator
// sees what the contract does not.
// checker: memory
// finds: OutOfBounds

#include "../check.h"

#include <ws/ws.h>

template <bool right>
__global__ void fill(int* out, int n) {
    if constexpr (right)
        WS_REQUIRES(gridDim.x * blockDim.x == n);
    else
        WS_REQUIRES(gridDim.x * blockDim.x >= n);
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    const int n = right ? 96 : 100;
    DeviceArray<int> out(n);
    const auto kernel = right ? fill<true> : fill<false>;
    kernel<<<(n + 31) / 32, 32>>>(out.data(), n);
    if (right) expect_all("out", out.host(), std::vector<int>(n, 1));
    return finish(argv[1]);
}
