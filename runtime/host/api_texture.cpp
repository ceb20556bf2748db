// Texture and surface objects: checks what the program describes, and has the device make it.
//
// Which mistakes are found, and by which error, was seen on an H200 (driver 580).
#include "runtime/host/api.h"
#include "runtime/host/copies.h"
#include "runtime/host/image_objects.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

/// Memory that textures read begins where allocations do: hardware asks for 512 bytes and allocates
/// so.
constexpr std::uint64_t kTextureAlignment = kAllocationAlignment;
/// cudaDeviceProp::texturePitchAlignment.
constexpr std::uint64_t kPitchAlignment = 32;
/// The largest extents of textures of linear memory (CUDA programming guide, "Compute
/// Capabilities").
constexpr std::uint64_t kLinearTexels = std::uint64_t{1} << 28;
constexpr std::uint64_t kPitchedWidth = 131072, kPitchedHeight = 65000;

cudaError_t array_source(RuntimeState& state, const cudaResourceDesc& resource,
                         TextureSource& source) {
    const cudaArray* array = state.images().find(resource.res.array.array);
    if (array == nullptr) return cudaErrorInvalidResourceHandle;
    source.array = array->handle;
    source.image = packed_image(0, array->facts.format, array->facts.shape, array->facts.width,
                                array->facts.height, array->facts.depth);
    return cudaSuccess;
}

cudaError_t memory_source(const Device& device, void* pointer, const cudaChannelFormatDesc& desc,
                          TextureSource& source) {
    const std::optional<ChannelFormat> format = channel_format(desc);
    if (!format) return cudaErrorInvalidChannelDescriptor;
    const Address address = address_of(pointer);
    if (!device.find(address) || address % kTextureAlignment != 0) return cudaErrorInvalidValue;
    source.image.base = address;
    source.image.format = *format;
    return cudaSuccess;
}

cudaError_t linear_source(const Device& device, const cudaResourceDesc& resource,
                          TextureSource& source) {
    const auto& linear = resource.res.linear;
    const cudaError_t error = memory_source(device, linear.devPtr, linear.desc, source);
    if (error != cudaSuccess) return error;
    const ChannelFormat format = source.image.format;
    const std::uint64_t texels = linear.sizeInBytes / format.texel_bytes();
    if (texels == 0 || texels > kLinearTexels) return cudaErrorInvalidValue;
    source.image = packed_image(source.image.base, format, ImageShape::Buffer,
                                static_cast<std::uint32_t>(texels), 1, 1);
    return cudaSuccess;
}

cudaError_t pitched_source(const Device& device, const cudaResourceDesc& resource,
                           TextureSource& source) {
    const auto& pitched = resource.res.pitch2D;
    const cudaError_t error = memory_source(device, pitched.devPtr, pitched.desc, source);
    if (error != cudaSuccess) return error;
    if (pitched.width == 0 || pitched.height == 0 || pitched.width > kPitchedWidth ||
        pitched.height > kPitchedHeight || pitched.pitchInBytes % kPitchAlignment != 0)
        return cudaErrorInvalidValue;
    Image& image = source.image;
    image.shape = ImageShape::TwoD;
    image.width = static_cast<std::uint32_t>(pitched.width);
    image.height = static_cast<std::uint32_t>(pitched.height);
    image.row_bytes = pitched.pitchInBytes;
    image.slice_bytes = image.row_bytes * image.height;
    return image.problem().empty() ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t source_of(RuntimeState& state, const cudaResourceDesc& resource,
                      TextureSource& source) {
    switch (number_of(resource.resType)) {
    case cudaResourceTypeArray: return array_source(state, resource, source);
    case cudaResourceTypeLinear: return linear_source(state.device(), resource, source);
    case cudaResourceTypePitch2D: return pitched_source(state.device(), resource, source);
    case cudaResourceTypeMipmappedArray: return cudaErrorNotSupported;
    default: return cudaErrorInvalidValue;
    }
}

bool is_one_of(int value, int last) {
    return value >= 0 && value <= last;
}

cudaError_t sampler_of(const cudaTextureDesc& d, const ChannelFormat& format, Sampler& sampler) {
    for (unsigned a = 0; a < 3; ++a) {
        if (!is_one_of(number_of(d.addressMode[a]), cudaAddressModeBorder))
            return cudaErrorInvalidValue;
        sampler.address[a] = static_cast<AddressMode>(number_of(d.addressMode[a]));
    }
    if (!is_one_of(number_of(d.filterMode), cudaFilterModeLinear) ||
        !is_one_of(number_of(d.readMode), cudaReadModeNormalizedFloat))
        return cudaErrorInvalidValue;
    sampler.linear = d.filterMode == cudaFilterModeLinear;
    sampler.normalized_coordinates = d.normalizedCoords != 0;
    sampler.normalized_float = d.readMode == cudaReadModeNormalizedFloat;
    sampler.srgb = d.sRGB != 0;
    sampler.seamless_cube = d.seamlessCubemap != 0;
    for (unsigned k = 0; k < 4; ++k)
        sampler.border[k] = d.borderColor[k];
    const bool is_float = format.kind == ChannelFormat::Kind::Float;
    const bool makes_floats = is_float || (sampler.normalized_float && format.bits <= 16);
    if (sampler.linear && !makes_floats) return cudaErrorInvalidFilterSetting;
    if (sampler.normalized_float && (is_float || format.bits == 32))
        return cudaErrorInvalidNormSetting;
    return cudaSuccess;
}

cudaError_t make_texture(RuntimeState& state, cudaTextureObject_t* texture,
                         const cudaResourceDesc* resource, const cudaTextureDesc* description,
                         const cudaResourceViewDesc* view) {
    if (any_null(texture, resource)) return cudaErrorInvalidValue;
    if (description == nullptr) return cudaErrorInvalidResourceHandle;
    // A view that changes nothing is as good as none.
    if (view != nullptr && view->format != cudaResViewFormatNone) return cudaErrorNotSupported;
    TextureSource source;
    if (const cudaError_t error = source_of(state, *resource, source); error != cudaSuccess)
        return error;
    Sampler sampler;
    const cudaError_t error = sampler_of(*description, source.image.format, sampler);
    if (error != cudaSuccess) return error;
    const ObjectHandle handle = state.device().create_texture(source, sampler);
    if (handle == 0) return cudaErrorNotSupported;
    MadeTexture& made = state.images().textures[handle];
    made.resource = *resource;
    made.description = *description;
    if (view != nullptr) made.view = *view;
    *texture = handle;
    return cudaSuccess;
}

cudaError_t make_surface(RuntimeState& state, cudaSurfaceObject_t* surface,
                         const cudaResourceDesc* resource) {
    if (any_null(surface, resource) || resource->resType != cudaResourceTypeArray)
        return cudaErrorInvalidValue;
    const cudaArray* array = state.images().find(resource->res.array.array);
    if (array == nullptr) return cudaErrorInvalidResourceHandle;
    const ObjectHandle handle = state.device().create_surface(array->handle);
    if (handle == 0) return cudaErrorNotSupported;
    state.images().surfaces[handle] = *resource;
    *surface = handle;
    return cudaSuccess;
}

const MadeTexture* find_texture(const RuntimeState& state, cudaTextureObject_t texture) {
    const auto found = state.images().textures.find(texture);
    return found == state.images().textures.end() ? nullptr : &found->second;
}

} // namespace

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description,
                                    const cudaResourceViewDesc* view) {
    return device_call([&](RuntimeState& state) {
        return make_texture(state, texture, resource, description, view);
    });
}

/// Destroying what does not exist is no error.
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
    return device_call([&](RuntimeState& state) {
        if (state.images().textures.erase(texture) != 0) state.device().destroy_texture(texture);
        return cudaSuccess;
    });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t texture) {
    return device_call([&](RuntimeState& state) {
        const MadeTexture* made = find_texture(state, texture);
        if (any_null(resource, made)) return cudaErrorInvalidValue;
        *resource = made->resource;
        return cudaSuccess;
    });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description,
                                            cudaTextureObject_t texture) {
    return device_call([&](RuntimeState& state) {
        const MadeTexture* made = find_texture(state, texture);
        if (any_null(description, made)) return cudaErrorInvalidValue;
        *description = made->description;
        return cudaSuccess;
    });
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* view,
                                                 cudaTextureObject_t texture) {
    return device_call([&](RuntimeState& state) {
        const MadeTexture* made = find_texture(state, texture);
        if (any_null(view, made)) return cudaErrorInvalidValue;
        *view = made->view.value_or(cudaResourceViewDesc{});
        return cudaSuccess;
    });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface,
                                    const cudaResourceDesc* resource) {
    return device_call([&](RuntimeState& state) { return make_surface(state, surface, resource); });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
    return device_call([&](RuntimeState& state) {
        if (state.images().surfaces.erase(surface) != 0) state.device().destroy_surface(surface);
        return cudaSuccess;
    });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t surface) {
    return device_call([&](RuntimeState& state) {
        const auto made = state.images().surfaces.find(surface);
        if (resource == nullptr || made == state.images().surfaces.end())
            return cudaErrorInvalidValue;
        *resource = made->second;
        return cudaSuccess;
    });
}

} // extern "C"
