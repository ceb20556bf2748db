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
    static std::int32_t fraction(std::uint32_t magnitude) {
        return static_cast<std::int32_t>(magnitude << (23 - FractionBits) & kFraction32);
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
    std::int32_t fraction;
    WARPSCOPE_INLINE explicit Halved(std::uint32_t magnitude)
        : exponent(F::exponent(magnitude) >> 1),
          fraction(F::fraction(magnitude) | (F::exponent(magnitude) & 1) << 23) {}
};

/// A magnitude below 2^-FractionBits times 2^31 in units of 2^-FractionBits, cut off.
template<unsigned FractionBits>
WARPSCOPE_INLINE std::int32_t fixed_point(float magnitude) {
    return static_cast<std::int32_t>(magnitude * static_cast<float>(1 << FractionBits));
}

/// What a magnitude below 2^31 has behind the point.
WARPSCOPE_INLINE float behind_point(float magnitude) {
    return magnitude - static_cast<float>(static_cast<std::int32_t>(magnitude));
}

/// A non-negative integer in units of 2^-FractionBits, cut off to a single.
template<unsigned FractionBits>
WARPSCOPE_INLINE std::uint32_t normalised(double value) {
    const auto r =
        static_cast<std::uint32_t>(bits(value) >> 29) - ((1023u - 127 + FractionBits) << 23);
    return choose(value == 0.0, 0, r);
}

} // namespace
WARPSCOPE_ISA_END
