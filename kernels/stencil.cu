// Shows heat spreading over a plate, a 5-point stencil: each block copies its tile and the cells
// around it into shared memory once, instead of reading every cell five times.

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
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
constexpr int tile = 16;

__global__ void heat_step(const float* from, float* to, int width, int height, float rate) {
    // One cell more on every side: the neighbours of the tile's edge, called its halo.
    __shared__ float cells[tile + 2][tile + 2];

    const int x = blockIdx.x * tile + threadIdx.x;
    const int y = blockIdx.y * tile + threadIdx.y;
    const auto at = [&](int column, int row) {
        // The plate's edge is kept at 0 degrees.
        const bool inside = column >= 0 && column < width && row >= 0 && row < height;
        return inside ? from[row * width + column] : 0.0f;
    };
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    cells[ty][tx] = at(x, y);
    if (threadIdx.x == 0) {
        cells[ty][0] = at(x - 1, y);
    }
    if (threadIdx.x == tile - 1) {
        cells[ty][tile + 1] = at(x + 1, y);
    }
    if (threadIdx.y == 0) {
        cells[0][tx] = at(x, y - 1);
    }
    if (threadIdx.y == tile - 1) {
        cells[tile + 1][tx] = at(x, y + 1);
    }
    __syncthreads();

    if (x < width && y < height) {
        const float here = cells[ty][tx];
        const float around = cells[ty][tx - 1] + cells[ty][tx + 1] + cells[ty - 1][tx] +
                             cells[ty + 1][tx];
        to[y * width + x] = here + rate * (around - 4.0f * here);
    }
}

/// The same on the host, in double precision.
void host_step(const std::vector<double>& from, std::vector<double>& to, int width, int height,
               double rate) {
    const auto at = [&](int x, int y) {
        return x >= 0 && x < width && y >= 0 && y < height ? from[y * width + x] : 0.0;
    };
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const double around = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
            to[y * width + x] = at(x, y) + rate * (around - 4 * at(x, y));
        }
    }
}

int main(int argc, char** argv) {
    const int width = argc > 1 ? std::atoi(argv[1]) : 100;
    const int height = argc > 2 ? std::atoi(argv[2]) : 75;
    const int steps = argc > 3 ? std::atoi(argv[3]) : 20;
    if (width <= 0 || height <= 0 || steps <= 0) {
        std::fprintf(stderr, "usage: %s [width [height [steps]]]\n", argv[0]);
        return 2;
    }
    const size_t count = static_cast<size_t>(width) * height;
    std::vector<float> plate(count);
    for (size_t i = 0; i < count; ++i) {
        plate[i] = static_cast<float>(i * 37 % 101);
    }
    std::vector<double> expected(plate.begin(), plate.end()), next(count);

    float *from, *to;
    CHECK(cudaMalloc(&from, count * sizeof(float)));
    CHECK(cudaMalloc(&to, count * sizeof(float)));
    CHECK(cudaMemcpy(from, plate.data(), count * sizeof(float), cudaMemcpyHostToDevice));

    // Every step reads what the one before it wrote: launches of a stream run one after the other.
    const dim3 block(tile, tile), grid((width + tile - 1) / tile, (height + tile - 1) / tile);
    const float rate = 0.2f;
    for (int step = 0; step < steps; ++step) {
        heat_step<<<grid, block>>>(from, to, width, height, rate);
        CHECK(cudaGetLastError());
        std::swap(from, to);
        host_step(expected, next, width, height, rate);
        std::swap(expected, next);
    }
    CHECK(cudaMemcpy(plate.data(), from, count * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));

    double largest = 0;
    for (size_t i = 0; i < count; ++i) {
        largest = std::fmax(largest, std::fabs(plate[i] - expected[i]));
    }
    if (!(largest < 1e-3)) {  // also when it is not a number
        std::printf("stencil: differs from the host's by up to %g\n", largest);
        return 1;
    }
    std::printf("stencil: %d x %d cells, %d steps: ok\n", width, height, steps);
    return 0;
}
