// Each thread fills its tile of 2 x 4 elements and, as it does when it reads, one column more. The
// fifth column belongs to the thread to the right.
// checker: ownership
// finds: ForeignOwner

#include "../check.h"

#include <ws/ws.h>

template <bool right>
__global__ void fill(ws::disjoint_span<int, ws::tiles<2, 4>> out) {
    const auto tile = out.get(ws::tile_index<2, 4>());
    const bool last = blockIdx.x * blockDim.x + threadIdx.x == 3;
    const unsigned columns = tile.columns() + (right || last ? 0 : 1);
    for (unsigned r = 0; r < tile.rows(); ++r)
        for (unsigned c = 0; c < columns; ++c) tile(r, c) = 9; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(8 * 15);
    const auto kernel = right ? fill<true> : fill<false>;
    kernel<<<dim3(2, 2), dim3(2, 2)>>>({out.data(), 8, 15}); // the last tile of a row is 3 wide
    expect_all("out", out.host(), std::vector<int>(8 * 15, 9));
    return finish(argv[1]);
}
