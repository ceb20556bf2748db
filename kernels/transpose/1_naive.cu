// Shows what uncoalesced stores cost: the naive transpose reads whole rows but writes columns, so
// the 32 lanes of a warp store into 32 different memory sectors.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

// Every CUDA call returns a status; stop at the first one that is not success.
#define CHECK(call)                                                                              \
    do {                                                                                         \
        const cudaError_t status = (call);                                                       \
        if (status != cudaSuccess) {                                                             \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                   \
                         cudaGetErrorString(status));                                            \
            std::exit(1);                                                                        \
        }                                                                                        \
    } while (0)
constexpr int tile = 32;  // a block is tile x tile threads, one element each

__global__ void transpose_naive(const unsigned* input, unsigned* output, int width, int height) {
    const int x = blockIdx.x * tile + threadIdx.x;
    const int y = blockIdx.y * tile + threadIdx.y;
    if (x < width && y < height) {
        // Lanes of a warp differ in x. The load walks along a row: neighbours in memory. The store
        // walks down a column: each lane is `height` elements away from the one before it.
        output[x * height + y] = input[y * width + x];
    }
}

int main(int argc, char** argv) {
    // On purpose not multiples of 32: the tiles at the right and lower edge are only partly filled.
    const int width = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int height = argc > 2 ? std::atoi(argv[2]) : argc > 1 ? width : 777;
    if (width <= 0 || height <= 0) {
        std::fprintf(stderr, "usage: %s [width [height]]\n", argv[0]);
        return 2;
    }

    const size_t count = static_cast<size_t>(width) * height;
    std::vector<unsigned> input(count), output(count);
    std::iota(input.begin(), input.end(), 0u);  // every element different

    unsigned *device_input, *device_output;
    CHECK(cudaMalloc(&device_input, count * sizeof(unsigned)));
    CHECK(cudaMalloc(&device_output, count * sizeof(unsigned)));
    CHECK(cudaMemcpy(device_input, input.data(), count * sizeof(unsigned),
                     cudaMemcpyHostToDevice));

    const dim3 block(tile, tile);
    const dim3 grid((width + tile - 1) / tile, (height + tile - 1) / tile);
    transpose_naive<<<grid, block>>>(device_input, device_output, width, height);
    CHECK(cudaGetLastError());

    CHECK(cudaMemcpy(output.data(), device_output, count * sizeof(unsigned),
                     cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_input));
    CHECK(cudaFree(device_output));

    for (int row = 0; row < width; ++row) {
        for (int column = 0; column < height; ++column) {
            const unsigned got = output[static_cast<size_t>(row) * height + column];
            const unsigned expected = input[static_cast<size_t>(column) * width + row];
            if (got != expected) {
                std::printf("transpose_naive: row %d, column %d is %u, expected %u\n", row,
                            column, got, expected);
                return 1;
            }
        }
    }
    std::printf("transpose_naive: %d x %d elements: ok\n", width, height);
    return 0;
}
