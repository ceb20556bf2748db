// The binary formats of 16 bits and less: widening them, and rounding to them in any direction.
// Included by family files only; everything is internal to their level.
#pragma once

#include "sim/isa/float_rounding.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// Facts of a format: bits of its significand, the exponent of its least normal number, and some of
/// its numbers. The half types have one NaN as a result, as single precision does.
struct F16 {
    static constexpr unsigned digits = 11;
    static constexpr int least = -14, greatest = 15;
    static constexpr std::uint32_t sign = 0x8000, infinity = 0x7c00, largest = 0x7bff,
                                   not_a_number = 0x7fff;
    static constexpr std::uint32_t one = 0x3c00;
};
struct BF16 {
    static constexpr unsigned digits = 8;
    static constexpr int least = -126, greatest = 127;
    static constexpr std::uint32_t sign = 0x8000, infinity = 0x7f80, largest = 0x7f7f,
                                   not_a_number = 0x7fff;
    static constexpr std::uint32_t one = 0x3f80;
};
/// The two formats of 8 bits (Micikevicius et al., "FP8 Formats for Deep Learning"); results are
/// always finite or NaN. E4M3 has no infinity: what would be its bits are numbers, and one NaN.
struct E4M3 {
    static constexpr unsigned digits = 4;
    static constexpr int least = -6, greatest = 8;
    static constexpr std::uint32_t sign = 0x80, infinity = 0x7f, largest = 0x7e,
                                   not_a_number = 0x7f;
};
struct E5M2 {
    static constexpr unsigned digits = 3;
    static constexpr int least = -14, greatest = 15;
    static constexpr std::uint32_t sign = 0x80, infinity = 0x7c, largest = 0x7b,
                                   not_a_number = 0x7f;
};

/// condition ? yes : no on words, without a branch.
WARPSCOPE_INLINE std::uint32_t pick(bool condition, std::uint32_t yes, std::uint32_t no) {
    const std::uint32_t mask = 0u - static_cast<std::uint32_t>(condition);
    return (yes & mask) | (no & ~mask);
}
template<class F>
WARPSCOPE_INLINE bool is_nan(std::uint32_t h) {
    return (h & ~F::sign) > F::infinity;
}
/// `.ftz` on bits.
template<class F, bool Ftz>
WARPSCOPE_INLINE std::uint32_t flush_half(std::uint32_t h) {
    if constexpr (!Ftz) return h;
    return pick((h & F::infinity) == 0, h & F::sign, h);
}

/// The value of 16 bits as a single, exactly. A NaN stays some NaN.
template<class F>
WARPSCOPE_INLINE float widen(std::uint32_t h);
template<>
WARPSCOPE_INLINE float widen<BF16>(std::uint32_t h) {
    return value_of(h << 16);
}
template<>
WARPSCOPE_INLINE float widen<F16>(std::uint32_t h) {
    constexpr std::uint32_t rebias = (127 - 15) << 23;
    const std::uint32_t magnitude = (h & 0x7fff) << 13;
    const std::uint32_t normal = magnitude + rebias + pick(magnitude >= 0x7c00u << 13, rebias, 0);
    // With the exponent of the least normal number and its hidden bit taken off, a subnormal is
    // itself.
    const std::uint32_t tiny = bits(value_of(magnitude + rebias + (1u << 23)) - 0x1p-14f);
    return value_of(pick(magnitude < 0x0400u << 13, tiny, normal) | (h & 0x8000) << 16);
}

/// x rounded to format F: the count of F's units in |x|, which the addition of a large power of two
/// leaves in the low bits, on top of its exponent; a count that reaches the next power of two
/// carries into the exponent by itself. An overflow gives the largest number or infinity, as the
/// direction says; a NaN gives the canonical one.
template<class F, class Number>
WARPSCOPE_INLINE std::uint32_t encode(Number x, Rounding rounding) {
    constexpr bool single = sizeof(Number) == 4;
    constexpr unsigned significand = single ? 23 : 52;
    using Bits = std::conditional_t<single, std::uint32_t, std::uint64_t>;
    constexpr Bits bias = single ? 127 : 1023, least = bias + static_cast<Bits>(F::least);
    constexpr Number beyond =
        static_cast<Number>(value_of(static_cast<std::uint64_t>(1023 + F::greatest + 2) << 52));
    const Bits sign_bit = Bits{1} << (8 * sizeof(Number) - 1);
    const Number magnitude = value_of(static_cast<Bits>(bits(x) & ~sign_bit));
    const Number bounded = select(magnitude < beyond, magnitude, beyond);
    const Bits exponent = bits(bounded) >> significand;
    const Bits clamped = exponent > least ? exponent : least;
    const Number shifter =
        value_of(static_cast<Bits>((clamped + significand + 1 - F::digits) << significand));
    const Number sum = bounded + shifter;
    Bits count = bits(sum) - bits(shifter);
    std::uint32_t limit = F::infinity;
    const bool negative = (bits(x) & sign_bit) != 0;
    if (rounding != Rounding::NearestEven) {
        const Number rounded = sum - shifter;
        const bool away = rounding == (negative ? Rounding::Down : Rounding::Up);
        count += static_cast<Bits>((rounded < bounded) & away);
        count -= static_cast<Bits>((rounded > bounded) & !away);
        limit = pick(
            away | (magnitude > value_of(static_cast<Bits>(bits(Number(__builtin_inf())) - 1))),
            F::infinity, F::largest);
    }
    const auto encoded = static_cast<std::uint32_t>(((clamped - least) << (F::digits - 1)) + count);
    const std::uint32_t value = encoded < limit ? encoded : limit;
    return pick(x != x, F::not_a_number, value | pick(negative, F::sign, 0));
}
/// bfloat16 is the upper half of a single.
WARPSCOPE_INLINE std::uint32_t upper_half(float x, Rounding rounding) {
    const std::uint32_t b = bits(x), negative = b >> 31;
    std::uint32_t bias = 0x7fff + (b >> 16 & 1);
    if (rounding != Rounding::NearestEven) {
        const bool away = rounding == (negative != 0 ? Rounding::Down : Rounding::Up);
        bias = pick(away & ((b & ~kSign32) < kExponent32), 0xffff, 0);
    }
    return pick(x != x, BF16::not_a_number, (b + bias) >> 16);
}
template<>
WARPSCOPE_INLINE std::uint32_t encode<BF16, float>(float x, Rounding rounding) {
    return upper_half(x, rounding);
}

} // namespace
WARPSCOPE_ISA_END
