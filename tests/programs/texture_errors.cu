// Asks for arrays, textures and surfaces that cannot be; the errors are those of an H200 (driver 580).
// expect: texture_errors: ok
#include "textures.h"

void check(const char* what, cudaError_t got, cudaError_t expected) {
    cudaGetLastError();
    expect(what, int(got), int(expected));
}

void check_arrays() {
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc real = cudaCreateChannelDesc<float>();
    const cudaChannelFormatDesc three = {32, 32, 32, 0, cudaChannelFormatKindFloat};
    check("no place", cudaMallocArray(nullptr, &real, 8, 8), cudaErrorInvalidValue);
    check("three channels", cudaMallocArray(&array, &three, 8, 8), cudaErrorInvalidChannelDescriptor);
    check("no width", cudaMallocArray(&array, &real, 0, 8), cudaErrorInvalidValue);
    check("too wide", cudaMallocArray(&array, &real, 131073, 0), cudaErrorInvalidValue);
    check("layers in two dimensions", cudaMallocArray(&array, &real, 8, 8, cudaArrayLayered), cudaErrorInvalidValue);
    check("five faces", cudaMalloc3DArray(&array, &real, {8, 8, 5}, cudaArrayCubemap), cudaErrorInvalidValue);
    check("2049 layers", cudaMalloc3DArray(&array, &real, {8, 8, 2049}, cudaArrayLayered), cudaErrorInvalidValue);
    check("free of nothing", cudaFreeArray(nullptr), cudaSuccess);
}

void check_copies(cudaArray_t array) {
    char buffer[256] = {};
    const auto copy = [&](std::size_t x, std::size_t y, std::size_t pitch, std::size_t width, std::size_t height,
                          cudaMemcpyKind kind) {
        return cudaMemcpy2DToArray(array, x, y, buffer, pitch, width, height, kind);
    };
    check("whole", copy(0, 0, 28, 28, 5, cudaMemcpyHostToDevice), cudaSuccess);
    check("wider than the pitch", copy(0, 0, 24, 28, 5, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
    check("too high", copy(0, 0, 28, 28, 6, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    check("beyond the row", copy(4, 0, 28, 28, 5, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    check("half a texel", copy(2, 1, 28, 24, 4, cudaMemcpyHostToDevice), cudaSuccess);
    check("nothing", copy(0, 0, 28, 0, 5, cudaMemcpyHostToDevice), cudaSuccess);
    check("wrong way", copy(0, 0, 28, 28, 5, cudaMemcpyDeviceToHost), cudaErrorInvalidMemcpyDirection);
    cudaMemcpy3DParms empty{};
    check("empty box", cudaMemcpy3D(&empty), cudaSuccess);
}

void check_textures(cudaArray_t array) {
    cudaTextureObject_t texture = 0;
    cudaResourceDesc resource = resource_of(array);
    cudaTextureDesc description = plain_description();
    check("no place", cudaCreateTextureObject(nullptr, &resource, &description, nullptr), cudaErrorInvalidValue);
    check("no description", cudaCreateTextureObject(&texture, &resource, nullptr, nullptr),
          cudaErrorInvalidResourceHandle);
    description.readMode = cudaReadModeNormalizedFloat;
    check("fractions of floats", cudaCreateTextureObject(&texture, &resource, &description, nullptr),
          cudaErrorInvalidNormSetting);
    cudaArray_t integers = make_array(std::vector<int>(35), {7, 5, 0});
    resource = resource_of(integers);
    description = plain_description();
    description.filterMode = cudaFilterModeLinear;
    check("linear integers", cudaCreateTextureObject(&texture, &resource, &description, nullptr),
          cudaErrorInvalidFilterSetting);
    description = plain_description();
    check("good", cudaCreateTextureObject(&texture, &resource, &description, nullptr), cudaSuccess);
    cudaResourceDesc got{};
    check("its resource", cudaGetTextureObjectResourceDesc(&got, texture), cudaSuccess);
    expect("the array", got.res.array.array == integers, true);
    check("destroy", cudaDestroyTextureObject(texture), cudaSuccess);
    check("destroy again", cudaDestroyTextureObject(texture), cudaSuccess);
    check("its resource afterwards", cudaGetTextureObjectResourceDesc(&got, texture), cudaErrorInvalidValue);
}

int main() {
    check_arrays();
    cudaArray_t array = make_array(std::vector<float>(35), {7, 5, 0});
    check_copies(array);
    check_textures(array);
    cudaChannelFormatDesc format{};
    cudaExtent extent{};
    unsigned flags = 9;
    CUDA_CHECK(cudaArrayGetInfo(&format, &extent, &flags, array));
    expect("bits", format.x, 32);
    expect("width", extent.width, std::size_t{7});
    expect("depth", extent.depth, std::size_t{0});
    expect("flags", flags, 0u);
    return finish("texture_errors");
}
