// Shows how a swizzle removes the bank conflicts of the tiled transpose without spending memory: each
// row keeps its elements in an order of its own, so that a column lies in 32 different banks.

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

__global__ void transpose_swizzled(const unsigned* input, unsigned* output, int width, int height) {
    __shared__ unsigned staged[tile][tile];

    // Read the tile row by row.
    const int x = blockIdx.x * tile + threadIdx.x;
    const int y = blockIdx.y * tile + threadIdx.y;
    if (x < width && y < height) {
        // Element x of row y is kept in column x ^ y: within a row that only changes the order.
        staged[threadIdx.y][threadIdx.x ^ threadIdx.y] = input[y * width + x];
    }

    // The element a thread writes was read by another thread: wait for the whole block. The barrier
    // stands outside of the `if`, because every thread has to reach it.
    __syncthreads();

    // The tile lands at the mirrored place. Block coordinates are swapped, thread coordinates are
    // not: lanes still differ in the fast index, so the store walks along a row of the output.
    const int out_x = blockIdx.y * tile + threadIdx.x;
    const int out_y = blockIdx.x * tile + threadIdx.y;
    if (out_x < height && out_y < width) {
        // Lane i reads element threadIdx.y of row i, which is in bank threadIdx.y ^ i: a different
        // one for each lane. Tiles that must keep 16-byte alignment cannot be padded, but swizzled.
        output[out_y * height + out_x] = staged[threadIdx.x][threadIdx.y ^ threadIdx.x];
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
    transpose_swizzled<<<grid, block>>>(device_input, device_output, width, height);
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
                std::printf("transpose_swizzled: row %d, column %d is %u, expected %u\n", row,
                            column, got, expected);
                return 1;
            }
        }
    }
    std::printf("transpose_swizzled: %d x %d elements: ok\n", width, height);
    return 0;
}
