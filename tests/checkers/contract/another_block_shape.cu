// The kernel is written for blocks of 16 x 16 threads and launched with as many in a row.
// checker: contract
// finds: ClauseFailed

#include "../check.h"

#include <ws/ws.h>

__global__ void transpose(ws::disjoint_span<int, ws::rows<16>> out, ws::span<const int> in) {
    WS_REQUIRES(ws::block_shape() == ws::shape(16, 16), in.size() == 256); // [wrong]
    __shared__ int tile[16][17];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    out.store(ws::index_2d<16>(), tile[threadIdx.x][threadIdx.y]);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> values(256), expected(256);
    for (int i = 0; i < 256; ++i) values[i] = i, expected[i % 16 * 16 + i / 16] = i;
    DeviceArray<int> in(values), out(256);
    transpose<<<1, right ? dim3(16, 16) : dim3(256)>>>({out.data(), 256}, {in.data(), 256});
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
