// Samples small textures of every kind at deliberate coordinates, and prints raw bits: a line with the coordinates,
// a tab and the result's channels for each sample. The same program runs on the emulator and, built by nvcc, on a GPU.
//
//     texture_samples [samples a case] [word that the case names contain]
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "texture_cases.h"

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        const cudaError_t error = (call);                                                                              \
        if (error != cudaSuccess) {                                                                                    \
            std::printf("! %s: %s\n", #call, cudaGetErrorName(error));                                                 \
            return;                                                                                                    \
        }                                                                                                              \
    } while (0)

struct Point {
    float x, y, z;
    int layer;
};

template<class T> __device__ uint4 bits(T v);
template<> __device__ uint4 bits(float4 v) {
    return {__float_as_uint(v.x), __float_as_uint(v.y), __float_as_uint(v.z), __float_as_uint(v.w)};
}
template<> __device__ uint4 bits(int4 v) {
    return {unsigned(v.x), unsigned(v.y), unsigned(v.z), unsigned(v.w)};
}
template<> __device__ uint4 bits(uint4 v) { return v; }

template<class T>
__device__ T sample(cudaTextureObject_t t, Shape shape, Operation operation, Point p) {
    switch (shape) {
    case Array1D:
        if (operation == Lod) return tex1DLod<T>(t, p.x, p.y);
        if (operation == Grad) return tex1DGrad<T>(t, p.x, p.y, p.z);
        return tex1D<T>(t, p.x);
    case Linear: return tex1Dfetch<T>(t, p.layer);
    case Pitched:
    case Array2D:
        if (operation == Lod) return tex2DLod<T>(t, p.x, p.y, p.z);
        if (operation == Grad) return tex2DGrad<T>(t, p.x, p.y, make_float2(p.z, 0), make_float2(0, p.z));
        if (operation == Gather0) return tex2Dgather<T>(t, p.x, p.y, 0);
        if (operation == Gather1) return tex2Dgather<T>(t, p.x, p.y, 1);
        if (operation == Gather2) return tex2Dgather<T>(t, p.x, p.y, 2);
        if (operation == Gather3) return tex2Dgather<T>(t, p.x, p.y, 3);
        return tex2D<T>(t, p.x, p.y);
    case Array3D:
        if (operation == Lod) return tex3DLod<T>(t, p.x, p.y, p.z, 0.0f);
        return tex3D<T>(t, p.x, p.y, p.z);
    case Layered1D: return tex1DLayered<T>(t, p.x, p.layer);
    case Layered2D: return tex2DLayered<T>(t, p.x, p.y, p.layer);
    case Cube: return texCubemap<T>(t, p.x, p.y, p.z);
    case LayeredCube: return texCubemapLayered<T>(t, p.x, p.y, p.z, p.layer);
    }
    return T{};
}

template<class T>
__global__ void samples(cudaTextureObject_t t, Shape shape, Operation operation, const Point* points,
                        uint4* results, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) results[i] = bits<T>(sample<T>(t, shape, operation, points[i]));
}

bool is_cube(Shape s) { return s == Cube || s == LayeredCube; }
int bytes_of(Channel c) { return c == F32 || c == U32 || c == S32 ? 4 : c == U8 || c == S8 ? 1 : 2; }

cudaChannelFormatDesc format_of(const Case& c) {
    const int bits = 8 * bytes_of(c.channel);
    const cudaChannelFormatKind kind = c.channel == F32 || c.channel == F16 ? cudaChannelFormatKindFloat
                                       : c.channel == S8 || c.channel == S16 || c.channel == S32
                                           ? cudaChannelFormatKindSigned
                                           : cudaChannelFormatKindUnsigned;
    return {bits, c.channels > 1 ? bits : 0, c.channels > 2 ? bits : 0, c.channels > 2 ? bits : 0, kind};
}

std::vector<std::uint8_t> content_of(const Case& c, unsigned texels) {
    const int size = bytes_of(c.channel);
    std::vector<std::uint8_t> bytes(std::size_t(texels) * c.channels * size);
    for (unsigned t = 0; t < texels; ++t)
        for (int k = 0; k < c.channels; ++k) {
            std::uint32_t value = scramble(t * 4 + k + 77);
            const float real = texel_value(c.content, t, k, texels);
            if (c.channel == F32) value = bits_of(real);
            if (c.channel == F16) {
                value = half_bits(real);
            }
            if (c.content == Content::Ramp && c.channel != F32 && c.channel != F16) value = t;
            if (c.content == Content::Delta && c.channel != F32 && c.channel != F16)
                value = t == texels / 2 ? 0xffffffffu : 0;
            std::memcpy(&bytes[(std::size_t(t) * c.channels + k) * size], &value, size);
        }
    return bytes;
}

/// Directions for cubes; layers a little beyond both ends; plain coordinates otherwise.
Point point_of(const Case& c, unsigned i) {
    Point p{};
    const std::uint32_t h = scramble(i + 0xabcdef);
    const int layers = c.shape == LayeredCube ? c.depth / 6 : c.depth;
    p.layer = c.shape == Linear ? int(h % unsigned(c.width + 8)) - 4
                                : int(h % unsigned(layers + 4)) - 2;
    if (is_cube(c.shape)) {
        const float signs[2] = {-1.0f, 1.0f};
        float d[3];
        for (unsigned a = 0; a < 3; ++a) {
            const std::uint32_t r = scramble(i * 4 + a + 0x1234567);
            d[a] = static_cast<float>(r >> 8) / 8388608.0f - 1.0f;
            if ((h >> 8 & 7) == 1) d[a] = static_cast<float>(int(r % 9) - 4) / 4.0f;
            if ((h >> 8 & 7) == 2) d[a] = std::ldexp(d[a], int(r & 15) - 8);
        }
        if ((h >> 8 & 7) == 3) { // near the middle of a face's edges and texels
            d[h >> 12 & 1] = signs[h >> 16 & 1];
            d[2] = static_cast<float>(int(h >> 17 & 63) - 32) / 32.0f;
        }
        p.x = d[0], p.y = d[1], p.z = d[2];
        return p;
    }
    p.x = texel_coordinate(i, 0, c.width) / (c.normalized ? float(c.width) : 1.0f);
    p.y = texel_coordinate(i, 1, c.height) / (c.normalized ? float(c.height) : 1.0f);
    p.z = texel_coordinate(i, 2, c.depth) / (c.normalized ? float(c.depth) : 1.0f);
    return p;
}

unsigned texels_of(const Case& c) {
    switch (c.shape) {
    case Array1D:
    case Linear: return c.width;
    case Array2D:
    case Pitched: return c.width * c.height;
    case Layered1D: return c.width * c.depth;
    default: return c.width * c.height * c.depth;
    }
}

void make_resource(const Case& c, cudaResourceDesc& resource, void*& memory) {
    const unsigned texels = texels_of(c);
    const std::vector<std::uint8_t> bytes = content_of(c, texels);
    const cudaChannelFormatDesc format = format_of(c);
    const std::size_t row = std::size_t(c.width) * c.channels * bytes_of(c.channel);
    if (c.shape == Linear) {
        CHECK(cudaMalloc(&memory, bytes.size()));
        CHECK(cudaMemcpy(memory, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.devPtr = memory;
        resource.res.linear.desc = format;
        resource.res.linear.sizeInBytes = bytes.size();
        return;
    }
    if (c.shape == Pitched) {
        std::size_t pitch = 0;
        CHECK(cudaMallocPitch(&memory, &pitch, row, c.height));
        CHECK(cudaMemcpy2D(memory, pitch, bytes.data(), row, row, c.height, cudaMemcpyHostToDevice));
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D.devPtr = memory;
        resource.res.pitch2D.desc = format;
        resource.res.pitch2D.width = c.width;
        resource.res.pitch2D.height = c.height;
        resource.res.pitch2D.pitchInBytes = pitch;
        return;
    }
    cudaArray_t array = nullptr;
    const bool flat = c.shape == Array1D || c.shape == Layered1D;
    const bool deep = c.shape != Array1D && c.shape != Array2D;
    unsigned flags = 0;
    if (c.shape == Layered1D || c.shape == Layered2D || c.shape == LayeredCube) flags |= cudaArrayLayered;
    if (is_cube(c.shape)) flags |= cudaArrayCubemap;
    if (c.operation >= Gather0) flags |= cudaArrayTextureGather;
    const cudaExtent extent =
        make_cudaExtent(c.width, flat ? 0 : c.height, deep ? c.depth : 0);
    CHECK(cudaMalloc3DArray(&array, &format, extent, flags));
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<std::uint8_t*>(bytes.data()), row, c.width, flat ? 1 : c.height);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(c.width, flat ? 1 : c.height, deep ? c.depth : 1);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
}

void print_results(const Case& c, const std::vector<Point>& points, const std::vector<uint4>& results) {
    const bool layered = c.shape == Layered1D || c.shape == Layered2D || c.shape == LayeredCube;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Point& p = points[i];
        if (c.shape == Linear) std::printf("%d", p.layer);
        else std::printf("%x", bits_of(p.x));
        const bool levels = c.operation == Lod || c.operation == Grad;
        const bool uses_y = (c.shape != Array1D && c.shape != Layered1D && c.shape != Linear) || levels;
        const bool uses_z = c.shape == Array3D || is_cube(c.shape) || levels;
        if (uses_y) std::printf(" %x", bits_of(p.y));
        if (uses_z) std::printf(" %x", bits_of(p.z));
        if (layered) std::printf(" %d", p.layer);
        const unsigned values[4] = {results[i].x, results[i].y, results[i].z, results[i].w};
        for (int k = 0; k < c.shown; ++k) std::printf("%c%x", k == 0 ? '\t' : ' ', values[k]);
        std::printf("\n");
    }
}

void run(const Case& c, unsigned count) {
    std::printf("= %s\n", c.name);
    cudaResourceDesc resource{};
    void* memory = nullptr;
    make_resource(c, resource, memory);
    cudaTextureDesc description{};
    for (int a = 0; a < 3; ++a) description.addressMode[a] = c.mode[a];
    description.filterMode = c.linear ? cudaFilterModeLinear : cudaFilterModePoint;
    description.readMode = c.as_float ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    description.normalizedCoords = c.normalized;
    description.sRGB = c.srgb;
    description.seamlessCubemap = c.seamless;
    for (int k = 0; k < 4; ++k) description.borderColor[k] = 0.3f + 0.1f * k;
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    std::vector<Point> points;
    for (unsigned i = 0; i < count; ++i) points.push_back(point_of(c, i));
    Point* device_points = nullptr;
    uint4* device_results = nullptr;
    CHECK(cudaMalloc(&device_points, count * sizeof(Point)));
    CHECK(cudaMalloc(&device_results, count * sizeof(uint4)));
    CHECK(cudaMemcpy(device_points, points.data(), count * sizeof(Point), cudaMemcpyHostToDevice));
    const unsigned blocks = (count + 127) / 128;
    const bool real = c.as_float || c.channel == F32 || c.channel == F16;
    const bool negative = c.channel == S8 || c.channel == S16 || c.channel == S32;
    const auto kernel = real ? samples<float4> : negative ? samples<int4> : samples<uint4>;
    kernel<<<blocks, 128>>>(texture, c.shape, c.operation, device_points, device_results, count);
    std::vector<uint4> results(count);
    CHECK(cudaMemcpy(results.data(), device_results, count * sizeof(uint4), cudaMemcpyDeviceToHost));
    print_results(c, points, results);
    CHECK(cudaDestroyTextureObject(texture));
    cudaFree(device_points);
    cudaFree(device_results);
    if (memory != nullptr) cudaFree(memory);
    else cudaFreeArray(resource.res.array.array);
}

int main(int argc, char** argv) {
    const unsigned count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 64;
    const std::string word = argc > 2 ? argv[2] : "";
    for (const Case& c : cases)
        if (std::string(c.name).find(word) != std::string::npos) run(c, count);
    return 0;
}
