// The operations of the special function unit (MUFU in machine code): special values, exponents and
// signs around the interpolator. Operands and results are the bits of singles; subnormal ones are
// zeros, a NaN is 0x7fffffff.
#pragma once

#include "sim/isa/interpolator.h"

WARPSCOPE_ISA_BEGIN
namespace {

constexpr std::uint32_t kFraction32 = 0x007fffffu;
constexpr std::int32_t kUnit32 = 1 << 23; // of an exponent

WARPSCOPE_INLINE std::uint32_t choose(bool condition, std::uint32_t yes, std::uint32_t no) {
    const std::uint32_t mask = 0u - static_cast<std::uint32_t>(condition);
    return (yes & mask) | (no & ~mask);
}

/// The words of a floating-point format with its parts: 32-bit singles, or the upper halves of
/// doubles.
template<unsigned FractionBits>
struct Format {
    static constexpr std::uint32_t kInfinity = (kSign32 - 1) >> FractionBits << FractionBits;
    static constexpr std::int32_t kExponentBias = (1 << (30 - FractionBits)) - 1;
    static constexpr std::int32_t kExponentUnit = 1 << FractionBits;

    /// exponent - bias, and the fraction widened to the 23 bits of a single.
    static std::int32_t exponent(std::uint32_t magnitude) {
        return static_cast<std::int32_t>(magnitude >> FractionBits) - kExponentBias;
    }
    static std::uint32_t fraction(std::uint32_t magnitude) {
        return magnitude << (23 - FractionBits) & kFraction32;
    }
    /// 2^exponent times a significand in [2^23, 2^24]; zero below the least normal number.
    static std::uint32_t join(std::int32_t exponent, std::int32_t significand) {
        const std::int32_t r =
            (exponent + kExponentBias - 1) * kExponentUnit + (significand >> (23 - FractionBits));
        return choose(r < kExponentUnit, 0, static_cast<std::uint32_t>(r));
    }
};
using Single = Format<23>;
using UpperHalf = Format<20>;

/// MUFU.RCP and MUFU.RCP64H.
template<class F>
WARPSCOPE_INLINE std::uint32_t unit_reciprocal(std::uint32_t a) {
    const std::uint32_t magnitude = a & ~kSign32;
    std::uint32_t r =
        F::join(-1 - F::exponent(magnitude), reciprocal_significand(F::fraction(magnitude)));
    r = choose(magnitude < F::kExponentUnit, F::kInfinity, r);
    r = choose(magnitude == F::kInfinity, 0, r);
    return choose(magnitude > F::kInfinity, kCanonicalNan32, r | (a & kSign32));
}

/// An operand of a root: its exponent halved, and the fraction below the exponent's lowest bit.
template<class F>
struct Halved {
    std::int32_t exponent;
    std::uint32_t fraction;
    WARPSCOPE_INLINE explicit Halved(std::uint32_t magnitude)
        : exponent(F::exponent(magnitude) >> 1),
          fraction(F::fraction(magnitude) | static_cast<std::uint32_t>(F::exponent(magnitude) & 1)
                                                << 23) {}
};

/// MUFU.RSQ and MUFU.RSQ64H.
template<class F>
WARPSCOPE_INLINE std::uint32_t unit_reciprocal_root(std::uint32_t a) {
    const std::uint32_t magnitude = a & ~kSign32;
    const Halved<F> half(magnitude);
    std::uint32_t r = F::join(-1 - half.exponent, reciprocal_root_significand(half.fraction));
    r = choose(a == F::kInfinity, 0, r);
    r = choose(a > F::kInfinity, kCanonicalNan32, r);
    return choose(magnitude < F::kExponentUnit, F::kInfinity | (a & kSign32), r);
}

/// MUFU.SQRT.
WARPSCOPE_INLINE std::uint32_t unit_root(std::uint32_t a) {
    const std::uint32_t magnitude = a & ~kSign32;
    const Halved<Single> half(magnitude);
    std::uint32_t r = Single::join(half.exponent, root_significand(half.fraction));
    r = choose(a == kExponent32, kExponent32, r);
    r = choose(a > kExponent32, kCanonicalNan32, r);
    return choose(magnitude < kLeastNormal32, a & kSign32, r);
}

/// |a| in units of 2^-(23 + Extra), cut off, modulo 2^32; no unit is as small as what right shifts
/// of 31 leave.
template<unsigned Extra>
WARPSCOPE_INLINE std::uint32_t fixed_point(std::uint32_t magnitude) {
    const std::int32_t shift = Single::exponent(magnitude) + static_cast<std::int32_t>(Extra);
    const std::uint32_t significand = (magnitude & kFraction32) | kLeastNormal32;
    const std::uint32_t left = choose(shift > 0, static_cast<std::uint32_t>(shift), 0);
    const std::uint32_t right = choose(shift < 0, static_cast<std::uint32_t>(-shift), 0);
    const std::uint32_t value = significand >> (right & 31) << (left & 31);
    return choose(right > 31 || left > 31, 0, value);
}

/// MUFU.EX2. The operand is cut to 23 fraction bits; the fraction of a negative one is
/// complemented, not negated.
WARPSCOPE_INLINE std::uint32_t unit_power(std::uint32_t a) {
    const std::uint32_t magnitude = a & ~kSign32;
    const std::uint32_t fixed = fixed_point<0>(magnitude);
    const std::uint32_t cut = fixed & kFraction32;
    const bool negative = (a & kSign32) != 0, complement = negative && cut != 0;
    const std::uint32_t fraction = choose(complement, cut ^ kFraction32, cut);
    const auto whole = static_cast<std::int32_t>(fixed >> 23);
    const std::int32_t exponent =
        (negative ? -whole : whole) - static_cast<std::int32_t>(complement);
    std::uint32_t r = Single::join(exponent, power_significand(fraction));
    r = choose(magnitude >= 0x43000000u, choose(negative, 0, kExponent32), r); // from 128 on
    return choose(magnitude > kExponent32, kCanonicalNan32, r);
}

/// A non-negative number below 2^53 in units of 2^-FractionBits, cut off to a single.
template<unsigned FractionBits>
WARPSCOPE_INLINE std::uint32_t normalised(std::int64_t value) {
    const std::uint64_t d = bits(static_cast<double>(value)) >> 29;
    const auto r = static_cast<std::uint32_t>(d - (std::uint64_t{1023 - 127 + FractionBits} << 23));
    return choose(value == 0, 0, r);
}

/// MUFU.LG2. A negative sum is complemented, not negated; log2(1) is made apart.
WARPSCOPE_INLINE std::uint32_t unit_logarithm(std::uint32_t a) {
    const std::uint32_t magnitude = a & ~kSign32;
    const std::int64_t sum =
        Single::exponent(magnitude) * (std::int64_t{1} << 36) + logarithm(magnitude & kFraction32);
    std::uint32_t r = normalised<36>(sum ^ (sum >> 63)) | choose(sum < 0, kSign32, 0);
    r = choose(a == 0x3f800000u, 0, r);
    r = choose(a == kExponent32, kExponent32, r);
    r = choose(a > kExponent32, kCanonicalNan32, r);
    return choose(magnitude < kLeastNormal32, kExponent32 | kSign32, r);
}

/// MUFU.SIN and MUFU.COS: `a` is in turns and cut to 25 fraction bits, two for the quarter.
template<bool Cosine>
WARPSCOPE_INLINE std::uint32_t unit_sine(std::uint32_t a) {
    const std::uint32_t magnitude = a & ~kSign32;
    const std::uint32_t fixed = fixed_point<2>(magnitude);
    const std::uint32_t quarter = (fixed >> 23) + (Cosine ? 1 : 0);
    const std::uint32_t fraction = (fixed ^ (0u - (quarter & 1))) & kFraction32;
    const std::uint32_t sign = ((Cosine ? 0 : a) ^ quarter << 30) & kSign32;
    return choose(magnitude >= kExponent32, kCanonicalNan32,
                  normalised<37>(quarter_sine(fraction)) | sign);
}

} // namespace
WARPSCOPE_ISA_END
