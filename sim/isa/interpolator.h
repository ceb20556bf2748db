// The interpolator of the special function unit: quadratics over table segments, as NVIDIA GPUs
// evaluate them.
//
// Structure: Oberman and Siu, "A High-Performance Area-Efficient Multifunction Interpolator" (ARITH
// 2005). Widths, coefficients and rounding constants are recovered from an H200's results:
// docs/special-functions.md. All of it is integer arithmetic; a fraction has 23 bits, of which the
// leading ones choose the segment.
#pragma once

#include "sim/isa/float_arithmetic.h"
#include "sim/isa/interpolator_tables.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// x^2 / 2^18 for 17-bit x as the unit forms it: products of two bits that are worth less than one
/// are left out before the sum. In x = 512 h + l these are all of l^2 and some of h l.
WARPSCOPE_INLINE std::int64_t truncated_square(std::uint32_t x) {
    const std::uint32_t h = x >> 9, l = x & 0x1ff;
    std::uint32_t mixed = 0;
    for (unsigned i = 1; i < 8; ++i)
        mixed += (l >> (9 - i)) & (0u - (h >> i & 1));
    return (h * h >> 1) + mixed;
}

/// c0 + c1 x + c2 x^2 and the rounding constant, in units of the last bit of c1 x.
template<unsigned C0Shift>
WARPSCOPE_INLINE std::int64_t interpolate(const InterpolationSegment& s, std::uint32_t x,
                                          std::uint32_t to_square, std::int64_t rounding) {
    return s.c0 * (std::int64_t{1} << C0Shift) + std::int64_t{s.c1} * x +
           s.c2 * truncated_square(to_square) + rounding;
}

/// The part of a fraction below the six bits that choose a segment.
WARPSCOPE_INLINE std::uint32_t below_segment(std::uint32_t fraction) {
    return fraction & 0x1ffffu;
}

/// 2 / m for m = 1 + fraction / 2^23, in units of 2^-23: in [2^23, 2^24]. Seven bits choose the
/// segment, and what is left is squared with a zero appended.
WARPSCOPE_INLINE std::int32_t reciprocal_significand(std::uint32_t fraction) {
    const std::uint32_t x = fraction & 0xffffu;
    return static_cast<std::int32_t>(
        interpolate<13>(kReciprocalSegments[fraction >> 16], x, x << 1, 0x47e7) >> 15);
}

/// 2 / sqrt(m) in units of 2^-23. Bit 23 of the fraction is the lowest bit of the exponent: m is in
/// [1, 4). m = 1 is made apart.
WARPSCOPE_INLINE std::int32_t reciprocal_root_significand(std::uint32_t fraction) {
    const std::uint32_t x = below_segment(fraction);
    const std::int64_t sum = interpolate<14>(kReciprocalRootSegments[fraction >> 17], x, x, 0x7fff);
    const std::int32_t at_one = static_cast<std::int32_t>(fraction == 0) << 24;
    return at_one + static_cast<std::int32_t>(sum >> 16) * static_cast<std::int32_t>(fraction != 0);
}

/// sqrt(m) in units of 2^-23; the fraction as for the reciprocal root.
WARPSCOPE_INLINE std::int32_t root_significand(std::uint32_t fraction) {
    const std::uint32_t x = below_segment(fraction);
    return static_cast<std::int32_t>(interpolate<15>(kRootSegments[fraction >> 17], x, x, 0xffff) >>
                                     17);
}

/// 2^f for f = fraction / 2^23, in units of 2^-23: in [2^23, 2^24].
WARPSCOPE_INLINE std::int32_t power_significand(std::uint32_t fraction) {
    const std::uint32_t x = below_segment(fraction);
    return static_cast<std::int32_t>(
        interpolate<13>(kPowerSegments[fraction >> 17], x, x, 0x77e2) >> 15);
}

/// log2(1 + fraction / 2^23) in units of 2^-36.
WARPSCOPE_INLINE std::int64_t logarithm(std::uint32_t fraction) {
    const std::uint32_t x = below_segment(fraction);
    return interpolate<12>(kLogarithmSegments[fraction >> 17], x, x, 0x3345) >> 2;
}

/// sin(q), q = fraction / 2^23 of a quarter turn, in units of 2^-37.
WARPSCOPE_INLINE std::int64_t quarter_sine(std::uint32_t fraction) {
    const std::uint32_t x = below_segment(fraction);
    return interpolate<11>(kSineSegments[fraction >> 17], x, x, 0);
}

/// tanh of a magnitude in [2^-8, 8) in units of 2^-39; the exponent is that of 2^-8 plus `binade`.
/// Each binade has its own number of segments, and 17 bits below the segment's count.
WARPSCOPE_INLINE std::int64_t hyperbolic_tangent(std::uint32_t binade, std::uint32_t fraction) {
    constexpr std::uint8_t kFirst[16] = {0, 1, 2, 3, 5, 7, 11, 15, 19, 27, 43};
    constexpr std::uint8_t kSegmentBits[16] = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3};
    const std::uint32_t to_segment = 23u - kSegmentBits[binade];
    const std::uint32_t x = below_segment(fraction >> (to_segment - 17));
    return interpolate<13>(kHyperbolicTangentSegments[kFirst[binade] + (fraction >> to_segment)], x,
                           x, 0);
}

} // namespace
WARPSCOPE_ISA_END
