// The driver's descriptions, member by member (CUDA driver API, "Memory Management" and "Texture
// Object Management").
#include "runtime/driver/images.h"

#include <algorithm>

namespace warpscope::driver {
namespace {

ArrayFormat format_of(const ChannelFormat& format) {
    using Kind = ChannelFormat::Kind;
    if (format.kind == Kind::Float)
        return format.bits == 16 ? ArrayFormat::Half : ArrayFormat::Float;
    const bool is_signed = format.kind == Kind::Signed;
    switch (format.bits) {
    case 8: return is_signed ? ArrayFormat::Signed8 : ArrayFormat::Unsigned8;
    case 16: return is_signed ? ArrayFormat::Signed16 : ArrayFormat::Unsigned16;
    default: return is_signed ? ArrayFormat::Signed32 : ArrayFormat::Unsigned32;
    }
}

AddressMode mode_of(warpscope::AddressMode mode) {
    switch (mode) {
    case warpscope::AddressMode::Wrap: return AddressMode::Wrap;
    case warpscope::AddressMode::Mirror: return AddressMode::Mirror;
    case warpscope::AddressMode::Border: return AddressMode::Border;
    default: return AddressMode::Clamp;
    }
}

/// All texels; the end in host memory is still to be named.
Copy3d whole(const Image& image) {
    Copy3d copy;
    copy.width_bytes = std::size_t{image.width} * image.format.texel_bytes();
    copy.height = image.height;
    copy.depth = image.depth;
    return copy;
}

std::size_t rows_of_a_slice(const Image& image) {
    return image.depth == 1 || image.row_bytes == 0 ? image.height
                                                    : image.slice_bytes / image.row_bytes;
}

} // namespace

ArrayDescriptor array_descriptor(const Image& image, ArrayUse use) {
    ArrayDescriptor d;
    d.format = format_of(image.format);
    d.channels = image.format.channels;
    d.width = image.width;
    if (image.dimensions() > 1) d.height = image.height;
    if (image.dimensions() == 3 || image.is_layered() || image.is_cube()) d.depth = image.depth;
    if (image.is_layered()) d.flags |= ArrayDescriptor::kLayered;
    if (image.is_cube()) d.flags |= ArrayDescriptor::kCubemap;
    if (use.surfaces) d.flags |= ArrayDescriptor::kSurface;
    if (use.gather) d.flags |= ArrayDescriptor::kGather;
    return d;
}

Result<Array> Array::create(const Context& context, const Image& image, ArrayUse use) {
    const ArrayDescriptor descriptor = array_descriptor(image, use);
    ArrayHandle handle = nullptr;
    const Error error = context.api().cuArray3DCreate(&handle, &descriptor);
    if (Status good = context.done(error, "cuArray3DCreate"); !good) return good.error();
    return Array(context, handle);
}

void Array::release() {
    if (handle_ != nullptr) context_->api().cuArrayDestroy(handle_);
}

Error Array::write(const Image& image, const std::uint8_t* bytes) const {
    Copy3d copy = whole(image);
    copy.source_host = bytes;
    copy.source_pitch = image.row_bytes;
    copy.source_height = rows_of_a_slice(image);
    copy.target_type = MemoryType::Array;
    copy.target_array = handle_;
    return context_->api().cuMemcpy3D(&copy);
}

Error Array::read(const Image& image, std::uint8_t* bytes) const {
    Copy3d copy = whole(image);
    copy.source_type = MemoryType::Array;
    copy.source_array = handle_;
    copy.target_type = MemoryType::Host;
    copy.target_host = bytes;
    copy.target_pitch = image.row_bytes;
    copy.target_height = rows_of_a_slice(image);
    return context_->api().cuMemcpy3D(&copy);
}

ResourceDescriptor resource_of(ArrayHandle array) {
    ResourceDescriptor resource;
    resource.kind = ResourceDescriptor::Kind::Array;
    resource.array = array;
    return resource;
}

ResourceDescriptor resource_of(const Image& image, Address at) {
    ResourceDescriptor resource;
    if (image.shape == ImageShape::Buffer) {
        resource.kind = ResourceDescriptor::Kind::Linear;
        resource.linear = {at, format_of(image.format), image.format.channels,
                           std::size_t{image.width} * image.format.texel_bytes()};
        return resource;
    }
    resource.kind = ResourceDescriptor::Kind::Pitch2d;
    resource.pitch2d = {at,           format_of(image.format), image.format.channels, image.width,
                        image.height, image.row_bytes};
    return resource;
}

TextureDescriptor descriptor_of(const Sampler& sampler, const ChannelFormat& format) {
    TextureDescriptor d;
    std::transform(sampler.address.begin(), sampler.address.end(), d.address, mode_of);
    d.filter = sampler.linear ? FilterMode::Linear : FilterMode::Point;
    if (!sampler.normalized_float && format.kind != ChannelFormat::Kind::Float)
        d.flags |= TextureDescriptor::kReadAsInteger;
    if (sampler.normalized_coordinates) d.flags |= TextureDescriptor::kNormalizedCoordinates;
    if (sampler.srgb) d.flags |= TextureDescriptor::kSrgb;
    if (sampler.seamless_cube) d.flags |= TextureDescriptor::kSeamlessCube;
    std::copy(sampler.border.begin(), sampler.border.end(), d.border);
    return d;
}

} // namespace warpscope::driver
