// 1000 elements, and a grid that was rounded down: 40 elements have no thread.
// checker: contract
// finds: ClauseFailed

#include "../check.h"

#include <ws/ws.h>

__global__ void fill(ws::disjoint_span<int> out) {
    WS_REQUIRES(ws::grid_covers(out), blockDim.x % 32 == 0); // [wrong]
    out.store(ws::index_1d(), 1);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(1000);
    fill<<<right ? (1000 + 63) / 64 : 1000 / 64, 64>>>({out.data(), 1000});
    if (right) expect_all("out", out.host(), std::vector<int>(1000, 1));
    return finish(argv[1]);
}
