// Writes outside a surface in the default mode, which traps.
// expect: surface_trap: cudaErrorIllegalAddress
// exit: 0
// cli-exit: 1
// finding: surface_trap.cu:12
// finding: surface coordinates out of range
#include "textures.h"

__global__ void write_row(cudaSurfaceObject_t surface) {
    // Row 3 of rows 0 to 2.
    const int x = int(threadIdx.x);
    surf2Dwrite(1.0f, surface, x * 4, 3);
}

int main() {
    cudaArray_t array = make_array(std::vector<float>(12), {4, 3, 0}, cudaArraySurfaceLoadStore);
    write_row<<<1, 4>>>(make_surface(array));
    const cudaError_t status = cudaDeviceSynchronize();
    std::printf("surface_trap: %s\n", cudaGetErrorName(status));
    return status == cudaErrorIllegalAddress ? 0 : 1;
}
