// A grid-stride loop whose stride the host computed for a smaller grid: threads come to elements that
// others have had already.
// checker: ownership
// finds: TwoOwners

#include "../check.h"

#include <ws/ws.h>

__global__ void fill(ws::scatter_span<int> out, unsigned stride) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < out.size(); i += stride)
        out.store(i, 1); // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    constexpr unsigned blocks = 4, threads = 32;
    DeviceArray<int> out(1000);
    fill<<<blocks, threads>>>({out.data(), 1000}, right ? blocks * threads : 2 * threads);
    expect_all("out", out.host(), std::vector<int>(1000, 1));
    return finish(argv[1]);
}
