// Rounding of a float to 16 bits in any direction, for host code and where PTX has no instruction.
#pragma once

#include "../qualifiers.h"

namespace warpscope_detail {

enum class Direction { nearest, zero, down, up };

/// How a format of 16 bits divides them.
struct HalfFormat {
    static constexpr int fraction_bits = 10, exponent_bits = 5;
};
struct Bfloat16Format {
    static constexpr int fraction_bits = 7, exponent_bits = 8;
};

/// The magnitude of a finite float, given as its bits, rounded to a format with fewer digits: its
/// exponent and fraction side by side, as if the format had no largest exponent.
template<int fraction_bits, int exponent_bits>
WARPSCOPE_HOST_DEVICE unsigned rounded_magnitude(unsigned magnitude, bool is_negative,
                                                 Direction direction) {
    constexpr int dropped = 23 - fraction_bits;
    constexpr int bias_change = 127 - ((1 << (exponent_bits - 1)) - 1);
    // The value is `significand` times a power of two; `kept` are the digits that fit, `rest` says
    // what lies below them: 0 nothing, 1 less than half a unit, 2 half, 3 more.
    const unsigned fraction = magnitude & 0x7fffffu;
    const unsigned significand = magnitude >= 0x800000u ? fraction | 0x800000u : fraction;
    int exponent = (magnitude >= 0x800000u ? static_cast<int>(magnitude >> 23) : 1) - bias_change;
    int shift = dropped;
    if (exponent < 1) { // subnormal in the narrow format
        shift += 1 - exponent;
        exponent = 1;
    }
    unsigned kept = 0, rest = significand != 0 ? 1 : 0;
    if (shift <= 25) {
        kept = significand >> shift;
        const unsigned below = significand & ((1u << shift) - 1), half = 1u << (shift - 1);
        rest = below == 0 ? 0 : below < half ? 1 : below == half ? 2 : 3;
    }
    bool up = false;
    switch (direction) {
    case Direction::nearest: up = rest == 3 || (rest == 2 && (kept & 1) != 0); break;
    case Direction::zero: break;
    case Direction::down: up = rest != 0 && is_negative; break;
    case Direction::up: up = rest != 0 && !is_negative; break;
    }
    return (static_cast<unsigned>(exponent - 1) << fraction_bits) + kept + (up ? 1 : 0);
}

/// The bits of `value`, rounded; NaN becomes 0x7fff, as the conversion instructions give it.
template<class Format>
WARPSCOPE_HOST_DEVICE unsigned short rounded(float value, Direction direction) {
    constexpr unsigned infinity = ((1u << Format::exponent_bits) - 1) << Format::fraction_bits;
    const unsigned bits = __builtin_bit_cast(unsigned, value);
    const unsigned sign = bits >> 31, magnitude = bits & 0x7fffffffu;
    const unsigned short sign_bit = static_cast<unsigned short>(sign << 15);
    if (magnitude > 0x7f800000u) return 0x7fff;
    if (magnitude == 0x7f800000u) return static_cast<unsigned short>(sign_bit | infinity);
    unsigned result = rounded_magnitude<Format::fraction_bits, Format::exponent_bits>(
        magnitude, sign != 0, direction);
    if (result >= infinity) {
        // Too large: infinity, unless the direction points back.
        const bool back = direction == Direction::zero ||
                          (direction == Direction::down && sign == 0) ||
                          (direction == Direction::up && sign != 0);
        result = back ? infinity - 1 : infinity;
    }
    return static_cast<unsigned short>(sign_bit | result);
}

/// The exact value of 16 bits. A half's NaN becomes the canonical one, as the conversion
/// instruction gives it; a bfloat16's keeps its bits, which are the upper ones of a float.
template<class Format>
WARPSCOPE_HOST_DEVICE float widened(unsigned short bits) {
    constexpr int dropped = 23 - Format::fraction_bits;
    if constexpr (Format::exponent_bits == 8) {
        return __builtin_bit_cast(float, static_cast<unsigned>(bits) << 16);
    } else {
        const unsigned sign = static_cast<unsigned>(bits & 0x8000u) << 16;
        const unsigned magnitude = bits & 0x7fffu;
        if (magnitude > 0x7c00u) return __builtin_bit_cast(float, 0x7fffffffu);
        if (magnitude == 0x7c00u) return __builtin_bit_cast(float, sign | 0x7f800000u);
        // The exponent is put right by a multiplication, which is exact, subnormals included.
        const float scaled = __builtin_bit_cast(float, magnitude << dropped) * 0x1p112f;
        return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, scaled) | sign);
    }
}

} // namespace warpscope_detail
