// Rounding to single precision in any direction without touching the host's rounding mode, and what
// `.ftz` flushes. Included by family files only; everything is internal to their level.
#pragma once

#include "sim/isa/float_arithmetic.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// An exact sum s + e becomes the double next to it with an odd last bit, unless it is exact.
/// Rounding that to single precision in any mode gives what rounding the exact sum would (Boldo and
/// Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to
/// odd").
WARPSCOPE_INLINE double to_odd(double s, double e) {
    const std::uint64_t outward = 1 - ((bits(e) ^ bits(s)) >> 63 << 1);  // 1, or -1 when e points toward zero
    const std::uint64_t even = (bits(s) & 1) - 1;
    const double inexact = select(__builtin_fabs(e) > 0.0, value_of(outward & even), 0.0);
    return value_of(bits(s) + bits(inexact));
}

/// a + b, rounded to odd; the error term is Knuth's TwoSum. Operands are singles or products of two
/// singles, so nothing overflows, and a NaN error term (of an infinite sum) adjusts nothing.
WARPSCOPE_INLINE double sum_to_odd(double a, double b) {
    const double s = a + b;
    const double virtual_b = s - a;
    return to_odd(s, (a - (s - virtual_b)) + (b - virtual_b));
}

/// Rounds a double to single precision in direction R. It is first rounded to nearest, then moved
/// by one unit in the last place when that went the wrong way; this also turns an overflow to
/// infinity back.
template <Rounding R> WARPSCOPE_INLINE float narrow(double exact) {
    const float nearest = static_cast<float>(exact);
    const double back = static_cast<double>(nearest);
    const std::uint32_t b = bits(nearest);
    const float larger = value_of(b + 1), smaller = value_of(b - 1);  // in magnitude
    const bool negative = (b & kSign32) != 0;
    if constexpr (R == Rounding::TowardZero) {
        return select(__builtin_fabs(back) > __builtin_fabs(exact), smaller, nearest);
    } else if constexpr (R == Rounding::Down) {
        return select(back > exact, select(negative, larger, smaller), nearest);
    } else if constexpr (R == Rounding::Up) {
        return select(back < exact, select(negative, smaller, larger), nearest);
    } else {
        return nearest;
    }
}

/// IEEE 754: an exact zero sum of opposite signs is +0, but -0 when rounding down.
template <Rounding R> WARPSCOPE_INLINE double zero_sum(double sum, double a, double b) {
    if constexpr (R != Rounding::Down) return sum;
    return select(sum == 0.0, value_of((bits(a) | bits(b)) & kSign64), sum);
}

/// `.ftz` for a result that `exact` was rounded to. NVIDIA hardware flushes what is below the least
/// normal number after rounding to 24 bits, as if exponents had no end: a little more than the
/// subnormal results.
template <bool Ftz, Rounding R> WARPSCOPE_INLINE float flush(float rounded, double exact) {
    if constexpr (!Ftz) return rounded;
    const double magnitude = __builtin_fabs(exact);
    bool tiny = magnitude < 0x1p-126;
    if constexpr (R == Rounding::NearestEven) tiny = magnitude < 0x1.ffffffp-127;  // 2^-126 less half a unit
    if constexpr (R == Rounding::Up) tiny &= exact <= 0x1.fffffep-127;
    if constexpr (R == Rounding::Down) tiny &= exact >= -0x1.fffffep-127;
    return select(tiny, value_of(bits(rounded) & kSign32), rounded);
}

}  // namespace
WARPSCOPE_ISA_END
