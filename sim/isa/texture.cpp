// Texture instructions in unified mode: a 64-bit handle in a register names texture and sampler (PTX ISA, "Texture
// Instructions": tex, tld4, txq). Which texels a sample reads and how they are mixed is in
// sim/memory/texture_sampling.h.
#include "sim/isa/decode_types.h"
#include "sim/isa/families.h"
#include "sim/isa/image_access.h"
#include "sim/memory/texture_sampling.h"

WARPSCOPE_ISA_BEGIN
namespace {

enum class Result : std::uint8_t { Bits32, Half, HalfPairs };

/// DecodedInstruction::detail of this family.
struct Detail {
    Geometry geometry;
    bool by_index;
    Result result;
    std::uint8_t component;   ///< of tld4
};
constexpr std::uint8_t pack(Detail d) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(d.geometry) | (d.by_index ? 8u : 0u) |
                                     static_cast<unsigned>(d.result) << 4 | unsigned{d.component} << 6);
}
constexpr Detail unpack(std::uint8_t d) {
    return {static_cast<Geometry>(d & 7), (d & 8) != 0, static_cast<Result>(d >> 4 & 3),
            static_cast<std::uint8_t>(d >> 6)};
}

constexpr bool is_layered(Geometry g) {
    return g == Geometry::LayeredOneD || g == Geometry::LayeredTwoD || g == Geometry::LayeredCube;
}
constexpr unsigned coordinates_of(Geometry g) {
    switch (g) {
        case Geometry::OneD: case Geometry::LayeredOneD: return 1;
        case Geometry::TwoD: case Geometry::LayeredTwoD: return 2;
        default: return 3;
    }
}

/// One lane's coordinates as bits; the layer comes first (PTX ISA, "tex").
struct LaneCoordinates {
    std::uint32_t layer = 0;
    std::uint32_t at[3] = {};
};
LaneCoordinates coordinates(Context& c, const DecodedInstruction& i, Geometry g, unsigned lane) {
    LaneCoordinates result;
    unsigned k = i.vector;
    if (is_layered(g)) result.layer = lanes<std::uint32_t>(c, operand_offset(c, i, k++))[lane];
    for (unsigned a = 0; a < coordinates_of(g); ++a)
        result.at[a] = lanes<std::uint32_t>(c, operand_offset(c, i, k++))[lane];
    return result;
}

float as_float(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }
std::int32_t as_int(std::uint32_t bits) { return static_cast<std::int32_t>(bits); }

void footprint_of(const TextureObject& texture, const LaneCoordinates& l, bool by_index, Footprint& footprint) {
    if (by_index)
        footprint = indexed_texel(texture, as_int(l.at[0]), as_int(l.at[1]), as_int(l.at[2]), l.layer);
    else
        footprint = sampled_texels(texture, {as_float(l.at[0]), as_float(l.at[1]), as_float(l.at[2]), l.layer});
}

/// The host's bytes of a footprint's texels, null for the border. False after a fault.
bool find_bytes(Context& c, const DecodedInstruction& i, unsigned lane, const TextureObject& texture,
                const Footprint& footprint, std::array<const std::uint8_t*, 8>& bytes) {
    const std::uint32_t size = texture.image.format.texel_bytes();
    bool recorded = c.records == nullptr;
    for (unsigned k = 0; k < footprint.count; ++k) {
        *(&bytes[0] + k) = nullptr;
        const TexelChoice& t = *(&footprint.texels[0] + k);
        if (t.is_border) continue;
        const Address address = texel_address(texture.image, t);
        const std::uint8_t* host = image_bytes(c, i, lane, address, size, AccessKind::Load);
        if (host == nullptr) return false;
        *(&bytes[0] + k) = host;
        // An access event has one place per lane: the first texel stands for the sample.
        if (!recorded)
            record_image_access(c, i, lane, address, host,
                                {AccessKind::Load, static_cast<std::uint8_t>(size),
                                 static_cast<std::uint8_t>(texture.image.format.channel_bytes()), 0});
        recorded = true;
    }
    return true;
}

/// f32 to f16, ties to even.
std::uint32_t to_half(std::uint32_t bits) {
    const std::uint32_t sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7FFFFFFFu;
    if (magnitude > 0x7F800000u) return 0x7FFFu;
    if (magnitude >= 0x477FF000u) return sign | 0x7C00u;
    if (magnitude < 0x38800000u) {
        const float scaled = as_float(magnitude) * 0x1p24f;   // exact; below 1024
        return sign | static_cast<std::uint32_t>(__builtin_rintf(scaled));
    }
    const std::uint32_t rounded = magnitude + 0xFFFu + (magnitude >> 13 & 1u);
    return sign | ((rounded - 0x38000000u) >> 13);
}

void write_result(Context& c, const DecodedInstruction& i, unsigned lane, const Texel& texel, Result result) {
    for (unsigned k = 0; k < i.vector; ++k) {
        const std::uint32_t to = operand_offset(c, i, k);
        if (to == kNoOperand) continue;
        const std::uint32_t* const channel = &texel[0];
        std::uint32_t value = channel[k];
        if (result == Result::Half) value = to_half(value);
        if (result == Result::HalfPairs) value = to_half(channel[2 * k]) | to_half(channel[2 * k + 1]) << 16;
        lanes<std::uint32_t>(c, to)[lane] = value;
    }
}

using Texels = Texel[kLanes];

void write_results(Context& c, const DecodedInstruction& i, const Texels& texels, Result result) {
    each_lane(c.active, [&](unsigned l) { write_result(c, i, l, texels[l], result); });
}

bool sample_lane(Context& c, const DecodedInstruction& i, Detail d, unsigned lane, Texel& texel) {
    const TextureObject* texture = find_texture(c, i, lane, d.geometry, d.by_index);
    if (texture == nullptr) return false;
    Footprint footprint;
    std::array<const std::uint8_t*, 8> bytes;
    footprint_of(*texture, coordinates(c, i, d.geometry, lane), d.by_index, footprint);
    if (!find_bytes(c, i, lane, *texture, footprint, bytes)) return false;
    if (footprint.count == 0) texel = Texel{};
    else if (texture->sampler.linear && !d.by_index) texel = filtered_texel(*texture, footprint, bytes);
    else texel = bytes[0] == nullptr ? border_texel(*texture) : read_texel(*texture, bytes[0]);
    return true;
}

/// tex, tex.level and tex.grad: without mipmaps there is one level to choose from.
Outcome sample(Context& c, const DecodedInstruction& i) {
    const Detail d = unpack(i.detail);
    Texels texels;
    bool good = true;
    each_lane(c.active, [&](unsigned l) { good = good && sample_lane(c, i, d, l, texels[l]); });
    if (!good) return Outcome::Fault;
    write_results(c, i, texels, d.result);
    return Outcome::Next;
}

bool gather_lane(Context& c, const DecodedInstruction& i, Detail d, unsigned lane, Texel& texel) {
    const TextureObject* texture = find_texture(c, i, lane, d.geometry, false);
    if (texture == nullptr) return false;
    const LaneCoordinates l = coordinates(c, i, d.geometry, lane);
    const Footprint footprint =
        gathered_texels(*texture, {as_float(l.at[0]), as_float(l.at[1]), as_float(l.at[2]), l.layer});
    std::array<const std::uint8_t*, 8> bytes;
    if (!find_bytes(c, i, lane, *texture, footprint, bytes)) return false;
    for (unsigned k = 0; k < 4; ++k) {
        const std::uint8_t* const host = *(&bytes[0] + k);
        const Texel one = host == nullptr ? border_texel(*texture) : read_texel(*texture, host);
        *(&texel[0] + k) = *(&one[0] + d.component);
    }
    return true;
}

Outcome gather(Context& c, const DecodedInstruction& i) {
    const Detail d = unpack(i.detail);
    Texels texels;
    bool good = true;
    each_lane(c.active, [&](unsigned l) { good = good && gather_lane(c, i, d, l, texels[l]); });
    if (!good) return Outcome::Fault;
    write_results(c, i, texels, d.result);
    return Outcome::Next;
}

/// As hardware answers: a layered image says its layers where the next extent would be; a cube has no depth.
std::uint32_t extent_of(const TextureObject& texture, unsigned axis) {
    const Image& image = texture.image;
    switch (axis) {
        case 0: return image.width;
        case 1: return image.shape == ImageShape::LayeredOneD ? image.depth : image.height;
        default:
            return image.shape == ImageShape::ThreeD || image.shape == ImageShape::LayeredTwoD ? image.depth
                   : image.shape == ImageShape::LayeredCube                                     ? image.depth / 6
                                                                                                : 0;
    }
}

Outcome query(Context& c, const DecodedInstruction& i) {
    std::uint32_t values[kLanes] = {};
    bool good = true;
    each_lane(c.active, [&](unsigned l) {
        const TextureObject* texture = good ? find_texture(c, i, l) : nullptr;
        good = texture != nullptr;
        if (good) values[l] = extent_of(*texture, i.detail);
    });
    if (!good) return Outcome::Fault;
    write_lanes<std::uint32_t>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA { return values[l]; });
    return Outcome::Next;
}

/// A handle has 64 bits; results are four 32-bit or half values, or two pairs of halves (PTX ISA, "tex").
bool decode_result(const Instruction& s, DecodedInstruction& d, Detail& detail) {
    const Type type = s.modifiers.type;
    d.vector = s.modifiers.vector;
    detail.result = type == Type::F16     ? Result::Half
                    : type == Type::F16x2 ? Result::HalfPairs
                                          : Result::Bits32;
    return !d.address_is_32_bit && d.address != kNoOperand && d.vector == (type == Type::F16x2 ? 2 : 4);
}

template <Geometry geometry> bool decode_sample(const Instruction& s, DecodedInstruction& d) {
    Detail detail = {geometry, s.modifiers.source_type == Type::S32, Result::Bits32, 0};
    const bool is_cube = geometry == Geometry::Cube || geometry == Geometry::LayeredCube;
    const bool good = decode_result(s, d, detail) && !(is_cube && detail.by_index);
    d.detail = pack(detail);
    d.run = sample;
    return good;
}

template <Geometry geometry> bool decode_gather(const Instruction& s, DecodedInstruction& d) {
    const char component = s.form.c_str()[5];   // "tld4.r.2d..."
    Detail detail = {geometry, false, Result::Bits32,
                     static_cast<std::uint8_t>(component == 'r' ? 0 : component == 'g' ? 1 : component == 'b' ? 2 : 3)};
    const bool good = decode_result(s, d, detail);
    d.detail = pack(detail);
    d.run = gather;
    return good;
}

bool decode_query(const Instruction& s, DecodedInstruction& d) {
    const char axis = s.form.c_str()[4];   // "txq.width..."
    d.detail = axis == 'w' ? 0 : axis == 'h' ? 1 : 2;
    d.run = query;
    return !d.address_is_32_bit && d.address != kNoOperand;
}

constexpr TypeSet kResults = {Type::F32, Type::S32, Type::U32, Type::F16, Type::F16x2};
constexpr TypeSet kCoordinates = {Type::F32, Type::S32};
constexpr TypeSet kFloats = {Type::F32};
constexpr Traits kTexture = {.instruction_class = InstructionClass::Load, .memory = true};

// The coordinates of each geometry, and what gradients look like. Of four the last is ignored.
#define WARPSCOPE_1D "[a, {x:stype}]"
#define WARPSCOPE_2D "[a, {x:stype, y:stype}]"
#define WARPSCOPE_3D "[a, {x:stype, y:stype, z:stype, w:stype}]"
#define WARPSCOPE_A1D "[a, {l:u32, x:stype}]"
#define WARPSCOPE_A2D "[a, {l:u32, x:stype, y:stype, w:stype}]"
#define WARPSCOPE_ACUBE "[a, {l:u32, x:stype, y:stype, z:stype}]"

/// A row each for tex, tex.level and tex.grad.
#define WARPSCOPE_TEXTURE_ROWS(geometry_name, geometry, where, gradient, coordinate_types, meant, since)              \
    {.name = "tex." geometry_name, .syntax = "tex." geometry_name ".vec.type.stype d:vec, " where, .types = kResults, \
     .source_types = coordinate_types, .traits = kTexture, .decode = decode_sample<geometry>,                         \
     .meaning = "d = the texture at " meant, .section = "tex", .version = since, .target = 20},                       \
    {.name = "tex.level." geometry_name,                                                                              \
     .syntax = "tex.level." geometry_name ".vec.type.stype d:vec, " where ", lod:f32", .types = kResults,             \
     .source_types = kFloats, .traits = kTexture, .decode = decode_sample<geometry>,                                  \
     .meaning = "d = the texture's level lod (there is one) at " meant, .section = "tex", .version = since,           \
     .target = 20},                                                                                                   \
    {.name = "tex.grad." geometry_name,                                                                               \
     .syntax = "tex.grad." geometry_name ".vec.type.stype d:vec, " where ", " gradient, .types = kResults,            \
     .source_types = kFloats, .traits = kTexture, .decode = decode_sample<geometry>,                                  \
     .meaning = "d = the texture at " meant "; the gradients choose among levels, of which there is one",             \
     .section = "tex", .version = since, .target = 20}

constexpr Row table[] = {
    WARPSCOPE_TEXTURE_ROWS("1d", Geometry::OneD, WARPSCOPE_1D, "dx:f32{1}, dy:f32{1}", kCoordinates, "x", 31),
    WARPSCOPE_TEXTURE_ROWS("2d", Geometry::TwoD, WARPSCOPE_2D, "dx:f32{2}, dy:f32{2}", kCoordinates, "x, y", 31),
    WARPSCOPE_TEXTURE_ROWS("3d", Geometry::ThreeD, WARPSCOPE_3D, "dx:f32{4}, dy:f32{4}", kCoordinates, "x, y, z", 31),
    WARPSCOPE_TEXTURE_ROWS("a1d", Geometry::LayeredOneD, WARPSCOPE_A1D, "dx:f32{1}, dy:f32{1}", kCoordinates,
                           "layer l, x", 31),
    WARPSCOPE_TEXTURE_ROWS("a2d", Geometry::LayeredTwoD, WARPSCOPE_A2D, "dx:f32{2}, dy:f32{2}", kCoordinates,
                           "layer l, x, y", 31),
    WARPSCOPE_TEXTURE_ROWS("cube", Geometry::Cube, WARPSCOPE_3D, "dx:f32{4}, dy:f32{4}", kFloats,
                           "direction x, y, z", 31),
    WARPSCOPE_TEXTURE_ROWS("acube", Geometry::LayeredCube, WARPSCOPE_ACUBE, "dx:f32{4}, dy:f32{4}", kFloats,
                           "layer l, direction x, y, z", 31),
    {.name = "tld4.2d", .syntax = "tld4.r|.g|.b|.a.2d.vec.type.stype d:vec, " WARPSCOPE_2D, .types = kResults,
     .source_types = kFloats, .traits = kTexture, .decode = decode_gather<Geometry::TwoD>,
     .meaning = "d = one channel of the four texels around x, y", .section = "tld4", .version = 31, .target = 20},
    {.name = "tld4.a2d", .syntax = "tld4.r|.g|.b|.a.a2d.vec.type.stype d:vec, " WARPSCOPE_A2D, .types = kResults,
     .source_types = kFloats, .traits = kTexture, .decode = decode_gather<Geometry::LayeredTwoD>,
     .meaning = "d = one channel of the four texels around x, y of layer l", .section = "tld4", .version = 43,
     .target = 30},
    {.name = "txq", .syntax = "txq.width|.height|.depth.type d, [a]", .types = {Type::B32},
     .traits = {.instruction_class = InstructionClass::Special}, .decode = decode_query,
     .meaning = "d = an extent of the texture", .section = "txq", .version = 31, .target = 20},
};

}  // namespace

std::span<const Row> texture_rows() { return table; }

WARPSCOPE_ISA_END
