// Allocates pitched memory of three dimensions, fills boxes of it and lets a kernel walk through it.
// expect: pitched_boxes: ok
// exit: 0
// cli-exit: 0

#include "check.h"

constexpr int width = 5, height = 4, depth = 3; // ints, rows, slices

__global__ void add_place(cudaPitchedPtr memory) {
    const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    char* const row = static_cast<char*>(memory.ptr) + (z * memory.ysize + y) * memory.pitch;
    reinterpret_cast<int*>(row)[x] += 100 * z + 10 * y + x;
}

int main() {
    cudaPitchedPtr memory = {};
    CUDA_CHECK(cudaMalloc3D(&memory, make_cudaExtent(width * sizeof(int), height, depth)));
    expect("pitch", memory.pitch >= width * sizeof(int) && memory.pitch % 32 == 0, true);
    expect("rows of a slice", memory.ysize, size_t{height});
    CUDA_CHECK(cudaMemset3D(memory, 0, make_cudaExtent(width * sizeof(int), height, depth)));
    // Two rows of two slices, one byte wide: the low bytes of the first ints.
    CUDA_CHECK(cudaMemset3DAsync(memory, 1, make_cudaExtent(1, 2, 2), nullptr));
    add_place<<<1, dim3(width, height, depth)>>>(memory);
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> got(width * height * depth), expected(got.size());
    CUDA_CHECK(cudaMemcpy2D(got.data(), width * sizeof(int), memory.ptr, memory.pitch,
                            width * sizeof(int), height * depth, cudaMemcpyDeviceToHost));
    for (int z = 0; z < depth; ++z)
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                expected[(z * height + y) * width + x] =
                    100 * z + 10 * y + x + (x == 0 && y < 2 && z < 2 ? 1 : 0);
    expect_all("box", got, expected);
    expect("nothing to fill", cudaMemset3D(memory, 1, make_cudaExtent(0, 1, 1)), cudaSuccess);
    expect("too wide", cudaMemset3D(memory, 1, make_cudaExtent(memory.pitch + 1, 1, 1)),
           cudaErrorInvalidValue);
    expect("too deep", cudaMemset3D(memory, 1, make_cudaExtent(1, height, depth + 1)),
           cudaErrorInvalidValue);
    cudaGetLastError();
    CUDA_CHECK(cudaFree(memory.ptr));
    return finish("pitched_boxes");
}
