// Conversions to and from pairs of half and of 8-bit floating-point numbers, and to tf32 (PTX ISA,
// "Data Movement and Conversion Instructions: cvt").
#include "sim/isa/families.h"
#include "sim/isa/half_endings.h"

WARPSCOPE_ISA_BEGIN
namespace {

using Bits = std::uint32_t;

// ---- pairs of halves

/// d = the rounded a above the rounded b.
template<class F, Rounding R>
Outcome run_pair(Context& c, const DecodedInstruction& i) {
    const Bits *a = lanes<float>(c, i.operand[1]), *b = lanes<float>(c, i.operand[2]);
    const Endings endings = endings_of(i);
    write_lanes<Bits>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA {
        const Bits high = with_endings<F>(encode<F, float>(get<float>(a[l]), R), endings);
        const Bits low = with_endings<F>(encode<F, float>(get<float>(b[l]), R), endings);
        return high << 16 | low;
    });
    return Outcome::Next;
}
template<class F>
bool decode_pair(const Instruction& s, DecodedInstruction& d) {
    d.detail = detail_of_endings(s.modifiers, false);
    d.run = s.modifiers.rounding == Rounding::TowardZero ? run_pair<F, Rounding::TowardZero>
                                                         : run_pair<F, Rounding::NearestEven>;
    return registers_are_narrow<float>(s, d) && source_slot(s.operands[2], Type::F32) == 4;
}

// ---- 8-bit numbers

/// .satfinite, which these conversions always have: what is too large becomes the largest number of
/// its sign.
template<class F>
WARPSCOPE_INLINE Bits encode_byte(float x, bool relu) {
    const Bits h = encode<F, float>(x, Rounding::NearestEven);
    const Bits magnitude = h & ~F::sign, sign = h & F::sign;
    const Bits finite = magnitude < F::largest ? magnitude : F::largest;
    return pick(x != x, F::not_a_number, pick(relu & (sign != 0), 0, sign | finite));
}
template<class F>
Outcome run_bytes_from_singles(Context& c, const DecodedInstruction& i) {
    const Bits *a = lanes<float>(c, i.operand[1]), *b = lanes<float>(c, i.operand[2]);
    const bool relu = (i.detail & kRelu) != 0;
    write_lanes<Bits>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA {
        return encode_byte<F>(get<float>(a[l]), relu) << 8 | encode_byte<F>(get<float>(b[l]), relu);
    });
    return Outcome::Next;
}
template<class F>
Outcome run_bytes_from_halves(Context& c, const DecodedInstruction& i) {
    const Bits* a = lanes<Bits>(c, i.operand[1]);
    const bool relu = (i.detail & kRelu) != 0;
    write_lanes<Bits>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA {
        return encode_byte<F>(widen<F16>(a[l] >> 16), relu) << 8 |
               encode_byte<F>(widen<F16>(a[l] & 0xffff), relu);
    });
    return Outcome::Next;
}
/// E5M2 is the upper half of an f16; an E4M3 number has its exponent and fraction a bit lower, and
/// another bias.
template<class F>
WARPSCOPE_INLINE Bits byte_to_half(Bits byte) {
    const Bits magnitude = byte & 0x7f, sign = (byte & 0x80) << 8;
    Bits h = magnitude << 8;
    if constexpr (F::digits == E4M3::digits)
        h = encode<F16, float>(widen<F16>(magnitude << 7) * 0x1p8f, Rounding::NearestEven);
    const bool nan = F::digits == E4M3::digits ? magnitude == F::not_a_number : h > F16::infinity;
    return pick(nan, F16::not_a_number, h | sign);
}
template<class F>
Outcome run_halves_from_bytes(Context& c, const DecodedInstruction& i) {
    const Bits* a = lanes<Bits>(c, i.operand[1]);
    const Endings endings = endings_of(i);
    write_lanes<Bits>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA {
        return with_endings<F16>(byte_to_half<F>(a[l] >> 8 & 0xff), endings) << 16 |
               with_endings<F16>(byte_to_half<F>(a[l] & 0xff), endings);
    });
    return Outcome::Next;
}

bool decode_bytes_from_singles(const Instruction& s, DecodedInstruction& d) {
    d.detail = detail_of_endings(s.modifiers, false);
    d.run = s.modifiers.type == Type::E4M3x2 ? run_bytes_from_singles<E4M3>
                                             : run_bytes_from_singles<E5M2>;
    return registers_are_narrow<float>(s, d) && source_slot(s.operands[2], Type::F32) == 4;
}
bool decode_bytes_from_halves(const Instruction& s, DecodedInstruction& d) {
    d.detail = detail_of_endings(s.modifiers, false);
    d.run = s.modifiers.type == Type::E4M3x2 ? run_bytes_from_halves<E4M3>
                                             : run_bytes_from_halves<E5M2>;
    return registers_are_narrow<float>(s, d);
}
bool decode_halves_from_bytes(const Instruction& s, DecodedInstruction& d) {
    d.detail = detail_of_endings(s.modifiers, false);
    d.run = s.modifiers.source_type == Type::E4M3x2 ? run_halves_from_bytes<E4M3>
                                                    : run_halves_from_bytes<E5M2>;
    return registers_are_narrow<float>(s, d);
}

// ---- tf32: a single without the 13 lowest bits of its fraction

constexpr Bits kDropped = 0x1fff;

/// .rn and .rz are one instruction of the hardware, with its one NaN.
template<Rounding R>
struct ToTf32 {
    WARPSCOPE_INLINE Bits operator()(float x) const {
        Bits b = bits(x);
        if constexpr (R == Rounding::NearestEven) b += kDropped / 2 + (b >> 13 & 1);
        return pick(x != x, kCanonicalNan32 & ~kDropped, b & ~kDropped);
    }
};
template<Rounding R>
struct ToTf32Relu {
    WARPSCOPE_INLINE Bits operator()(float x) const {
        return pick((bits(x) & kSign32) != 0 && x == x, 0, ToTf32<R>{}(x));
    }
};
/// .rna: halves are rounded away from zero. It is made of integer instructions, which leave
/// infinities and NaNs as their upper bits are; .satfinite takes one unit from what is not finite
/// then.
template<bool Finite>
struct ToTf32Away {
    WARPSCOPE_INLINE Bits operator()(float x) const {
        const Bits b = bits(x);
        const bool finite = (b & ~kSign32) < kExponent32;
        const Bits r = (b + pick(finite, (kDropped + 1) / 2, 0)) & ~kDropped;
        if constexpr (!Finite) return r;
        return r - pick((r & ~kSign32) >= kExponent32, kDropped + 1, 0);
    }
};
bool decode_tf32(const Instruction& s, DecodedInstruction& d) {
    const Modifiers& m = s.modifiers;
    if (!registers_are_narrow<float>(s, d)) return false;
    if (m.rounding == Rounding::NearestAway)
        d.run = m.satfinite ? unary<ToTf32Away<true>, Bits, float>
                            : unary<ToTf32Away<false>, Bits, float>;
    else if (m.rounding == Rounding::NearestEven)
        d.run = m.relu ? unary<ToTf32Relu<Rounding::NearestEven>, Bits, float>
                       : unary<ToTf32<Rounding::NearestEven>, Bits, float>;
    else
        d.run = m.relu ? unary<ToTf32Relu<Rounding::TowardZero>, Bits, float>
                       : unary<ToTf32<Rounding::TowardZero>, Bits, float>;
    return true;
}

constexpr TypeSet kF32 = {Type::F32}, kF16x2 = {Type::F16x2};
constexpr TypeSet kBytes = {Type::E4M3x2, Type::E5M2x2};
constexpr Traits kConversion = {.instruction_class = InstructionClass::Conversion, .uniform = true};

constexpr Row table[] = {
    {.name = "cvt.f16x2.from.f32",
     .syntax = "cvt.rn|.rz{.relu}{.satfinite}.type.stype d, a:stype, b:stype",
     .types = kF16x2,
     .source_types = kF32,
     .traits = kConversion,
     .decode = decode_pair<F16>,
     .meaning = "d[1] = round(a); d[0] = round(b)",
     .section = "cvt",
     .version = 70,
     .target = 80},
    {.name = "cvt.bf16x2.from.f32",
     .syntax = "cvt.rn|.rz{.relu}{.satfinite}.type.stype d, a:stype, b:stype",
     .types = {Type::BF16x2},
     .source_types = kF32,
     .traits = kConversion,
     .decode = decode_pair<BF16>,
     .meaning = "d[1] = round(a); d[0] = round(b)",
     .section = "cvt",
     .version = 70,
     .target = 80},
    {.name = "cvt.fp8.from.f32",
     .syntax = "cvt.rn.satfinite{.relu}.type.stype d, a:stype, b:stype",
     .types = kBytes,
     .source_types = kF32,
     .traits = kConversion,
     .decode = decode_bytes_from_singles,
     .meaning = "d[1] = round(a); d[0] = round(b); never infinite",
     .section = "cvt",
     .version = 81,
     .target = 89},
    {.name = "cvt.fp8.from.f16x2",
     .syntax = "cvt.rn.satfinite{.relu}.type.stype d, a:stype",
     .types = kBytes,
     .source_types = kF16x2,
     .traits = kConversion,
     .decode = decode_bytes_from_halves,
     .meaning = "d[k] = round(a[k]); never infinite",
     .section = "cvt",
     .version = 81,
     .target = 89},
    {.name = "cvt.f16x2.from.fp8",
     .syntax = "cvt.rn{.relu}.type.stype d, a:stype",
     .types = kF16x2,
     .source_types = kBytes,
     .traits = kConversion,
     .decode = decode_halves_from_bytes,
     .meaning = "d[k] = a[k]",
     .section = "cvt",
     .version = 81,
     .target = 89},
    {.name = "cvt.tf32.from.f32",
     .syntax = "cvt.rn|.rz{.relu}.type.stype d, a:stype",
     .types = {Type::TF32},
     .source_types = kF32,
     .traits = kConversion,
     .decode = decode_tf32,
     .meaning = "d = round(a)",
     .section = "cvt",
     .version = 78,
     .target = 90},
    {.name = "cvt.rna.tf32.from.f32",
     .syntax = "cvt.rna{.satfinite}.type.stype d, a:stype",
     .types = {Type::TF32},
     .source_types = kF32,
     .traits = kConversion,
     .decode = decode_tf32,
     .meaning = "d = round(a), halves away from zero",
     .section = "cvt",
     .version = 70,
     .target = 80},
};

} // namespace

std::span<const Row> packed_conversion_rows() {
    return table;
}

WARPSCOPE_ISA_END
