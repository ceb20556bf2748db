// Surface instructions in unified mode (PTX ISA, "Surface Instructions": suld, sust, suq). Along x, unformatted
// accesses count bytes and formatted ones texels; what lies outside is up to .trap, .clamp or .zero.
#include "sim/isa/decode_types.h"
#include "sim/isa/families.h"
#include "sim/isa/image_access.h"

WARPSCOPE_ISA_BEGIN
namespace {

enum class Outside : std::uint8_t { Trap, Clamp, Zero };

/// DecodedInstruction::detail of this family.
constexpr std::uint8_t pack(Geometry g, Outside o) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(g) | static_cast<unsigned>(o) << 4);
}
constexpr Geometry geometry_of(std::uint8_t detail) { return static_cast<Geometry>(detail & 15); }
constexpr Outside outside_of(std::uint8_t detail) { return static_cast<Outside>(detail >> 4); }

/// Where one lane's access goes.
struct SurfacePlace {
    bool dropped = false;   ///< outside, in the .zero mode
    Address address = 0;
    std::uint8_t* host = nullptr;
};

/// Coordinates of one lane; the layer comes first and is unsigned, all others are signed.
struct SurfaceCoordinates {
    std::int64_t x = 0, y = 0, z = 0;
};
SurfaceCoordinates coordinates(Context& c, const DecodedInstruction& i, Geometry g, unsigned first, unsigned lane) {
    const auto at = [&](unsigned k) { return lanes<std::uint32_t>(c, operand_offset(c, i, first + k))[lane]; };
    const auto signed_at = [&](unsigned k) { return std::int64_t{static_cast<std::int32_t>(at(k))}; };
    switch (g) {
        case Geometry::OneD: return {signed_at(0), 0, 0};
        case Geometry::TwoD: return {signed_at(0), signed_at(1), 0};
        case Geometry::ThreeD: return {signed_at(0), signed_at(1), signed_at(2)};
        case Geometry::LayeredOneD: return {signed_at(1), 0, std::int64_t{at(0)}};
        default: return {signed_at(1), signed_at(2), std::int64_t{at(0)}};
    }
}

/// False when the coordinate lies outside and stays there.
bool bring_inside(std::int64_t& coordinate, std::int64_t extent, Outside outside) {
    if (coordinate >= 0 && coordinate < extent) return true;
    if (outside != Outside::Clamp || extent == 0) return false;
    coordinate = coordinate < 0 ? 0 : extent - 1;
    return true;
}

/// Finds a lane's place; `unit` is the bytes of one access, in which x is counted. False after a fault.
bool locate(Context& c, const DecodedInstruction& i, unsigned lane, const Image& image, SurfaceCoordinates at,
            std::uint32_t unit, AccessKind kind, SurfacePlace& place) {
    const Outside outside = outside_of(i.detail);
    const std::int64_t units = std::int64_t{image.width} * image.format.texel_bytes() / unit;
    // All three, whatever the first says: each brings its coordinate inside.
    const bool x_inside = bring_inside(at.x, units, outside);
    const bool y_inside = bring_inside(at.y, image.height, outside);
    const bool z_inside = bring_inside(at.z, image.depth, outside);
    const bool inside = x_inside && y_inside && z_inside;
    if (!inside) {
        place.dropped = true;
        if (outside != Outside::Trap) return true;
        c.fault.width = unit;
        c.fault.is_store = kind != AccessKind::Load;
        fail_image(c, lane, FaultKind::SurfaceOutOfRange, "");
        return false;
    }
    place.address = image.base + static_cast<std::uint64_t>(at.z) * image.slice_bytes +
                    static_cast<std::uint64_t>(at.y) * image.row_bytes + static_cast<std::uint64_t>(at.x) * unit;
    place.host = image_bytes(c, i, lane, place.address, unit, kind);
    return place.host != nullptr;
}

/// The byte coordinate must be a multiple of the access, wherever it lies.
bool locate_bytes(Context& c, const DecodedInstruction& i, unsigned lane, unsigned first_coordinate, Request r,
                  SurfacePlace& place) {
    const SurfaceObject* surface = find_surface(c, i, lane, geometry_of(i.detail));
    if (surface == nullptr) return false;
    SurfaceCoordinates at = coordinates(c, i, geometry_of(i.detail), first_coordinate, lane);
    if ((at.x & (r.width - 1)) != 0) {
        c.fault.address = surface->image.base + static_cast<std::uint64_t>(at.x);
        c.fault.width = r.width;
        c.fault.is_store = r.kind != AccessKind::Load;
        fail_image(c, lane, FaultKind::Misaligned, "x is counted in bytes: multiply the index by the element's size");
        return false;
    }
    at.x /= r.width;
    return locate(c, i, lane, surface->image, at, r.width, r.kind, place);
}

template <class T> constexpr Request request(AccessKind kind, unsigned elements) {
    return {kind, static_cast<std::uint8_t>(sizeof(T) * elements), sizeof(T), 0};
}

/// All lanes are located before anything is written.
template <class Find> bool locate_all(Context& c, SurfacePlace (&places)[kLanes], Find find) {
    bool good = true;
    each_lane(c.active, [&](unsigned l) { good = good && find(l, places[l]); });
    return good;
}

template <class T> Outcome load(Context& c, const DecodedInstruction& i) {
    const Request r = request<T>(AccessKind::Load, i.vector);
    SurfacePlace places[kLanes];
    if (!locate_all(c, places, [&](unsigned l, SurfacePlace& p) { return locate_bytes(c, i, l, i.vector, r, p); }))
        return Outcome::Fault;
    each_lane(c.active, [&](unsigned l) {
        const SurfacePlace& p = places[l];
        if (c.records != nullptr && !p.dropped) record_image_access(c, i, l, p.address, p.host, r);
        for (unsigned k = 0; k < i.vector; ++k) {
            T value{};
            if (!p.dropped) __builtin_memcpy(&value, p.host + k * sizeof(T), sizeof(T));
            if (const std::uint32_t to = operand_offset(c, i, k); to != kNoOperand) lanes<T>(c, to)[l] = value;
        }
    });
    return Outcome::Next;
}

void store_bytes_of_lane(Context& c, const DecodedInstruction& i, unsigned lane, const SurfacePlace& p,
                         const std::uint8_t* bytes, Request r) {
    if (p.dropped) return;
    if (c.records != nullptr) record_image_access(c, i, lane, p.address, p.host, r);
    __builtin_memcpy(p.host, bytes, r.width);
    if (c.records != nullptr && c.records->values)
        __builtin_memcpy(c.records->in[static_cast<unsigned>(Space::Global)].new_values + lane * r.width, bytes,
                         r.width);
}

constexpr unsigned operands_of(Geometry g) {
    return g == Geometry::OneD ? 1 : g == Geometry::TwoD || g == Geometry::LayeredOneD ? 2 : 4;
}

template <class T> Outcome store(Context& c, const DecodedInstruction& i) {
    const Request r = request<T>(AccessKind::Store, i.vector);
    const unsigned first = operands_of(geometry_of(i.detail));
    SurfacePlace places[kLanes];
    if (!locate_all(c, places, [&](unsigned l, SurfacePlace& p) { return locate_bytes(c, i, l, 0, r, p); }))
        return Outcome::Fault;
    each_lane(c.active, [&](unsigned l) {
        std::uint8_t bytes[16];
        for (unsigned k = 0; k < i.vector; ++k) {
            const T value = static_cast<T>(lanes<T>(c, operand_offset(c, i, first + k))[l]);
            __builtin_memcpy(bytes + k * sizeof(T), &value, sizeof(T));
        }
        store_bytes_of_lane(c, i, l, places[l], bytes, r);
    });
    return Outcome::Next;
}

/// A float as f16, towards zero, as hardware converts it here.
std::uint32_t to_half_towards_zero(std::uint32_t bits) {
    const std::uint32_t sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7FFFFFFFu;
    if (magnitude > 0x7F800000u) return 0x7FFFu;
    if (magnitude == 0x7F800000u) return sign | 0x7C00u;
    if (magnitude >= 0x47800000u) return sign | 0x7BFFu;
    if (magnitude < 0x38800000u)
        return sign | static_cast<std::uint32_t>(__builtin_bit_cast(float, magnitude) * 0x1p24f);
    return sign | ((magnitude - 0x38000000u) >> 13);
}

/// A 32-bit value in the format of a channel: integers saturate, floats keep their value (PTX ISA, "sust.p").
std::uint32_t formatted(const ChannelFormat& format, std::uint32_t value) {
    if (format.bits == 32) return value;
    if (format.kind == ChannelFormat::Kind::Float) return to_half_towards_zero(value);
    const std::int64_t range = std::int64_t{1} << format.bits;
    const bool is_signed = format.kind == ChannelFormat::Kind::Signed;
    const std::int64_t least = is_signed ? -range / 2 : 0, most = is_signed ? range / 2 - 1 : range - 1;
    const std::int64_t wide = is_signed ? std::int64_t{static_cast<std::int32_t>(value)} : std::int64_t{value};
    return static_cast<std::uint32_t>(wide < least ? least : wide > most ? most : wide);
}

Outcome store_formatted(Context& c, const DecodedInstruction& i) {
    const unsigned first = operands_of(geometry_of(i.detail));
    SurfacePlace places[kLanes];
    const Image* images[kLanes];
    const auto find = [&](unsigned l, SurfacePlace& p) {
        const SurfaceObject* surface = find_surface(c, i, l, geometry_of(i.detail));
        if (surface == nullptr) return false;
        images[l] = &surface->image;
        return locate(c, i, l, surface->image, coordinates(c, i, geometry_of(i.detail), 0, l),
                      surface->image.format.texel_bytes(), AccessKind::Store, p);
    };
    if (!locate_all(c, places, find)) return Outcome::Fault;
    each_lane(c.active, [&](unsigned l) {
        const ChannelFormat format = images[l]->format;
        const unsigned size = format.channel_bytes();
        std::uint8_t bytes[16] = {};
        for (unsigned k = 0; k < format.channels && k < i.vector; ++k) {
            const std::uint32_t value =
                formatted(format, lanes<std::uint32_t>(c, operand_offset(c, i, first + k))[l]);
            __builtin_memcpy(bytes + k * size, &value, size);
        }
        store_bytes_of_lane(c, i, l, places[l], bytes,
                            {AccessKind::Store, static_cast<std::uint8_t>(format.texel_bytes()),
                             static_cast<std::uint8_t>(size), 0});
    });
    return Outcome::Next;
}

/// As hardware answers: extents that the shape lacks are 0, and layers stand where the next extent would.
std::uint32_t extent_of(const Image& image, unsigned axis) {
    const bool is_row = image.shape == ImageShape::OneD || image.shape == ImageShape::LayeredOneD;
    if (axis == 0) return image.width;
    if (axis == 1) return !is_row ? image.height : image.shape == ImageShape::LayeredOneD ? image.depth : 0;
    return is_row || image.shape == ImageShape::TwoD ? 0 : image.depth;
}

Outcome query(Context& c, const DecodedInstruction& i) {
    std::uint32_t values[kLanes] = {};
    bool good = true;
    each_lane(c.active, [&](unsigned l) {
        const SurfaceObject* surface = good ? find_surface(c, i, l) : nullptr;
        good = surface != nullptr;
        if (good) values[l] = extent_of(surface->image, i.detail);
    });
    if (!good) return Outcome::Fault;
    write_lanes<std::uint32_t>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA { return values[l]; });
    return Outcome::Next;
}

bool has_handle(const DecodedInstruction& d) { return !d.address_is_32_bit && d.address != kNoOperand; }

Outside outside_named(const Instruction& s) {
    if (__builtin_strstr(s.form.c_str(), ".clamp") != nullptr) return Outside::Clamp;
    return __builtin_strstr(s.form.c_str(), ".zero") != nullptr ? Outside::Zero : Outside::Trap;
}

/// Registers may be wider than the element (bytes stand in .b16 ones), but not than the slot of a lane.
bool fits_slot(const Operand& data, Type type) {
    const unsigned slot = size_in_bytes(type) <= 4 ? 4 : 8;
    const auto fits = [&](const Operand& o) {
        return o.kind != Operand::Kind::Register || (size_in_bytes(o.type) <= 4 ? 4u : size_in_bytes(o.type)) == slot;
    };
    if (data.kind != Operand::Kind::Vector) return fits(data);
    for (const Operand *o = data.elements.data(), *end = o + data.elements.size(); o != end; ++o)
        if (!fits(*o)) return false;
    return true;
}

/// Calls use(Tag<T>{}) with the element's type; accesses have at most 16 bytes in at most four registers.
template <class Use> WARPSCOPE_INLINE bool with_element(const Instruction& s, Use use) {
    const unsigned vector = s.modifiers.vector;
    if (vector > 4 || vector * size_in_bytes(s.modifiers.type) > 16) return false;
    switch (s.modifiers.type) {
        case Type::B8: use(Tag<std::uint8_t>{}); return true;
        case Type::B16: use(Tag<std::uint16_t>{}); return true;
        case Type::B32: use(Tag<std::uint32_t>{}); return true;
        case Type::B64: use(Tag<std::uint64_t>{}); return true;
        default: return false;
    }
}

template <Geometry geometry> bool decode_load(const Instruction& s, DecodedInstruction& d) {
    d.vector = s.modifiers.vector;
    d.detail = pack(geometry, outside_named(s));
    return has_handle(d) && fits_slot(*s.operands.data(), s.modifiers.type) &&
           with_element(s, [&]<class T>(Tag<T>) { d.run = load<T>; });
}
template <Geometry geometry> bool decode_store(const Instruction& s, DecodedInstruction& d) {
    d.vector = s.modifiers.vector;
    d.detail = pack(geometry, outside_named(s));
    return has_handle(d) && fits_slot(*(s.operands.data() + 1), s.modifiers.type) &&
           with_element(s, [&]<class T>(Tag<T>) { d.run = store<T>; });
}
template <Geometry geometry> bool decode_formatted(const Instruction& s, DecodedInstruction& d) {
    d.vector = s.modifiers.vector;
    d.detail = pack(geometry, outside_named(s));
    d.run = store_formatted;
    return has_handle(d) && d.vector <= 4 && fits_slot(*(s.operands.data() + 1), s.modifiers.type);
}
bool decode_query(const Instruction& s, DecodedInstruction& d) {
    const char axis = s.form.c_str()[4];   // "suq.width..."
    d.detail = axis == 'w' ? 0 : axis == 'h' ? 1 : 2;
    d.run = query;
    return has_handle(d);
}

constexpr TypeSet kElements = {Type::B8, Type::B16, Type::B32, Type::B64};
constexpr Traits kLoad = {.instruction_class = InstructionClass::Load, .memory = true, .load = true};
constexpr Traits kStore = {.instruction_class = InstructionClass::Store, .memory = true, .store = true};

/// A row each for suld.b, sust.b and sust.p.
#define WARPSCOPE_SURFACE_ROWS(geometry_name, geometry, where, meant)                                                 \
    {.name = "suld.b." geometry_name,                                                                                 \
     .syntax = "suld.b." geometry_name "{.cache}{.vec}.type.trap|.clamp|.zero d:vec, " where, .types = kElements,     \
     .traits = kLoad, .decode = decode_load<geometry>, .meaning = "d = bytes of the surface at " meant,               \
     .section = "suld", .version = 31, .target = 20},                                                                 \
    {.name = "sust.b." geometry_name,                                                                                 \
     .syntax = "sust.b." geometry_name "{.cache}{.vec}.type.trap|.clamp|.zero " where ", b:vec", .types = kElements,  \
     .traits = kStore, .decode = decode_store<geometry>, .meaning = "bytes of the surface at " meant " = b",          \
     .section = "sust", .version = 31, .target = 20},                                                                 \
    {.name = "sust.p." geometry_name,                                                                                 \
     .syntax = "sust.p." geometry_name "{.vec}.type.trap|.clamp|.zero " where ", b:vec", .types = {Type::B32},        \
     .traits = kStore, .decode = decode_formatted<geometry>,                                                          \
     .meaning = "the surface's texel at " meant " = b in the texels' format", .section = "sust", .version = 31,       \
     .target = 20}

constexpr Row table[] = {
    WARPSCOPE_SURFACE_ROWS("1d", Geometry::OneD, "[a, {x:s32}]", "x"),
    WARPSCOPE_SURFACE_ROWS("2d", Geometry::TwoD, "[a, {x:s32, y:s32}]", "x, y"),
    WARPSCOPE_SURFACE_ROWS("3d", Geometry::ThreeD, "[a, {x:s32, y:s32, z:s32, w:s32}]", "x, y, z"),
    WARPSCOPE_SURFACE_ROWS("a1d", Geometry::LayeredOneD, "[a, {l:u32, x:s32}]", "layer l, x"),
    WARPSCOPE_SURFACE_ROWS("a2d", Geometry::LayeredTwoD, "[a, {l:u32, x:s32, y:s32, w:s32}]", "layer l, x, y"),
    {.name = "suq", .syntax = "suq.width|.height|.depth.type d, [a]", .types = {Type::B32},
     .traits = {.instruction_class = InstructionClass::Special}, .decode = decode_query,
     .meaning = "d = an extent of the surface", .section = "suq", .version = 31, .target = 20},
};

}  // namespace

std::span<const Row> surface_rows() { return table; }

WARPSCOPE_ISA_END
