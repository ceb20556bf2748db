// Each warp fills rows of a tile, and waits for itself only before it reads. That would do for the
// rows it wrote; but with the index transposed it reads columns, which other warps write.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

constexpr int n = 8; // a warp has four rows

template<bool right>
__global__ void transpose(const int* in, int* out) {
    __shared__ int tile[n][n + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * n + x]; // [wrong]
    if constexpr (right)
        __syncthreads();
    else
        __syncwarp();
    out[y * n + x] = tile[x][y]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n * n), expected(n * n);
    for (int i = 0; i < n * n; ++i) {
        start[i] = i;
        expected[i % n * n + i / n] = i;
    }
    DeviceArray<int> in(start), out(n * n);
    const auto kernel = right ? transpose<true> : transpose<false>;
    kernel<<<1, dim3(n, n)>>>(in.data(), out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}
