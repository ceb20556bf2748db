// 40 rows in tiles of 16: two rows of tiles leave 8 rows without a thread, and nobody notices.
// checker: contract
// finds: ClauseFailed

#include "../check.h"

#include <ws/ws.h>

__global__ void fill(ws::disjoint_span<int, ws::tiles<16, 16>> out) {
    WS_REQUIRES(ws::grid_covers(out)); // [wrong]
    const auto tile = out.get(ws::tile_index<16, 16>());
    for (unsigned r = 0; r < tile.rows(); ++r)
        for (unsigned c = 0; c < tile.columns(); ++c) tile(r, c) = 1;
}

__global__ void fill_beginning(ws::disjoint_span<int, ws::tiles<16, 16>> out) {
    WS_REQUIRES(ws::grid_covers(out, ws::prefix)); // meant: the rest is for another launch
    const auto tile = out.get(ws::tile_index<16, 16>());
    for (unsigned r = 0; r < tile.rows(); ++r)
        for (unsigned c = 0; c < tile.columns(); ++c) tile(r, c) = 2;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(40 * 32);
    const unsigned tiles = right ? (40 + 15) / 16 : 40 / 16;
    fill<<<dim3(1, tiles), dim3(2, 1)>>>({out.data(), 40, 32});
    if (right) {
        fill_beginning<<<dim3(1, 2), dim3(2, 1)>>>({out.data(), 40, 32});
        std::vector<int> expected(40 * 32, 2);
        std::fill(expected.begin() + 32 * 32, expected.end(), 1);
        expect_all("out", out.host(), expected);
    }
    return finish(argv[1]);
}
