// 131070 rows of 65536 elements are more than 32 bits count: row 65536 would begin at element 0 again.
// checker: contract
// finds: IndexTooLarge

#include "../check.h"

#include <ws/ws.h>

__global__ void fill(ws::disjoint_span<int, ws::rows<65536>> out) {
    out.store(ws::index_2d<65536>(), 1); // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(64);
    fill<<<dim3(1, right ? 2 : 65535), dim3(1, 2)>>>({out.data(), 64});
    expect("out", out.host().front(), right ? 1 : 0);
    return finish(argv[1]);
}
