// Runs of 4 elements dealt with a stride that the host computed for fewer threads. The index gives no
// runs then; the contract says why.
// checker: contract
// finds: ClauseFailed

#include "../check.h"

#include <ws/ws.h>

__global__ void fill(ws::disjoint_span<int, ws::strided_runs<4>> out, ws::uniform<unsigned> stride) {
    WS_REQUIRES(ws::stride_fits<4>(stride)); // [wrong]
    for (auto run : out.get(ws::grid_stride_runs<4>(stride)))
        for (int& element : run) element = 1;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(1000);
    fill<<<2, 32>>>({out.data(), 1000}, right ? 2 * 32 * 4 : 2 * 32);
    if (right) expect_all("out", out.host(), std::vector<int>(1000, 1));
    return finish(argv[1]);
}
