// The interpolator of the special function unit: quadratics over table segments, as NVIDIA GPUs
// evaluate them.
//
// Structure: Oberman and Siu, "A High-Performance Area-Efficient Multifunction Interpolator" (ARITH
// 2005). Widths, coefficients and rounding constants are recovered from an H200's results:
// docs/special-functions.md. A fraction has 23 bits, of which the leading ones choose the segment.
// Sums are integers of up to 41 bits, kept as doubles, which hold them exactly: vectors of doubles
// can be multiplied and cut to integers at every level, vectors of 64-bit integers cannot.
#pragma once

#include "sim/isa/float_arithmetic.h"
#include "sim/isa/interpolator_tables.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// x^2 / 2^18 for 17-bit x as the unit forms it: products of two bits that are worth less than one
/// are left out before the sum. In x = 512 h + l these are all of l^2 and some of h l.
WARPSCOPE_INLINE std::int32_t truncated_square(std::int32_t x) {
    const std::int32_t h = x >> 9, l = x & 0x1ff;
    std::int32_t mixed = (l >> 8) & -(h >> 1 & 1);
    mixed += (l >> 7) & -(h >> 2 & 1);
    mixed += (l >> 6) & -(h >> 3 & 1);
    mixed += (l >> 5) & -(h >> 4 & 1);
    mixed += (l >> 4) & -(h >> 5 & 1);
    mixed += (l >> 3) & -(h >> 6 & 1);
    mixed += (l >> 2) & -(h >> 7);
    return (h * h >> 1) + mixed;
}

/// c0 + c1 x + c2 x^2 and the rounding constant, in units of the last bit of c1 x.
template<unsigned C0Shift>
WARPSCOPE_INLINE double interpolate(const InterpolationSegment& s, std::int32_t x,
                                    std::int32_t to_square, double rounding) {
    return static_cast<double>(s.c0) * static_cast<double>(1 << C0Shift) + rounding +
           static_cast<double>(s.c1) * static_cast<double>(x) +
           static_cast<double>(s.c2) * static_cast<double>(truncated_square(to_square));
}

/// A positive sum cut to a significand in units of 2^-23.
template<unsigned Bits>
WARPSCOPE_INLINE std::int32_t cut(double sum) {
    return static_cast<std::int32_t>(sum * (1.0 / (1 << Bits)));
}

/// The part of a fraction below the six bits that choose a segment.
WARPSCOPE_INLINE std::int32_t below_segment(std::int32_t fraction) {
    return fraction & 0x1ffff;
}

/// 2 / m for m = 1 + fraction / 2^23: in [2^23, 2^24]. Seven bits choose the segment, and what is
/// left is squared with a zero appended.
WARPSCOPE_INLINE std::int32_t reciprocal_significand(std::int32_t fraction) {
    const std::int32_t x = fraction & 0xffff;
    return cut<15>(interpolate<13>(kReciprocalSegments[fraction >> 16], x, 2 * x, 0x47e7));
}

/// 2 / sqrt(m). Bit 23 of the fraction is the lowest bit of the exponent: m is in [1, 4). m = 1 is
/// made apart.
WARPSCOPE_INLINE std::int32_t reciprocal_root_significand(std::int32_t fraction) {
    const std::int32_t x = below_segment(fraction);
    const double sum = interpolate<14>(kReciprocalRootSegments[fraction >> 17], x, x, 0x7fff);
    return cut<16>(select(fraction == 0, 0x1p40, sum));
}

/// sqrt(m); the fraction as for the reciprocal root.
WARPSCOPE_INLINE std::int32_t root_significand(std::int32_t fraction) {
    const std::int32_t x = below_segment(fraction);
    return cut<17>(interpolate<15>(kRootSegments[fraction >> 17], x, x, 0xffff));
}

/// 2^f for f = fraction / 2^23: in [2^23, 2^24].
WARPSCOPE_INLINE std::int32_t power_significand(std::int32_t fraction) {
    const std::int32_t x = below_segment(fraction);
    return cut<15>(interpolate<13>(kPowerSegments[fraction >> 17], x, x, 0x77e2));
}

/// log2(1 + fraction / 2^23) in units of 2^-36. Near 1.5 * 2^52 doubles are integers; the constant
/// taken off makes rounding of quarters cut them.
WARPSCOPE_INLINE double logarithm(std::int32_t fraction) {
    const std::int32_t x = below_segment(fraction);
    const double sum = interpolate<12>(kLogarithmSegments[fraction >> 17], x, x, 0x3345);
    return (sum * 0.25 - 0.375 + 0x1.8p52) - 0x1.8p52;
}

/// sin(q), q = fraction / 2^23 of a quarter turn, in units of 2^-37.
WARPSCOPE_INLINE double quarter_sine(std::int32_t fraction) {
    const std::int32_t x = below_segment(fraction);
    return interpolate<11>(kSineSegments[fraction >> 17], x, x, 0);
}

alignas(64) constexpr std::int32_t kFirstTangentSegment[16] = {0,  1,  2,  3,  5, 7,
                                                               11, 15, 19, 27, 43};
alignas(64) constexpr std::int32_t kTangentSegmentWidth[16] = {23, 23, 23, 22, 22, 21,
                                                               21, 21, 20, 19, 20};

/// tanh of a magnitude in [2^-8, 8) in units of 2^-39; the exponent is that of 2^-8 plus `binade`.
/// A binade has 1, 2, 4, 8 or 16 segments, and 17 bits below the segment's count.
WARPSCOPE_INLINE double hyperbolic_tangent(std::int32_t binade, std::int32_t fraction) {
    const std::int32_t width = kTangentSegmentWidth[binade];
    const std::int32_t x = below_segment(fraction >> (width - 17));
    return interpolate<13>(
        kHyperbolicTangentSegments[kFirstTangentSegment[binade] + (fraction >> width)], x, x, 0);
}

} // namespace
WARPSCOPE_ISA_END
