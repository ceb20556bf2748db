// A tile in shared memory has a halo of one row on each side. The faulty kernel loads the halo
// after the barrier, so the warps of the outer rows may add halo words that are not there yet.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

constexpr int width = 32, height = 4;

template<bool right>
__global__ void add_neighbours(const int* in, int* out) {
    __shared__ int tile[height + 2][width];
    const int x = threadIdx.x, y = threadIdx.y;
    tile[y + 1][x] = in[(y + 1) * width + x];
    if constexpr (!right) __syncthreads();
    if (y < 2) {
        const int row = y == 0 ? height + 1 : 0; // neither row is read by the warp that loads it
        tile[row][x] = in[row * width + x];      // [wrong]
    }
    if constexpr (right) __syncthreads();
    out[y * width + x] = tile[y][x] - tile[y + 1][x] + tile[y + 2][x]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start((height + 2) * width), expected(height * width);
    for (int i = 0; i < (height + 2) * width; ++i)
        start[i] = i * i;
    for (int i = 0; i < height * width; ++i)
        expected[i] = start[i] - start[i + width] + start[i + 2 * width];
    DeviceArray<int> in(start), out(height * width);
    const auto kernel = right ? add_neighbours<true> : add_neighbours<false>;
    kernel<<<1, dim3(width, height)>>>(in.data(), out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
