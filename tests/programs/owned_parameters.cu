// Raw pointers that the command line declares owned: by element, by block and by tiles of blocks.
// options: --owned histogram:0=element --owned halves:0=block --owned tiles:0=tile:4x8 --owned clean:0=tile:4x8x16
// cli-exit: 1
// finding: by two threads in one launch
// finding: owned_parameters.cu:18
// finding: by two blocks in one launch
// finding: owned_parameters.cu:23
// finding: by a block that it does not belong to
// finding: it belongs to block (1, 0, 0)
// finding: owned_parameters.cu:29
// expect: owned_parameters: ok

#include "check.h"

namespace {

__global__ void histogram(int* bins, const int* values) {
    bins[values[threadIdx.x]] = 1;
}

__global__ void halves(short* out) { // each block fills twice its half
    for (unsigned i = threadIdx.x; i < 64; i += blockDim.x)
        out[blockIdx.x * 32 + i] = 1;
}

__global__ void tiles(int* out) {
    const unsigned column = blockIdx.x * 8 + threadIdx.x + 1;
    const unsigned row = blockIdx.y * 4 + threadIdx.y;
    if (column < 16) out[row * 16 + column] = 1;
}

__global__ void clean(int* out) {
    out[(blockIdx.y * 4 + threadIdx.y) * 16 + blockIdx.x * 8 + threadIdx.x] = 1;
}

} // namespace

int main() {
    DeviceArray<int> values(std::vector<int>{0, 1, 2, 1}), bins(4), matrix(8 * 16);
    DeviceArray<short> shorts(128);
    histogram<<<1, 4>>>(bins.data(), values.data());
    halves<<<2, 32>>>(shorts.data());
    tiles<<<dim3(2, 2), dim3(8, 4)>>>(matrix.data());
    clean<<<dim3(2, 2), dim3(8, 4)>>>(matrix.data());
    expect_all("matrix", matrix.host(), std::vector<int>(8 * 16, 1));
    return finish("owned_parameters");
}
