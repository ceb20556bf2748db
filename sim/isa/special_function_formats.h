// Formats around the interpolator of the special function unit: parts of floating-point words,
// fixed point, and back.
#pragma once

#include "sim/isa/float_arithmetic.h"

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

/// A non-negative number below 2^53 in units of 2^-FractionBits, cut off to a single.
template<unsigned FractionBits>
WARPSCOPE_INLINE std::uint32_t normalised(std::int64_t value) {
    const std::uint64_t d = bits(static_cast<double>(value)) >> 29;
    const auto r = static_cast<std::uint32_t>(d - (std::uint64_t{1023 - 127 + FractionBits} << 23));
    return choose(value == 0, 0, r);
}

} // namespace
WARPSCOPE_ISA_END
