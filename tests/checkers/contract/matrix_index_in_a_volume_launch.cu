// The kernel takes a 2-D index and is launched for a volume: each slice would write the same matrix.
// checker: contract
// finds: WrongRank

#include "../check.h"

#include <ws/ws.h>

__global__ void fill(ws::disjoint_span<int, ws::rows<8>> out) {
    out.store(ws::index_2d<8>(), 1); // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(64);
    fill<<<dim3(1, 1, right ? 1 : 4), dim3(8, 8)>>>({out.data(), 64});
    expect_all("out", out.host(), std::vector<int>(64, right ? 1 : 0));
    return finish(argv[1]);
}
