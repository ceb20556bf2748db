// The operations of the special function unit (MUFU in machine code): special values, exponents and
// signs around the interpolator. Operands and results are the bits of singles; subnormal ones are
// zeros, a NaN is 0x7fffffff.
#pragma once

#include "sim/isa/interpolator.h"
#include "sim/isa/special_function_formats.h"

WARPSCOPE_ISA_BEGIN
namespace {

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

/// MUFU.EX2. The operand is cut to 23 fraction bits; the fraction of a negative one is
/// complemented, not negated.
WARPSCOPE_INLINE std::uint32_t unit_power(std::uint32_t a) {
    constexpr std::uint32_t k128 = 0x43000000u;
    const std::uint32_t magnitude = a & ~kSign32;
    const std::int32_t fixed = fixed_point<23>(value_of(choose(magnitude < k128, magnitude, 0)));
    const std::int32_t cut = fixed & static_cast<std::int32_t>(kFraction32);
    const std::int32_t negative = -static_cast<std::int32_t>(a >> 31);
    const std::int32_t complement = negative & -static_cast<std::int32_t>(cut != 0);
    const std::int32_t whole = ((fixed >> 23) ^ negative) - negative + complement;
    const std::int32_t fraction = cut ^ (complement & static_cast<std::int32_t>(kFraction32));
    std::uint32_t r = Single::join(whole, power_significand(fraction));
    r = choose(magnitude >= k128, choose(negative != 0, 0, kExponent32), r);
    return choose(magnitude > kExponent32, kCanonicalNan32, r);
}

/// MUFU.LG2. A negative sum is complemented, not negated; log2(1) is made apart.
WARPSCOPE_INLINE std::uint32_t unit_logarithm(std::uint32_t a) {
    const std::uint32_t magnitude = a & ~kSign32;
    const double sum = static_cast<double>(Single::exponent(magnitude)) * 0x1p36 +
                       logarithm(Single::fraction(magnitude));
    const bool negative = sum < 0.0;
    std::uint32_t r =
        normalised<36>(select(negative, -1.0 - sum, sum)) | choose(negative, kSign32, 0);
    r = choose(a == 0x3f800000u, 0, r);
    r = choose(a == kExponent32, kExponent32, r);
    r = choose(a > kExponent32, kCanonicalNan32, r);
    return choose(magnitude < kLeastNormal32, kExponent32 | kSign32, r);
}

/// MUFU.SIN and MUFU.COS: `a` is in turns and cut to 25 fraction bits, two for the quarter.
template<bool Cosine>
WARPSCOPE_INLINE std::uint32_t unit_sine(std::uint32_t a) {
    constexpr std::uint32_t kFirstWithoutFraction = 0x4b800000u; // 2^24
    const std::uint32_t magnitude = a & ~kSign32;
    const float bounded = value_of(choose(magnitude < kFirstWithoutFraction, magnitude, 0));
    const std::int32_t fixed = fixed_point<25>(behind_point(bounded));
    const std::int32_t quarter = (fixed >> 23) + (Cosine ? 1 : 0);
    const std::int32_t fraction = (fixed ^ -(quarter & 1)) & static_cast<std::int32_t>(kFraction32);
    const std::uint32_t sign =
        ((Cosine ? 0 : a) ^ static_cast<std::uint32_t>(quarter) << 30) & kSign32;
    return choose(magnitude >= kExponent32, kCanonicalNan32,
                  normalised<37>(quarter_sine(fraction)) | sign);
}

/// MUFU.TANH: small operands, subnormal ones among them, are their own results; from 8 on it is 1.
WARPSCOPE_INLINE std::uint32_t unit_hyperbolic_tangent(std::uint32_t a) {
    constexpr std::uint32_t kLeast = 0x3b800000u, kOne = 0x3f800000u, kEight = 0x41000000u;
    const std::uint32_t magnitude = a & ~kSign32;
    const std::uint32_t inside =
        choose(magnitude - kLeast < kEight - kLeast, magnitude - kLeast, 0);
    std::uint32_t r = normalised<39>(
        hyperbolic_tangent(static_cast<std::int32_t>(inside >> 23), Single::fraction(inside)));
    r = choose(magnitude < kLeast, magnitude, r);
    r = choose(magnitude >= kEight, kOne, r) | (a & kSign32);
    return choose(magnitude > kExponent32, kCanonicalNan32, r);
}

} // namespace
WARPSCOPE_ISA_END
