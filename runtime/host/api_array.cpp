// CUDA arrays: what they may be like, making and freeing them.
#include <algorithm>

#include "runtime/host/api.h"
#include "runtime/host/image_objects.h"

using namespace warpscope;
using namespace warpscope::host;

namespace warpscope::host {

const cudaArray* ImageObjects::find(const cudaArray* array) const {
    return arrays.count(array) == 0 ? nullptr : array;
}

void ImageObjects::clear() {
    arrays.clear();
    textures.clear();
    surfaces.clear();
}

std::optional<ChannelFormat> channel_format(const cudaChannelFormatDesc& format) {
    ChannelFormat result;
    switch (number_of(format.f)) {
    case cudaChannelFormatKindSigned: result.kind = ChannelFormat::Kind::Signed; break;
    case cudaChannelFormatKindUnsigned: result.kind = ChannelFormat::Kind::Unsigned; break;
    case cudaChannelFormatKindFloat: result.kind = ChannelFormat::Kind::Float; break;
    default: return std::nullopt;
    }
    const int bits[4] = {format.x, format.y, format.z, format.w};
    unsigned channels = 0;
    while (channels < 4 && bits[channels] != 0)
        ++channels;
    for (unsigned k = 0; k < 4; ++k)
        if (bits[k] != (k < channels ? format.x : 0)) return std::nullopt;
    if (format.x != 8 && format.x != 16 && format.x != 32) return std::nullopt;
    result.bits = static_cast<std::uint8_t>(format.x);
    result.channels = static_cast<std::uint8_t>(channels);
    return result.is_valid() ? std::optional(result) : std::nullopt;
}

} // namespace warpscope::host

namespace {

constexpr unsigned kKnownFlags =
    cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather;

/// The largest extents of textures, which the CUDA programming guide lists by compute capability.
struct Limits {
    std::size_t width, height, depth;
};
Limits limits_of(ImageShape shape, unsigned flags) {
    if (flags & cudaArrayTextureGather) return {32768, 32768, 1};
    switch (shape) {
    case ImageShape::OneD: return {131072, 1, 1};
    case ImageShape::TwoD: return {131072, 65536, 1};
    case ImageShape::ThreeD: return {16384, 16384, 16384};
    case ImageShape::LayeredOneD: return {32768, 1, 2048};
    case ImageShape::LayeredTwoD: return {32768, 32768, 2048};
    case ImageShape::Cube: return {32768, 32768, 6};
    case ImageShape::LayeredCube: return {32768, 32768, 2046};
    default: return {0, 0, 0};
    }
}

/// Which of CUDA's kinds of arrays the extents and flags make; nothing when they make none.
std::optional<ImageShape> shape_of(const cudaExtent& e, unsigned flags) {
    const bool layered = (flags & cudaArrayLayered) != 0;
    if (e.width == 0) return std::nullopt;
    if ((flags & cudaArrayCubemap) != 0) {
        if (e.width != e.height || e.depth == 0 || e.depth % 6 != 0) return std::nullopt;
        if (!layered && e.depth != 6) return std::nullopt;
        return layered ? ImageShape::LayeredCube : ImageShape::Cube;
    }
    if (layered && e.depth == 0) return std::nullopt;
    if (layered) return e.height == 0 ? ImageShape::LayeredOneD : ImageShape::LayeredTwoD;
    if (e.height == 0) return e.depth == 0 ? std::optional(ImageShape::OneD) : std::nullopt;
    return e.depth == 0 ? ImageShape::TwoD : ImageShape::ThreeD;
}

bool fits(const cudaExtent& e, ImageShape shape, unsigned flags) {
    Limits most = limits_of(shape, flags);
    // A volume may be deeper when it is narrow.
    if (shape == ImageShape::ThreeD && e.width <= 8192 && e.height <= 8192) most.depth = 32768;
    return e.width <= most.width && std::max<std::size_t>(e.height, 1) <= most.height &&
           std::max<std::size_t>(e.depth, 1) <= most.depth;
}

cudaError_t make_array(RuntimeState& state, cudaArray_t* array, const cudaChannelFormatDesc* format,
                       const cudaExtent& extent, unsigned flags) {
    if (any_null(array, format) || (flags & ~kKnownFlags) != 0) return cudaErrorInvalidValue;
    const std::optional<ChannelFormat> texel = channel_format(*format);
    if (!texel) return cudaErrorInvalidChannelDescriptor;
    const std::optional<ImageShape> shape = shape_of(extent, flags);
    if (!shape || !fits(extent, *shape, flags)) return cudaErrorInvalidValue;
    if ((flags & cudaArrayTextureGather) != 0 && *shape != ImageShape::TwoD)
        return cudaErrorInvalidValue;
    auto made = std::make_unique<cudaArray>();
    made->format = *format;
    made->extent = extent;
    made->flags = flags;
    const auto at_least_one = [](std::size_t n) {
        return static_cast<std::uint32_t>(std::max<std::size_t>(n, 1));
    };
    made->facts = {*texel,
                   *shape,
                   at_least_one(extent.width),
                   at_least_one(extent.height),
                   at_least_one(extent.depth),
                   (flags & cudaArraySurfaceLoadStore) != 0,
                   (flags & cudaArrayTextureGather) != 0};
    made->handle = state.device().create_array(made->facts, allocation_site());
    if (made->handle == 0) return cudaErrorMemoryAllocation;
    *array = made.get();
    state.images().arrays[*array] = std::move(made);
    return cudaSuccess;
}

cudaError_t free_array(RuntimeState& state, cudaArray_t array) {
    Device& device = state.device();
    if (array == nullptr) return cudaSuccess;
    if (state.images().find(array) == nullptr) return cudaErrorInvalidValue;
    device.destroy_array(array->handle);
    state.images().arrays.erase(array);
    state.streams().host_waited_for_all();
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
    return {x, y, z, w, f};
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                            std::size_t width, std::size_t height, unsigned int flags) {
    return device_call([&](RuntimeState& state) {
        constexpr unsigned three_dimensional = cudaArrayLayered | cudaArrayCubemap;
        if ((flags & three_dimensional) != 0) return cudaErrorInvalidValue;
        return make_array(state, array, format, {width, height, 0}, flags);
    });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned int flags) {
    return device_call(
        [&](RuntimeState& state) { return make_array(state, array, format, extent, flags); });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    return device_call([&](RuntimeState& state) { return free_array(state, array); });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
    return device_call([&](RuntimeState& state) {
        if (state.images().find(array) == nullptr) return cudaErrorInvalidResourceHandle;
        if (format != nullptr) *format = array->format;
        if (extent != nullptr) *extent = array->extent;
        if (flags != nullptr) *flags = array->flags;
        return cudaSuccess;
    });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
    return device_call([&](RuntimeState& state) {
        if (format == nullptr) return cudaErrorInvalidValue;
        if (state.images().find(array) == nullptr) return cudaErrorInvalidResourceHandle;
        *format = array->format;
        return cudaSuccess;
    });
}

} // extern "C"
