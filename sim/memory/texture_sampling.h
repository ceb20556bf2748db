// How a texel is chosen and filtered: what a texture unit does with a coordinate.
//
// The arithmetic is that of an NVIDIA H200, found by sampling it at many points;
// tests/golden/textures holds its answers. The PTX ISA ("tex") and the CUDA programming guide
// ("Texture Fetching") only say what is computed, not how it is rounded.
#pragma once

#include <array>
#include <cstdint>

#include "sim/memory/texture.h"

namespace warpscope {

/// One texel, or the border colour.
struct TexelChoice {
    std::uint32_t x = 0, y = 0, z = 0; ///< z: slice, layer or face
    bool is_border = false;
    bool is_far_slice = false;         ///< the second of two slices of a volume
    std::uint16_t weight = 256; ///< of 256
};

/// The texels that one sample mixes; weights add up to 256.
struct Footprint {
    unsigned count = 0;
    std::array<TexelChoice, 8> texels;
};

/// Coordinates as the instruction gives them.
struct TextureCoordinates {
    float x = 0, y = 0, z = 0;
    std::uint32_t layer = 0;
};

/// tex with floating-point coordinates.
Footprint sampled_texels(const TextureObject& texture, const TextureCoordinates& at);
/// tex with integer coordinates: one texel, or nothing outside (count 0), whose channels are 0.
Footprint indexed_texel(const TextureObject& texture, std::int32_t x, std::int32_t y,
                        std::int32_t z, std::uint32_t layer);
/// tld4: the four texels that a linear filter would mix, in the order of the result's elements.
Footprint gathered_texels(const TextureObject& texture, const TextureCoordinates& at);

/// The bits of four channels: floats as f32, integers extended to 32 bits. Absent channels are 0.
using Texel = std::array<std::uint32_t, 4>;

/// One texel as point sampling reads it, from its bytes.
Texel read_texel(const TextureObject& texture, const std::uint8_t* bytes);
Texel border_texel(const TextureObject& texture);

/// The weighted mean of a footprint's texels. `bytes[k]` is the k-th texel, null for the border.
Texel filtered_texel(const TextureObject& texture, const Footprint& footprint,
                     const std::array<const std::uint8_t*, 8>& bytes);

/// Where a texel lies.
Address texel_address(const Image& image, const TexelChoice& t);

} // namespace warpscope
