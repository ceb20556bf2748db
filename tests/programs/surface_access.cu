// Writes surfaces of every geometry and reads them back, inside and outside.
// expect: surface_access: ok
#include "textures.h"

__global__ void fill(cudaSurfaceObject_t flat, cudaSurfaceObject_t volume, cudaSurfaceObject_t layers) {
    const int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
    if (z == 0) surf2Dwrite(float(10 * y + x), flat, x * int(sizeof(float)), y);
    surf3Dwrite(short(100 * z + 10 * y + x), volume, x * int(sizeof(short)), y, z);
    surf2DLayeredwrite(make_uchar4(x, y, z, 7), layers, x * int(sizeof(uchar4)), y, z);
}

__global__ void turn(cudaSurfaceObject_t flat, float* out) {
    const int x = threadIdx.x, y = threadIdx.y;
    out[4 * y + x] = surf2Dread<float>(flat, (3 - x) * int(sizeof(float)), 2 - y);
}

__global__ void outside(cudaSurfaceObject_t flat, float* out) {
    out[0] = surf2Dread<float>(flat, -4, 0, cudaBoundaryModeZero);
    out[1] = surf2Dread<float>(flat, 400, 1, cudaBoundaryModeClamp);
    out[2] = surf2Dread<float>(flat, 0, -3, cudaBoundaryModeClamp);
    surf2Dwrite(77.0f, flat, 400, 2, cudaBoundaryModeZero);
    surf2Dwrite(88.0f, flat, -400, 5, cudaBoundaryModeClamp);
}

int main() {
    const cudaExtent flat_extent = {4, 3, 0}, deep_extent = {4, 3, 2};
    cudaArray_t flat = make_array(std::vector<float>(12), flat_extent, cudaArraySurfaceLoadStore);
    cudaArray_t volume = make_array(std::vector<short>(24), deep_extent, cudaArraySurfaceLoadStore);
    cudaArray_t layers = make_array(std::vector<uchar4>(24), deep_extent,
                                    cudaArraySurfaceLoadStore | cudaArrayLayered);
    const cudaSurfaceObject_t flat_surface = make_surface(flat);
    fill<<<2, dim3(4, 3)>>>(flat_surface, make_surface(volume), make_surface(layers));
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::vector<float> filled = texels_of<float>(flat, flat_extent);
    const std::vector<short> deep = texels_of<short>(volume, deep_extent);
    const std::vector<uchar4> layered = texels_of<uchar4>(layers, deep_extent);
    for (int k = 0; k < 24; ++k) {
        const int x = k % 4, y = k / 4 % 3, z = k / 12;
        if (z == 0) expect("flat", filled[k], float(10 * y + x));
        expect("volume", deep[k], short(100 * z + 10 * y + x));
        expect("layer", layered[k].x == x && layered[k].y == y && layered[k].z == z && layered[k].w == 7, true);
    }
    DeviceArray<float> turned(12), edges(3);
    turn<<<1, dim3(4, 3)>>>(flat_surface, turned.data());
    expect_all("turned", turned.host(), {23, 22, 21, 20, 13, 12, 11, 10, 3, 2, 1, 0});
    outside<<<1, 1>>>(flat_surface, edges.data());
    expect_all("outside", edges.host(), {0, 13, 0});
    expect("clamped write", texels_of<float>(flat, flat_extent)[8], 88);
    return finish("surface_access");
}
