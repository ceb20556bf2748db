// Arrays, textures and surfaces as the test programs make them.
#pragma once

#include "check.h"

// A CUDA array with these texels; extents that it lacks are 0.
template <class T>
cudaArray_t make_array(const std::vector<T>& texels, cudaExtent extent, unsigned flags = 0) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray_t array = nullptr;
    CUDA_CHECK(cudaMalloc3DArray(&array, &format, extent, flags));
    cudaMemcpy3DParms copy{};
    const std::size_t rows = extent.height == 0 ? 1 : extent.height;
    copy.srcPtr = make_cudaPitchedPtr(const_cast<T*>(texels.data()), extent.width * sizeof(T),
                                      extent.width, rows);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(extent.width, rows, extent.depth == 0 ? 1 : extent.depth);
    copy.kind = cudaMemcpyHostToDevice;
    CUDA_CHECK(cudaMemcpy3D(&copy));
    return array;
}

inline cudaResourceDesc resource_of(cudaArray_t array) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

// Clamped, nearest texel, coordinates in texels.
inline cudaTextureDesc plain_description() {
    cudaTextureDesc description{};
    for (cudaTextureAddressMode& mode : description.addressMode) mode = cudaAddressModeClamp;
    return description;
}

inline cudaTextureObject_t make_texture(cudaArray_t array, const cudaTextureDesc& description) {
    const cudaResourceDesc resource = resource_of(array);
    cudaTextureObject_t texture = 0;
    CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

inline cudaSurfaceObject_t make_surface(cudaArray_t array) {
    const cudaResourceDesc resource = resource_of(array);
    cudaSurfaceObject_t surface = 0;
    CUDA_CHECK(cudaCreateSurfaceObject(&surface, &resource));
    return surface;
}

// The texels of a whole array.
template <class T>
std::vector<T> texels_of(cudaArray_t array, cudaExtent extent) {
    const std::size_t rows = extent.height == 0 ? 1 : extent.height;
    const std::size_t slices = extent.depth == 0 ? 1 : extent.depth;
    std::vector<T> texels(extent.width * rows * slices);
    cudaMemcpy3DParms copy{};
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(texels.data(), extent.width * sizeof(T), extent.width, rows);
    copy.extent = make_cudaExtent(extent.width, rows, slices);
    copy.kind = cudaMemcpyDeviceToHost;
    CUDA_CHECK(cudaMemcpy3D(&copy));
    return texels;
}
