// Shows Conway's game of life on a world without edges, 32 cells to a word: a thread computes a
// whole word of cells at once with logic alone, and no lane takes another branch than its neighbour.

#include <cuda_runtime.h>

#include <bit>
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
/// The sums of three one-bit numbers, 32 times side by side: their ones and twos.
struct Sum {
    unsigned ones, twos;
};
__device__ Sum add(unsigned a, unsigned b, unsigned c) {
    return {a ^ b ^ c, (a & b) | (c & (a | b))};
}

__global__ void generation(const unsigned* from, unsigned* to, int words, int height) {
    const int word = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (word >= words || y >= height) {
        return;
    }
    const int left = (word + words - 1) % words, right = (word + 1) % words;

    // For each of three rows: the cells, and the same shifted by one cell to either side.
    Sum rows[3];
    unsigned middle = 0;
    for (int k = 0; k < 3; ++k) {
        const unsigned* row = from + static_cast<size_t>((y + height + k - 1) % height) * words;
        const unsigned here = row[word];
        const unsigned west = here << 1 | row[left] >> 31;
        const unsigned east = here >> 1 | row[right] << 31;
        rows[k] = k == 1 ? add(west, 0, east) : add(west, here, east);
        middle = k == 1 ? here : middle;
    }

    // The number of living neighbours, as bits: ones and twos; fours when it is 4 or more.
    const Sum ones = add(rows[0].ones, rows[1].ones, rows[2].ones);
    const Sum twos = add(rows[0].twos, rows[1].twos, rows[2].twos);
    const unsigned two = twos.ones ^ ones.twos;
    const unsigned four = twos.twos | (twos.ones & ones.twos);
    // Alive next: three neighbours, or two and alive now.
    to[static_cast<size_t>(y) * words + word] = two & ~four & (ones.ones | middle);
}

/// One generation on the host, cell by cell.
std::vector<unsigned char> host_generation(const std::vector<unsigned char>& cells, int width,
                                           int height) {
    std::vector<unsigned char> next(cells.size());
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            int neighbours = 0;
            for (int dy : {height - 1, 0, 1}) {
                for (int dx : {width - 1, 0, 1}) {
                    if (dx != 0 || dy != 0) {
                        neighbours += cells[(y + dy) % height * width + (x + dx) % width];
                    }
                }
            }
            next[y * width + x] = neighbours == 3 || (neighbours == 2 && cells[y * width + x]);
        }
    }
    return next;
}

int main(int argc, char** argv) {
    const int words = argc > 1 ? std::atoi(argv[1]) : 5;
    const int height = argc > 2 ? std::atoi(argv[2]) : 90;
    const int generations = argc > 3 ? std::atoi(argv[3]) : 30;
    if (words <= 0 || height <= 2 || generations <= 0) {
        std::fprintf(stderr, "usage: %s [words of 32 cells [height [generations]]]\n", argv[0]);
        return 2;
    }
    const int width = 32 * words;
    std::vector<unsigned char> cells(static_cast<size_t>(width) * height);
    std::vector<unsigned> world(static_cast<size_t>(words) * height);
    unsigned state = 5;
    for (size_t i = 0; i < cells.size(); ++i) {
        state = state * 1664525u + 1013904223u;
        cells[i] = state >> 30 == 0;
        world[i / 32] |= static_cast<unsigned>(cells[i]) << i % 32;
    }

    unsigned *from, *to;
    CHECK(cudaMalloc(&from, world.size() * sizeof(unsigned)));
    CHECK(cudaMalloc(&to, world.size() * sizeof(unsigned)));
    CHECK(cudaMemcpy(from, world.data(), world.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
    const dim3 block(8, 16), grid((words + 7) / 8, (height + 15) / 16);
    for (int k = 0; k < generations; ++k) {
        generation<<<grid, block>>>(from, to, words, height);
        CHECK(cudaGetLastError());
        std::swap(from, to);
        cells = host_generation(cells, width, height);
    }
    CHECK(cudaMemcpy(world.data(), from, world.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));

    int alive = 0;
    for (size_t i = 0; i < cells.size(); ++i) {
        const unsigned got = world[i / 32] >> i % 32 & 1;
        if (got != cells[i]) {
            std::printf("game_of_life: cell %d of row %d is %u, expected %d\n",
                        static_cast<int>(i % width), static_cast<int>(i / width), got, cells[i]);
            return 1;
        }
        alive += cells[i];
    }
    std::printf("game_of_life: %d x %d cells, %d generations, %d alive: ok\n", width, height,
                generations, alive);
    return 0;
}
