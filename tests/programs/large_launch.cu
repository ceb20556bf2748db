// Launches grids with more than 65535 blocks and with all three dimensions in use.
// expect: large_launch: ok
// exit: 0
// cli-exit: 0
// options: --check none

#include "check.h"

// Each block stores its own coordinates at its linear number; each thread counts itself.
__global__ void store_coordinates(uint4* out, unsigned* threads_seen) {
    const unsigned block =
        (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned thread =
        (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (thread == blockDim.x * blockDim.y * blockDim.z - 1) {
        out[block] = make_uint4(blockIdx.x, blockIdx.y, blockIdx.z, thread);
    }
    atomicAdd(threads_seen, 1u);
}

void check_grid(dim3 grid, dim3 block) {
    const unsigned blocks = grid.x * grid.y * grid.z, threads = block.x * block.y * block.z;
    DeviceArray<uint4> out(blocks);
    DeviceArray<unsigned> threads_seen(1);
    store_coordinates<<<grid, block>>>(out.data(), threads_seen.data());
    CUDA_CHECK(cudaGetLastError());
    const std::string name = "grid " + std::to_string(grid.x) + " x " + std::to_string(grid.y) +
                             " x " + std::to_string(grid.z);
    expect((name + ": threads").c_str(), threads_seen.host()[0], blocks * threads);
    const std::vector<uint4> got = out.host();
    for (unsigned i = 0; i < blocks; ++i) {
        if (got[i].x != i % grid.x || got[i].y != i / grid.x % grid.y ||
            got[i].z != i / grid.x / grid.y || got[i].w != threads - 1) {
            expect((name + ": wrong block").c_str(), i, ~0u);
            return;
        }
    }
}

int main() {
    check_grid(dim3(70'000), dim3(1));
    check_grid(dim3(1, 65'535), dim3(1));
    check_grid(dim3(1, 1, 65'535), dim3(3));
    check_grid(dim3(37, 29, 31), dim3(4, 4, 2));
    check_grid(dim3(3, 2, 2), dim3(5, 3, 7));   // warps that are not full
    check_grid(dim3(2, 3), dim3(1024));
    check_grid(dim3(2, 1, 3), dim3(1, 16, 64));
    check_grid(dim3(5), dim3(33));
    return finish("large_launch");
}
