// How operations on one half value become those on a register of one or two of them, what .sat and
// .relu make of a result, and order. Included by family files only; everything is internal to their
// level.
#pragma once

#include "sim/isa/decode_types.h"
#include "sim/isa/half_format.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// What becomes of a result: nothing, a number in [+0.0, 1.0] with NaN as +0.0, or a number that is
/// not negative.
enum class Ending : std::uint8_t { None, Saturate, Relu };

template<class F, Ending E>
WARPSCOPE_INLINE std::uint32_t ended(std::uint32_t h) {
    if constexpr (E == Ending::None) return h;
    if constexpr (E == Ending::Relu) return pick((h & F::sign) != 0, 0, h);
    const std::uint32_t at_most_one = h < F::one ? h : F::one;
    return pick((h & F::sign) != 0 || is_nan<F>(h), 0, at_most_one);
}

/// Op on the low half of each register, or on both halves. The bits above a single half are zero
/// afterwards.
template<class Op, bool Packed>
struct Halves {
    template<class... Bits>
    WARPSCOPE_INLINE std::uint32_t operator()(Bits... word) const {
        const std::uint32_t low = Op{}((word & 0xffff)...);
        if constexpr (!Packed) return low;
        return low | Op{}((word >> 16)...) << 16;
    }
};

/// Calls use(Tag<F>{}, BoolTag<Packed>{}) for one of the four half types.
template<class Use>
WARPSCOPE_INLINE bool with_half(Type type, Use use) {
    switch (type) {
    case Type::F16: use(Tag<F16>{}, BoolTag<false>{}); return true;
    case Type::F16x2: use(Tag<F16>{}, BoolTag<true>{}); return true;
    case Type::BF16: use(Tag<BF16>{}, BoolTag<false>{}); return true;
    case Type::BF16x2: use(Tag<BF16>{}, BoolTag<true>{}); return true;
    default: return false;
    }
}

/// Orders halves as signed integers, -0 below +0; NaNs are for the caller.
WARPSCOPE_INLINE std::int32_t half_order_key(std::uint32_t h) {
    const auto b = static_cast<std::int32_t>(h << 16);
    return b ^ ((b >> 31) & 0x7fffffff);
}
/// min and max: of a number and a NaN the number is taken, unless Nan.
template<class F, bool Max, bool Nan, bool XorSign, bool Ftz>
struct MinMax {
    WARPSCOPE_INLINE std::uint32_t operator()(std::uint32_t x, std::uint32_t y) const {
        std::uint32_t a = flush_half<F, Ftz>(x), b = flush_half<F, Ftz>(y);
        const std::uint32_t sign = (a ^ b) & F::sign;
        if constexpr (XorSign) {
            a &= ~F::sign;
            b &= ~F::sign;
        }
        const bool first =
            Max ? half_order_key(a) > half_order_key(b) : half_order_key(a) < half_order_key(b);
        std::uint32_t r = pick(first, a, b);
        r = pick(is_nan<F>(a), b, r);
        r = pick(is_nan<F>(b), a, r);
        const bool invalid = Nan ? is_nan<F>(a) || is_nan<F>(b) : is_nan<F>(r);
        if constexpr (XorSign) r |= sign;
        return pick(invalid, F::not_a_number, r);
    }
};

using Bits = std::uint32_t;
template<class Op, bool Packed>
constexpr Execute kUnary = unary<Halves<Op, Packed>, Bits, Bits>;
template<class Op, bool Packed>
constexpr Execute kBinary = binary<Halves<Op, Packed>, Bits, Bits, Bits>;
template<class Op, bool Packed>
constexpr Execute kTernary = ternary<Halves<Op, Packed>, Bits, Bits, Bits, Bits>;

/// Only f16 has .ftz.
template<class F, class Use>
WARPSCOPE_INLINE void with_ftz(bool ftz, Use use) {
    if constexpr (F::digits == F16::digits) {
        if (ftz) return use(BoolTag<true>{});
    }
    use(BoolTag<false>{});
}

} // namespace
WARPSCOPE_ISA_END
