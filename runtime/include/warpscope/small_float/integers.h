// Rounding of a float to an integer of any type and in any direction.
#pragma once

#include "rounding.h"

// Too large values give the nearest integer there is; NaN gives 0, but where the integer has 64
// bits only the highest of them, as the conversion instructions do.
namespace warpscope_detail {
#if defined(__CUDA_ARCH__)
#define WARPSCOPE_INSTRUCTIONS(type, name)                                                         \
    WARPSCOPE_HOST_DEVICE type converted(type, float value, Direction direction) {                 \
        switch (direction) {                                                                       \
        case Direction::zero: return ::__float2##name##_rz(value);                                 \
        case Direction::down: return ::__float2##name##_rd(value);                                 \
        case Direction::up: return ::__float2##name##_ru(value);                                   \
        default: return ::__float2##name##_rn(value);                                              \
        }                                                                                          \
    }
WARPSCOPE_INSTRUCTIONS(int, int)
WARPSCOPE_INSTRUCTIONS(unsigned, uint)
WARPSCOPE_INSTRUCTIONS(long long, ll)
WARPSCOPE_INSTRUCTIONS(unsigned long long, ull)
#undef WARPSCOPE_INSTRUCTIONS
#else
template<class Integer>
WARPSCOPE_HOST_DEVICE Integer converted(Integer, float value, Direction direction) {
    float whole = value;
    switch (direction) {
    case Direction::nearest: whole = __builtin_rintf(value); break;
    case Direction::zero: whole = __builtin_truncf(value); break;
    case Direction::down: whole = __builtin_floorf(value); break;
    case Direction::up: whole = __builtin_ceilf(value); break;
    }
    constexpr bool is_signed = static_cast<Integer>(-1) < 0;
    constexpr int digits = 8 * sizeof(Integer) - (is_signed ? 1 : 0);
    const float limit = 2.0f * static_cast<float>(1ull << (digits - 1));
    constexpr Integer largest =
        static_cast<Integer>(~0ull >> (64 - digits)); // all digits but the sign
    if (!(whole == whole)) return sizeof(Integer) == 8 ? static_cast<Integer>(1ull << 63) : 0;
    if (whole >= limit) return largest;
    if (whole < (is_signed ? -limit : 0.0f))
        return is_signed ? static_cast<Integer>(-largest - 1) : static_cast<Integer>(0);
    return static_cast<Integer>(whole);
}
#endif

/// Integers below 32 bits: clamped from int, whose range holds theirs.
template<class Integer>
WARPSCOPE_HOST_DEVICE Integer to_integer(float value, Direction direction) {
    if constexpr (sizeof(Integer) >= 4) {
        return converted(Integer(), value, direction);
    } else {
        constexpr bool is_signed = static_cast<Integer>(-1) < 0;
        constexpr int largest = (1 << (8 * sizeof(Integer) - (is_signed ? 1 : 0))) - 1;
        constexpr int smallest = is_signed ? -largest - 1 : 0;
        const int wide = converted(int(), value, direction);
        return static_cast<Integer>(wide > largest ? largest : wide < smallest ? smallest : wide);
    }
}
} // namespace warpscope_detail
