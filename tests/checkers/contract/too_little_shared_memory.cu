// The kernel keeps a value of each thread in dynamic shared memory, and the launch asks for the number
// of values instead of their bytes.
// checker: contract
// finds: ClauseFailed

#include "../check.h"

#include <ws/ws.h>

__global__ void mirror(ws::disjoint_span<int> out) {
    WS_REQUIRES(ws::dynamic_shared_bytes() >= blockDim.x * sizeof(int), // [wrong]
                ws::dynamic_shared_alignment() >= alignof(int));
    const auto values = ws::dynamic_shared<int>();
    values[threadIdx.x] = static_cast<int>(threadIdx.x);
    __syncthreads();
    out.store(ws::index_1d(), values[blockDim.x - 1 - threadIdx.x]);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(64);
    for (int i = 0; i < 64; ++i) expected[i] = 63 - i;
    DeviceArray<int> out(64);
    mirror<<<1, 64, right ? 64 * sizeof(int) : 64>>>({out.data(), 64});
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
