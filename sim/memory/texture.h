// Texture and surface objects: what the 64-bit handles that kernels get stand for. Copyable state.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "sim/base/address.h"

namespace warpscope {

/// What a texel consists of: 1, 2 or 4 channels of 8, 16 or 32 bits each; floats have 16 or 32.
struct ChannelFormat {
    enum class Kind : std::uint8_t { Unsigned, Signed, Float };
    Kind kind = Kind::Float;
    std::uint8_t bits = 32;
    std::uint8_t channels = 1;

    unsigned channel_bytes() const { return bits / 8u; }
    unsigned texel_bytes() const { return channel_bytes() * channels; }
    bool is_valid() const;
    friend bool operator==(const ChannelFormat&, const ChannelFormat&) = default;
};

/// How texels are arranged. A cube has six square faces: +x, -x, +y, -y, +z, -z.
enum class ImageShape : std::uint8_t {
    Buffer, ///< linear memory, read by index only
    OneD,
    TwoD,
    ThreeD,
    LayeredOneD,
    LayeredTwoD,
    Cube,
    LayeredCube,
};

/// Texels in device memory, row after row and slice after slice.
struct Image {
    Address base = 0;
    ChannelFormat format;
    ImageShape shape = ImageShape::TwoD;
    std::uint32_t width = 1, height = 1;
    std::uint32_t depth = 1;     ///< slices, layers, or faces of all layers
    std::uint64_t row_bytes = 0; ///< from row to row
    std::uint64_t slice_bytes = 0;

    /// From the first texel's first byte to the last one's last.
    std::uint64_t extent_bytes() const;
    bool is_layered() const {
        return shape == ImageShape::LayeredOneD || shape == ImageShape::LayeredTwoD ||
               shape == ImageShape::LayeredCube;
    }
    bool is_cube() const { return shape == ImageShape::Cube || shape == ImageShape::LayeredCube; }
    /// One, two or three extents, layers not counted; a cube has two.
    unsigned dimensions() const;
    /// "" or what is wrong with it. Every texel of a valid image has an address.
    std::string problem() const;
    friend bool operator==(const Image&, const Image&) = default;
};

/// An image whose rows and slices follow each other without a gap.
Image packed_image(Address base, ChannelFormat format, ImageShape shape, std::uint32_t width,
                   std::uint32_t height, std::uint32_t depth);

enum class AddressMode : std::uint8_t { Wrap, Clamp, Mirror, Border };

/// Which texels a coordinate chooses, and what becomes of them (PTX ISA, "Texture, Sampler and
/// Surface Types"; CUDA programming guide, "Texture Fetching").
struct Sampler {
    std::array<AddressMode, 3> address = {AddressMode::Clamp, AddressMode::Clamp,
                                          AddressMode::Clamp};
    bool linear = false; ///< else the nearest texel
    bool normalized_coordinates = false;
    bool normalized_float = false;    ///< integers are read as fractions of their range
    bool srgb = false;                ///< unsigned 8-bit colours are decoded
    bool seamless_cube = false;       ///< filtering goes across the edges of faces
    std::array<float, 4> border = {}; ///< the colour outside, for AddressMode::Border
    friend bool operator==(const Sampler&, const Sampler&) = default;
};

struct TextureObject {
    Image image;
    Sampler sampler;
    friend bool operator==(const TextureObject&, const TextureObject&) = default;
};

struct SurfaceObject {
    Image image;
    friend bool operator==(const SurfaceObject&, const SurfaceObject&) = default;
};

/// The objects of a device. Launches only read it. A handle is never used twice.
class ObjectTable {
public:
    using Handle = std::uint64_t;
    /// Handles rise from here: so large a number is hardly anything else when it turns up in
    /// memory.
    static constexpr Handle kFirst = 0x7E5C'0000'0000'0001;

    Handle create(const TextureObject& texture);
    Handle create(const SurfaceObject& surface);
    /// The same under a given handle (capsules); false when it is taken.
    bool create_at(Handle handle, const TextureObject& texture);
    bool create_at(Handle handle, const SurfaceObject& surface);
    /// False when there is no such object.
    bool destroy_texture(Handle handle) { return textures_.erase(handle) != 0; }
    bool destroy_surface(Handle handle) { return surfaces_.erase(handle) != 0; }

    /// Destroys all objects; their handles stay used.
    void clear() { textures_.clear(), surfaces_.clear(); }

    /// Null when there is no such object. Safe to call from several threads.
    const TextureObject* texture(Handle handle) const;
    const SurfaceObject* surface(Handle handle) const;
    /// Whether the handle named an object that has been destroyed.
    bool is_past(Handle handle) const;

    const std::map<Handle, TextureObject>& textures() const { return textures_; }
    const std::map<Handle, SurfaceObject>& surfaces() const { return surfaces_; }
    Handle next() const { return next_; }
    /// Handles below `next` count as used (capsules).
    void skip_to(Handle next);

private:
    bool is_taken(Handle handle) const;

    std::map<Handle, TextureObject> textures_;
    std::map<Handle, SurfaceObject> surfaces_;
    Handle next_ = kFirst;
};

} // namespace warpscope
