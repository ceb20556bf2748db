// Rounding to integral values, the ranges of integer types, and saturation: what conversions of
// floating-point values share. Included by family files only; everything is internal to their
// level.
#pragma once

#include "sim/isa/decode_types.h"
#include "sim/isa/float_arithmetic.h"

WARPSCOPE_ISA_BEGIN
namespace {

// DecodedInstruction::detail: what .ftz and .sat do to the values of any form.
constexpr std::uint8_t kFtz = 1, kSat = 2;

inline std::uint8_t detail_of(const Instruction& s) {
    return static_cast<std::uint8_t>((s.modifiers.ftz ? kFtz : 0) | (s.modifiers.sat ? kSat : 0));
}

// Choices between floats are written with select(): a conditional expression would let the compiler
// move arithmetic into one of its branches, and then not vectorise the loop.

/// A subnormal single becomes zero when the instruction says .ftz; doubles have no .ftz.
WARPSCOPE_INLINE float flushed(float x, bool ftz) {
    return select(ftz, flush<true>(x), x);
}
WARPSCOPE_INLINE double flushed(double x, bool) {
    return x;
}

/// .sat: clamps to [+0.0, 1.0]; NaN becomes +0.0.
template<class F>
WARPSCOPE_INLINE F saturate(F x) {
    return select(x > F{0}, select(x < F{1}, x, F{1}), F{0});
}

WARPSCOPE_INLINE float nearest_integer(float x) {
    return __builtin_rintf(x);
}
WARPSCOPE_INLINE double nearest_integer(double x) {
    return __builtin_rint(x);
}
WARPSCOPE_INLINE float with_sign_of(float magnitude, float x) {
    return __builtin_copysignf(magnitude, x);
}
WARPSCOPE_INLINE double with_sign_of(double magnitude, double x) {
    return __builtin_copysign(magnitude, x);
}

/// x rounded to an integral value; zero keeps the sign of x.
template<Rounding R, class F>
WARPSCOPE_INLINE F to_integral(F x) {
    if constexpr (R == Rounding::None) return x;
    const F nearest = nearest_integer(x);
    if constexpr (R == Rounding::IntegerDown) {
        return select(nearest > x, nearest - 1, nearest);
    } else if constexpr (R == Rounding::IntegerUp) {
        return with_sign_of(select(nearest < x, nearest + 1, nearest), x);
    } else if constexpr (R == Rounding::IntegerTowardZero) {
        const F magnitude = with_sign_of(nearest, F{1}), limit = with_sign_of(x, F{1});
        return with_sign_of(select(magnitude > limit, magnitude - 1, magnitude), x);
    } else {
        return nearest;
    }
}

/// The range of the destination type. A value beyond it becomes its nearest end, with or without
/// .sat.
struct Range {
    double least, most; ///< `most` of a 64-bit type is rounded up to a power of two
    std::uint64_t greatest, not_a_number;
};
/// NaN becomes zero, except that conversions with a 64-bit type on either side give the top bit
/// alone. DecodedInstruction::displacement holds width and sign, as range_bits() packs them.
constexpr std::int64_t range_bits(unsigned bytes, bool is_signed) {
    return 8 * bytes | (is_signed ? 0x100 : 0);
}
template<class F>
WARPSCOPE_INLINE Range range_of(const DecodedInstruction& i) {
    const unsigned width = i.displacement & 0xff;
    const bool is_signed = (i.displacement & 0x100) != 0;
    const std::uint64_t top = std::uint64_t{1} << (width - 1),
                        greatest = is_signed ? top - 1 : top - 1 + top;
    return {is_signed ? -static_cast<double>(top) : 0.0, static_cast<double>(greatest), greatest,
            sizeof(F) == 8 || width == 64 ? (is_signed ? 0 - top : top) : 0};
}

/// select() for integers.
template<class D>
WARPSCOPE_INLINE D choose(bool condition, D yes, D no) {
    const Word<D> mask = Word<D>{0} - static_cast<Word<D>>(condition);
    return static_cast<D>((word(yes) & mask) | (word(no) & ~mask));
}
/// An integral x that D holds.
template<class D>
WARPSCOPE_INLINE D exact_integer(double x) {
    return static_cast<D>(x);
}
/// AVX2 converts vectors to signed words only.
template<>
WARPSCOPE_INLINE std::uint32_t exact_integer<std::uint32_t>(double x) {
    return word(static_cast<std::int32_t>(x - 0x1p31)) ^ 0x80000000u;
}
/// x is integral.
template<class D>
WARPSCOPE_INLINE D to_integer(double x, const Range& range) {
    const double above = select(x > range.least, x, range.least);
    const D inside = exact_integer<D>(select(above < range.most, above, range.least));
    const D clamped = choose(x >= range.most, static_cast<D>(range.greatest), inside);
    return choose(x == x, clamped, static_cast<D>(range.not_a_number));
}
} // namespace
WARPSCOPE_ISA_END
