// From coordinates to texels and weights (CUDA programming guide, "Texture Addressing Modes" and
// "Linear Filtering").
#include <algorithm>
#include <cmath>

#include "sim/memory/cube_faces.h"
#include "sim/memory/texture_sampling.h"

namespace warpscope {
namespace {

/// One axis of a texture.
struct Axis {
    std::uint32_t extent = 1, largest_extent = 1; ///< of this axis, of any
    AddressMode mode = AddressMode::Clamp;
    bool normalized = false;
};

/// A position along an axis: the texel at or before it, and how far it is to the next, of 256.
struct Position {
    std::int64_t texel = 0;
    unsigned fraction = 0;
};

/// The coordinate with which hardware goes on: denormals are 0, and so is what has no value.
double usable(float coordinate, const Axis& axis) {
    if (std::isnan(coordinate) || std::fabs(coordinate) < 0x1p-126f) return 0;
    const bool periodic =
        axis.normalized && (axis.mode == AddressMode::Wrap || axis.mode == AddressMode::Mirror);
    if (periodic) return std::isinf(coordinate) ? 0 : std::fmod(static_cast<double>(coordinate), 2);
    // Whatever lies further outside is outside in the same way.
    const double limit = axis.normalized ? 4.0 : 4.0 * axis.extent + 4.0;
    return std::clamp<double>(coordinate, -limit, limit);
}

/// Bits behind the point of normalised coordinates, more for large images; the rest is cut off.
unsigned fraction_bits(std::uint32_t largest_extent) {
    return largest_extent <= 8192 ? 21 : largest_extent <= 65536 ? 22 : 23;
}

/// floor(position in texels + shift), in units of 1/scale texels.
std::int64_t scaled_position(float coordinate, const Axis& axis, std::int64_t scale, double shift) {
    const double x = usable(coordinate, axis);
    if (!axis.normalized)
        return static_cast<std::int64_t>(std::floor(x * static_cast<double>(scale) + shift));
    const unsigned bits = fraction_bits(axis.largest_extent);
    const auto fixed = static_cast<std::int64_t>(std::floor(std::ldexp(x, static_cast<int>(bits))));
    const auto half_units = static_cast<std::int64_t>(2 * shift);
    return (fixed * axis.extent * scale + (half_units << bits) / 2) >> bits;
}

/// The texel that holds the point.
std::int64_t nearest_texel(float coordinate, const Axis& axis) {
    return scaled_position(coordinate, axis, 1, 0);
}

/// Texel centres lie at a half; the distance from one is rounded to the nearest 1/256, ties up.
Position between_texels(float coordinate, const Axis& axis) {
    std::int64_t at = scaled_position(coordinate, axis, 256, 0.5 - 128);
    if (axis.mode == AddressMode::Clamp)
        at = std::clamp<std::int64_t>(at, 0, 256 * (std::int64_t{axis.extent} - 1));
    return {at >> 8, static_cast<unsigned>(at & 255)};
}

/// What the address mode makes of a texel index; false for the border.
bool resolve(std::int64_t index, const Axis& axis, std::uint32_t& texel) {
    const auto extent = static_cast<std::int64_t>(axis.extent);
    const auto modulo = [](std::int64_t a, std::int64_t b) { return (a % b + b) % b; };
    switch (axis.mode) {
    case AddressMode::Border:
        if (index < 0 || index >= extent) return false;
        break;
    case AddressMode::Clamp: index = std::clamp<std::int64_t>(index, 0, extent - 1); break;
    case AddressMode::Wrap: index = modulo(index, extent); break;
    case AddressMode::Mirror:
        index = modulo(index, 2 * extent);
        if (index >= extent) index = 2 * extent - 1 - index;
        break;
    }
    texel = static_cast<std::uint32_t>(index);
    return true;
}

struct Axes {
    Axis of[3];
};

/// Without normalised coordinates there is nothing to repeat: hardware clamps.
Axes axes_of(const TextureObject& texture) {
    const Image& image = texture.image;
    const std::uint32_t extents[3] = {image.width, image.height,
                                      image.dimensions() == 3 ? image.depth : 1};
    Axes axes;
    for (unsigned a = 0; a < 3; ++a) {
        const bool normalized = texture.sampler.normalized_coordinates || image.is_cube();
        AddressMode mode = texture.sampler.address[a];
        if (!normalized && mode != AddressMode::Border) mode = AddressMode::Clamp;
        axes.of[a] = {extents[a], std::max(image.width, image.height), mode, normalized};
    }
    return axes;
}

std::uint32_t last_layer(const Image& image) {
    return image.depth / (image.is_cube() ? 6 : 1) - 1;
}

/// The slice that layer and face name; a layer beyond the last is the last.
std::uint32_t slice_of(const Image& image, std::uint32_t layer, std::uint32_t face) {
    if (!image.is_layered()) return face;
    const std::uint32_t chosen = std::min(layer, last_layer(image));
    return image.is_cube() ? 6 * chosen + face : chosen;
}

std::int64_t rounded(std::int64_t product) {
    return (product + 128) >> 8;
}

/// Eight weights out of three fractions, split by z, then x, then y; each split rounds one part,
/// and the other is the rest. Index: x + 2y + 4z.
std::array<std::uint16_t, 8> weights_of(const unsigned (&fraction)[3]) {
    std::array<std::uint16_t, 8> weights{};
    for (unsigned z = 0; z < 2; ++z) {
        const std::int64_t slice = z == 0 ? 256 - fraction[2] : fraction[2];
        const std::int64_t right = rounded(slice * fraction[0]), left = slice - right;
        const std::int64_t left_near = rounded(left * (256 - fraction[1]));
        const std::int64_t right_far = rounded(right * fraction[1]);
        const std::int64_t parts[4] = {left_near, right - right_far, left - left_near, right_far};
        for (unsigned k = 0; k < 4; ++k)
            weights[4 * z + k] = static_cast<std::uint16_t>(parts[k]);
    }
    return weights;
}

TexelChoice choose(const Axes& axes, const std::int64_t (&index)[3]) {
    TexelChoice t;
    t.is_border = !resolve(index[0], axes.of[0], t.x) || !resolve(index[1], axes.of[1], t.y) ||
                  !resolve(index[2], axes.of[2], t.z);
    return t;
}

/// A direction into a cube is a face and two coordinates on it.
TextureCoordinates on_image(const Image& image, const TextureCoordinates& at,
                            std::uint32_t& slice) {
    slice = 0;
    TextureCoordinates on = at;
    std::uint32_t face = 0;
    if (image.is_cube()) {
        const FacePoint point = face_point(at.x, at.y, at.z);
        face = point.face;
        on.x = point.s;
        on.y = point.t;
    }
    if (image.is_cube() || image.is_layered()) slice = slice_of(image, at.layer, face);
    return on;
}

/// Coordinates that the shape lacks are 0: hardware sees a row as an image of height 1, so that a
/// linear filter with the border mode along y mixes the border in.
void drop_missing(const Image& image, TextureCoordinates& at) {
    if (image.dimensions() < 2) at.y = 0;
    if (image.dimensions() < 3) at.z = 0;
}

} // namespace

Address texel_address(const Image& image, const TexelChoice& t) {
    return image.base + t.z * image.slice_bytes + t.y * image.row_bytes +
           std::uint64_t{t.x} * image.format.texel_bytes();
}

Footprint sampled_texels(const TextureObject& texture, const TextureCoordinates& given) {
    const Image& image = texture.image;
    std::uint32_t slice = 0;
    TextureCoordinates at = on_image(image, given, slice);
    drop_missing(image, at);
    const Axes axes = axes_of(texture);
    const float coordinates[3] = {at.x, at.y, at.z};
    Footprint footprint;
    if (!texture.sampler.linear) {
        std::int64_t index[3];
        for (unsigned a = 0; a < 3; ++a)
            index[a] = nearest_texel(coordinates[a], axes.of[a]);
        footprint.texels[footprint.count++] = choose(axes, index);
    } else {
        Position position[3];
        for (unsigned a = 0; a < image.dimensions() || a < 2; ++a)
            position[a] = between_texels(coordinates[a], axes.of[a]);
        const auto weights =
            weights_of({position[0].fraction, position[1].fraction, position[2].fraction});
        for (unsigned corner = 0; corner < 8; ++corner) {
            if (weights[corner] == 0) continue;
            const std::int64_t index[3] = {position[0].texel + (corner & 1),
                                           position[1].texel + (corner >> 1 & 1),
                                           position[2].texel + (corner >> 2)};
            TexelChoice& t = footprint.texels[footprint.count++];
            t = choose(axes, index);
            t.weight = weights[corner];
            t.is_far_slice = corner >= 4;
        }
    }
    if (image.dimensions() < 3)
        for (unsigned k = 0; k < footprint.count; ++k)
            footprint.texels[k].z = slice;
    return footprint;
}

Footprint indexed_texel(const TextureObject& texture, std::int32_t x, std::int32_t y,
                        std::int32_t z, std::uint32_t layer) {
    const Image& image = texture.image;
    const std::int64_t index[3] = {x, image.dimensions() < 2 ? 0 : y,
                                   image.dimensions() < 3 ? 0 : z};
    const std::int64_t extent[3] = {image.width, image.height,
                                    image.dimensions() == 3 ? image.depth : 1};
    Footprint footprint;
    for (unsigned a = 0; a < 3; ++a)
        if (index[a] < 0 || index[a] >= extent[a]) return footprint;
    footprint.count = 1;
    TexelChoice& t = footprint.texels[0];
    t.x = static_cast<std::uint32_t>(index[0]);
    t.y = static_cast<std::uint32_t>(index[1]);
    t.z =
        image.dimensions() == 3 ? static_cast<std::uint32_t>(index[2]) : slice_of(image, layer, 0);
    return footprint;
}

Footprint gathered_texels(const TextureObject& texture, const TextureCoordinates& given) {
    const Image& image = texture.image;
    std::uint32_t slice = 0;
    TextureCoordinates at = on_image(image, given, slice);
    drop_missing(image, at);
    const Axes axes = axes_of(texture);
    const std::int64_t x = scaled_position(at.x, axes.of[0], 256, 0.5 - 128) >> 8;
    const std::int64_t y = scaled_position(at.y, axes.of[1], 256, 0.5 - 128) >> 8;
    // Counter-clockwise from the lower left, y pointing down (PTX ISA, "tld4").
    constexpr std::int64_t order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    Footprint footprint;
    for (const auto& [dx, dy] : order) {
        TexelChoice& t = footprint.texels[footprint.count++];
        t = choose(axes, {x + dx, y + dy, 0});
        t.z = slice;
    }
    return footprint;
}

} // namespace warpscope
