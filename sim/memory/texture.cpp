// Checks images, and keeps the table of texture and surface objects.
#include "sim/memory/texture.h"

#include <algorithm>

namespace warpscope {
namespace {

/// What GPUs offer (CUDA programming guide, "Compute Capabilities"); keeps the arithmetic on
/// extents far from overflow.
constexpr std::uint32_t kLargestExtent = 131072, kLargestBuffer = std::uint32_t{1} << 28;
constexpr std::uint64_t kLargestImage = std::uint64_t{1} << 40;

} // namespace

bool ChannelFormat::is_valid() const {
    const bool known_bits = bits == 16 || bits == 32 || (bits == 8 && kind != Kind::Float);
    return known_bits && (channels == 1 || channels == 2 || channels == 4);
}

unsigned Image::dimensions() const {
    switch (shape) {
    case ImageShape::Buffer:
    case ImageShape::OneD:
    case ImageShape::LayeredOneD: return 1;
    case ImageShape::ThreeD: return 3;
    default: return 2;
    }
}

std::uint64_t Image::extent_bytes() const {
    return (depth - 1) * slice_bytes + (height - 1) * row_bytes +
           std::uint64_t{width} * format.texel_bytes();
}

std::string Image::problem() const {
    if (!format.is_valid()) return "its texels have no known format";
    if (width == 0 || height == 0 || depth == 0) return "it has no texels";
    if (width > (shape == ImageShape::Buffer ? kLargestBuffer : kLargestExtent) ||
        height > kLargestExtent || depth > kLargestExtent)
        return "it is too large";
    if (row_bytes < std::uint64_t{width} * format.texel_bytes() || row_bytes > kLargestImage)
        return "its rows overlap";
    if (row_bytes > kLargestImage / height || slice_bytes > kLargestImage / depth)
        return "it is too large";
    if (depth > 1 && slice_bytes < row_bytes * height) return "its slices overlap";
    if (row_bytes % format.channel_bytes() != 0 || slice_bytes % format.channel_bytes() != 0 ||
        base % format.channel_bytes() != 0)
        return "its texels are not aligned";
    if (dimensions() == 1 && height != 1) return "it has rows but one dimension";
    if (is_cube() && (width != height || depth % 6 != 0)) return "it is no cube";
    if (dimensions() < 3 && !is_layered() && !is_cube() && depth != 1)
        return "it has slices but no third dimension";
    return {};
}

Image packed_image(Address base, ChannelFormat format, ImageShape shape, std::uint32_t width,
                   std::uint32_t height, std::uint32_t depth) {
    const std::uint64_t row = std::uint64_t{width} * format.texel_bytes();
    return {base, format, shape, width, height, depth, row, row * height};
}

bool ObjectTable::is_taken(Handle handle) const {
    return textures_.count(handle) != 0 || surfaces_.count(handle) != 0;
}

ObjectTable::Handle ObjectTable::create(const TextureObject& texture) {
    textures_[next_] = texture;
    return next_++;
}

ObjectTable::Handle ObjectTable::create(const SurfaceObject& surface) {
    surfaces_[next_] = surface;
    return next_++;
}

bool ObjectTable::create_at(Handle handle, const TextureObject& texture) {
    if (is_taken(handle)) return false;
    textures_[handle] = texture;
    skip_to(handle + 1);
    return true;
}

bool ObjectTable::create_at(Handle handle, const SurfaceObject& surface) {
    if (is_taken(handle)) return false;
    surfaces_[handle] = surface;
    skip_to(handle + 1);
    return true;
}

void ObjectTable::skip_to(Handle next) {
    next_ = std::max(next_, next);
}

const TextureObject* ObjectTable::texture(Handle handle) const {
    const auto found = textures_.find(handle);
    return found == textures_.end() ? nullptr : &found->second;
}

const SurfaceObject* ObjectTable::surface(Handle handle) const {
    const auto found = surfaces_.find(handle);
    return found == surfaces_.end() ? nullptr : &found->second;
}

bool ObjectTable::is_past(Handle handle) const {
    return handle >= kFirst && handle < next_ && !is_taken(handle);
}

} // namespace warpscope
