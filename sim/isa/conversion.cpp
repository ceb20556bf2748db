// Conversions between integer types (PTX ISA, "Data Movement and Conversion Instructions: cvt,
// cvt.pack").
#include "sim/isa/families.h"
#include "sim/isa/decode_types.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

template <class T> using Signed = std::make_signed_t<T>;

/// A value of fewer bits than T has, sign- or zero-extended: `unused` is the number of bits above
/// it.
template <bool IsSigned, class T> WARPSCOPE_INLINE T extend(T value, unsigned unused) {
    const T top = static_cast<T>(value << unused);
    if constexpr (IsSigned) return static_cast<T>(static_cast<Signed<T>>(top) >> unused);
    else return static_cast<T>(top >> unused);
}

// The registers of a conversion may be wider than the types it names (PTX ISA, "Operand Size
// Exceeding Instruction-Type Size"), so the run functions are made for register widths and read the
// types' widths from the instruction: DecodedInstruction::displacement holds the unused bits of
// source and destination.
struct Unused {
    unsigned source, destination;
};
WARPSCOPE_INLINE Unused unused_bits(const DecodedInstruction& i) {
    return {static_cast<unsigned>(i.displacement & 63),
            static_cast<unsigned>(i.displacement >> 8 & 63)};
}

/// d = the low bits of a, extended as their type says, then those of the result.
template <class D, class S, bool DestinationSigned, bool SourceSigned>
Outcome run_cvt(Context& c, const DecodedInstruction& i) {
    const S* a = lanes<S>(c, i.operand[1]);
    const Unused unused = unused_bits(i);
    write_lanes<D>(c, i.operand[0], [&](unsigned l) {
        const S value = extend<SourceSigned>(a[l], unused.source);
        const D widened =
            SourceSigned ? static_cast<D>(static_cast<Signed<S>>(value)) : static_cast<D>(value);
        return extend<DestinationSigned>(widened, unused.destination);
    });
    return Outcome::Next;
}

/// .sat: the value is clamped to the range of the destination type.
template <class D, class S, bool DestinationSigned, bool SourceSigned>
Outcome run_cvt_sat(Context& c, const DecodedInstruction& i) {
    const S* a = lanes<S>(c, i.operand[1]);
    const Unused unused = unused_bits(i);
    const unsigned above =
        kBits<std::uint64_t> - kBits<D> + unused.destination + (DestinationSigned ? 1 : 0);
    const std::uint64_t most = UINT64_MAX >> above;
    const std::int64_t least = DestinationSigned ? -static_cast<std::int64_t>(most) - 1 : 0;
    write_lanes<D>(c, i.operand[0], [&](unsigned l) {
        const S value = extend<SourceSigned>(a[l], unused.source);
        if constexpr (SourceSigned) {
            const std::int64_t wide = static_cast<Signed<S>>(value);
            if (wide < least) return static_cast<D>(least);
            return static_cast<D>(wide > 0 && static_cast<std::uint64_t>(wide) > most
                                      ? static_cast<std::int64_t>(most)
                                      : wide);
        } else {
            return static_cast<D>(value > most ? most : value);
        }
    });
    return Outcome::Next;
}

template<class D, class S, bool Sat>
Execute choose_cvt(bool destination_signed, bool source_signed) {
    if constexpr (Sat) {
        if (destination_signed)
            return source_signed ? run_cvt_sat<D, S, true, true> : run_cvt_sat<D, S, true, false>;
        return source_signed ? run_cvt_sat<D, S, false, true> : run_cvt_sat<D, S, false, false>;
    } else {
        if (destination_signed)
            return source_signed ? run_cvt<D, S, true, true> : run_cvt<D, S, true, false>;
        return source_signed ? run_cvt<D, S, false, true> : run_cvt<D, S, false, false>;
    }
}
template<bool Sat>
Execute choose_cvt_slots(bool wide_d, bool wide_s, bool destination_signed, bool source_signed) {
    using Narrow = std::uint32_t;
    using Wide = std::uint64_t;
    if (wide_d)
        return wide_s ? choose_cvt<Wide, Wide, Sat>(destination_signed, source_signed)
                      : choose_cvt<Wide, Narrow, Sat>(destination_signed, source_signed);
    return wide_s ? choose_cvt<Narrow, Wide, Sat>(destination_signed, source_signed)
                  : choose_cvt<Narrow, Narrow, Sat>(destination_signed, source_signed);
}

/// Every value of `from` is one of `to`.
bool holds_all_of(Type to, Type from) {
    if (is_signed(to) == is_signed(from)) return size_in_bytes(to) >= size_in_bytes(from);
    return is_signed(to) && size_in_bytes(to) > size_in_bytes(from);
}

bool decode_cvt(const Instruction& s, DecodedInstruction& d) {
    if (d.operand[1] == kNoOperand) return false;  // a clock: only mov reads those
    const Type to = s.modifiers.type, from = s.modifiers.source_type;
    const unsigned d_bytes = d.slot_size, s_bytes = source_slot(s.operands[1], from);
    const unsigned d_unused = 8 * (d_bytes - size_in_bytes(to)),
                   s_unused = 8 * (s_bytes - size_in_bytes(from));
    if (d_bytes < size_in_bytes(to) || s_bytes < size_in_bytes(from)) return false;
    // "The .sat modifier is illegal in cases where saturation is not possible based on the source and
    // destination types" (PTX ISA, cvt).
    if (s.modifiers.sat && holds_all_of(to, from)) return false;
    d.displacement = static_cast<std::int64_t>(s_unused | d_unused << 8);
    // A type as wide as its register needs no extension; unsigned code for it is the shorter.
    const bool d_signed = is_signed(to), s_signed = is_signed(from);
    d.run = s.modifiers.sat
                ? choose_cvt_slots<true>(d_bytes == 8, s_bytes == 8, d_signed, s_signed)
                : choose_cvt_slots<false>(d_bytes == 8, s_bytes == 8, d_signed && d_unused != 0,
                                          s_signed && (s_unused != 0 || d_bytes > s_bytes));
    return true;
}

/// Clamps a signed value into Bits bits, signed or unsigned.
template <unsigned Bits, bool IsSigned> WARPSCOPE_INLINE std::uint32_t clamp_to(std::int32_t v) {
    constexpr std::int32_t most = IsSigned ? (1 << (Bits - 1)) - 1 : (1 << Bits) - 1;
    constexpr std::int32_t least = IsSigned ? -most - 1 : 0;
    const std::int32_t clamped = v < least ? least : v > most ? most : v;
    return static_cast<std::uint32_t>(clamped) & ((1u << Bits) - 1);
}
template <unsigned Bits, bool IsSigned> struct Pack {
    std::uint32_t operator()(std::int32_t a, std::int32_t b) const {
        return clamp_to<Bits, IsSigned>(a) << Bits | clamp_to<Bits, IsSigned>(b);
    }
    std::uint32_t operator()(std::int32_t a, std::int32_t b, std::uint32_t c) const {
        return c << 2 * Bits | (*this)(a, b);
    }
};
template <bool IsSigned> constexpr Execute kPack16 =
    binary<Pack<16, IsSigned>, std::uint32_t, std::int32_t, std::int32_t>;
template <unsigned Bits, bool IsSigned> constexpr Execute kPackBelow =
    ternary<Pack<Bits, IsSigned>, std::uint32_t, std::int32_t, std::int32_t, std::uint32_t>;

bool decode_pack16(const Instruction& s, DecodedInstruction& d) {
    d.run = is_signed(s.modifiers.type) ? kPack16<true> : kPack16<false>;
    return true;
}
bool decode_pack8(const Instruction& s, DecodedInstruction& d) {
    d.run = is_signed(s.modifiers.type) ? kPackBelow<8, true> : kPackBelow<8, false>;
    return true;
}
template<unsigned Bits, bool IsSigned>
bool decode_pack_bits(const Instruction&, DecodedInstruction& d) {
    d.run = kPackBelow<Bits, IsSigned>;
    return true;
}

constexpr TypeSet kIntegers = {Type::U8,  Type::S8,  Type::U16, Type::S16,
                               Type::U32, Type::S32, Type::U64, Type::S64};
constexpr TypeSet kS32 = {Type::S32};
constexpr Traits kConversion = {.instruction_class = InstructionClass::Conversion, .uniform = true};

constexpr Row table[] = {
    {.name = "cvt.int.from.int", .syntax = "cvt{.sat}.type.stype d, a:stype", .types = kIntegers,
     .source_types = kIntegers, .traits = kConversion, .decode = decode_cvt,
     .meaning = "d = extend(a); with .sat d = clamp(a, MIN(d), MAX(d))", .section = "cvt"},

    {.name = "cvt.pack.16", .syntax = "cvt.pack.sat.type.stype d:b32, a:stype, b:stype",
     .types = {Type::U16, Type::S16}, .source_types = kS32, .traits = kConversion, .decode = decode_pack16,
     .meaning = "d = sat(a) << 16 | sat(b)", .section = "cvt.pack", .version = 65, .target = 72},
    {.name = "cvt.pack.8", .syntax = "cvt.pack.sat.type.stype.b32 d:b32, a:stype, b:stype, c:b32",
     .types = {Type::U8, Type::S8}, .source_types = kS32, .traits = kConversion, .decode = decode_pack8,
     .meaning = "d = c << 16 | sat(a) << 8 | sat(b)", .section = "cvt.pack", .version = 65, .target = 72},
    {.name = "cvt.pack.u4", .syntax = "cvt.pack.sat.u4.stype.b32 d:b32, a:stype, b:stype, c:b32",
     .source_types = kS32, .traits = kConversion, .decode = decode_pack_bits<4, false>,
     .meaning = "d = c << 8 | sat(a) << 4 | sat(b)", .section = "cvt.pack", .version = 65, .target = 75},
    {.name = "cvt.pack.s4", .syntax = "cvt.pack.sat.s4.stype.b32 d:b32, a:stype, b:stype, c:b32",
     .source_types = kS32, .traits = kConversion, .decode = decode_pack_bits<4, true>,
     .meaning = "d = c << 8 | sat(a) << 4 | sat(b)", .section = "cvt.pack", .version = 65, .target = 75},
    {.name = "cvt.pack.u2", .syntax = "cvt.pack.sat.u2.stype.b32 d:b32, a:stype, b:stype, c:b32",
     .source_types = kS32, .traits = kConversion, .decode = decode_pack_bits<2, false>,
     .meaning = "d = c << 4 | sat(a) << 2 | sat(b)", .section = "cvt.pack", .version = 65, .target = 75},
    {.name = "cvt.pack.s2", .syntax = "cvt.pack.sat.s2.stype.b32 d:b32, a:stype, b:stype, c:b32",
     .source_types = kS32, .traits = kConversion, .decode = decode_pack_bits<2, true>,
     .meaning = "d = c << 4 | sat(a) << 2 | sat(b)", .section = "cvt.pack", .version = 65, .target = 75},
};

}  // namespace

std::span<const Row> conversion_rows() { return table; }

WARPSCOPE_ISA_END
