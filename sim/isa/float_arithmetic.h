// What the floating-point families share: bits, selection, NaN and saturation rules, roots, choice
// of templates. Included by family files only; everything is internal to their level.
#pragma once

#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

WARPSCOPE_INLINE constexpr std::uint32_t bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }
WARPSCOPE_INLINE constexpr std::uint64_t bits(double x) { return __builtin_bit_cast(std::uint64_t, x); }
WARPSCOPE_INLINE constexpr float value_of(std::uint32_t b) { return __builtin_bit_cast(float, b); }
WARPSCOPE_INLINE constexpr double value_of(std::uint64_t b) { return __builtin_bit_cast(double, b); }

constexpr std::uint32_t kSign32 = 0x80000000u;
constexpr std::uint32_t kExponent32 = 0x7f800000u;
constexpr std::uint32_t kLeastNormal32 = 0x00800000u;
constexpr std::uint32_t kCanonicalNan32 = 0x7fffffffu;
constexpr std::uint64_t kSign64 = std::uint64_t{1} << 63;
constexpr std::uint64_t kQuiet64 = std::uint64_t{1} << 51;
constexpr std::uint64_t kDefaultNan64 = 0xfff8000000000000u;

/// condition ? yes : no without a branch in which a compiler could hide the work that leads to one
/// of them: GCC does, and then cannot vectorise the loop, because a floating-point operation might
/// trap.
WARPSCOPE_INLINE float select(bool condition, float yes, float no) {
    const std::uint32_t mask = 0u - static_cast<std::uint32_t>(condition);
    return value_of((bits(yes) & mask) | (bits(no) & ~mask));
}
WARPSCOPE_INLINE double select(bool condition, double yes, double no) {
    const std::uint64_t mask = std::uint64_t{0} - static_cast<std::uint64_t>(condition);
    return value_of((bits(yes) & mask) | (bits(no) & ~mask));
}

/// PTX ISA, "Floating-Point Instructions": single precision has no NaN payloads. Every GPU so far
/// answers 0x7fffffff, whatever the operands were.
WARPSCOPE_INLINE float canonical(float r) { return select(r != r, value_of(kCanonicalNan32), r); }

/// `.ftz`: a subnormal becomes zero and keeps its sign.
template <bool Ftz> WARPSCOPE_INLINE float flush(float x) {
    if constexpr (!Ftz) return x;
    const std::uint32_t b = bits(x);
    return select((b & kExponent32) == 0, value_of(b & kSign32), x);
}
/// The end of every single-precision arithmetic instruction. `.sat` clamps to [+0.0, 1.0]; NaN
/// becomes +0.0.
template <bool Sat> WARPSCOPE_INLINE float finish(float r) {
    if constexpr (!Sat) return canonical(r);
    return select(r > 0.0f, select(r < 1.0f, r, 1.0f), 0.0f);
}

/// Square roots of all lanes in place, without the C library's detour to errno for negative ones.
WARPSCOPE_INLINE void square_roots(float (&x)[kLanes]) {
    using Four [[gnu::vector_size(16), gnu::may_alias]] = float;
    for (unsigned l = 0; l < kLanes; l += 4) {
        Four& four = *reinterpret_cast<Four*>(x + l);
        four = __builtin_ia32_sqrtps(four);
    }
}
WARPSCOPE_INLINE void square_roots(double (&x)[kLanes]) {
    using Two [[gnu::vector_size(16), gnu::may_alias]] = double;
    for (unsigned l = 0; l < kLanes; l += 2) {
        Two& two = *reinterpret_cast<Two*>(x + l);
        two = __builtin_ia32_sqrtpd(two);
    }
}

template <Rounding R> struct RoundingTag {};
template <bool B> struct BoolTag {};

/// Calls use(RoundingTag<R>{}); without a modifier the mode is .rn. False for the integer
/// roundings.
template <class Use> WARPSCOPE_INLINE bool with_rounding(Rounding rounding, Use use) {
    switch (rounding) {
        case Rounding::None:
        case Rounding::NearestEven: use(RoundingTag<Rounding::NearestEven>{}); return true;
        case Rounding::TowardZero: use(RoundingTag<Rounding::TowardZero>{}); return true;
        case Rounding::Down: use(RoundingTag<Rounding::Down>{}); return true;
        case Rounding::Up: use(RoundingTag<Rounding::Up>{}); return true;
        default: return false;
    }
}
template <class Use> WARPSCOPE_INLINE bool with_flag(bool flag, Use use) {
    if (flag) use(BoolTag<true>{});
    else use(BoolTag<false>{});
    return true;
}

}  // namespace
WARPSCOPE_ISA_END
