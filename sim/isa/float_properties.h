// Order and properties of floating-point values, read from their bits: what min, max and testp
// need. Included by family files only; everything is internal to their level.
#pragma once

#include "sim/isa/float_arithmetic.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// A key that orders floats as signed integers, -0 below +0; NaNs are for the caller.
WARPSCOPE_INLINE std::int32_t order_key(float x) {
    const auto b = static_cast<std::int32_t>(bits(x));
    return b ^ ((b >> 31) & 0x7fffffff);
}
WARPSCOPE_INLINE std::int64_t order_key(double x) {
    const auto b = static_cast<std::int64_t>(bits(x));
    return b < 0 ? b ^ 0x7fffffffffffffff : b;
}

/// testp.*: PTX ISA counts zeros among the normal numbers.
enum class Property : std::uint8_t { Finite, Infinite, Number, NotANumber, Normal, Subnormal };

template <Property P, class T> struct HasProperty {
    WARPSCOPE_INLINE bool operator()(T x) const {
        constexpr auto infinity = bits(static_cast<T>(__builtin_inff()));
        constexpr auto least_normal = infinity & (~infinity + 1);
        const auto magnitude = bits(x) & (static_cast<decltype(bits(x))>(-1) >> 1);
        const bool subnormal = magnitude != 0 && magnitude < least_normal;
        if constexpr (P == Property::Finite) return magnitude < infinity;
        else if constexpr (P == Property::Infinite) return magnitude == infinity;
        else if constexpr (P == Property::Number) return magnitude <= infinity;
        else if constexpr (P == Property::NotANumber) return magnitude > infinity;
        else if constexpr (P == Property::Normal) return magnitude < infinity && !subnormal;
        else return subnormal;
    }
};

template <class Test, class T> Outcome test(Context& c, const DecodedInstruction& i) {
    const Slot<T>* a = lanes<T>(c, i.operand[1]);
    set_predicate(c, i, 0, mask_of([&](unsigned l) { return Test{}(get<T>(a[l])); }));
    return Outcome::Next;
}
template <Property P, class T> bool decode_testp(const Instruction&, DecodedInstruction& d) {
    d.run = test<HasProperty<P, T>, T>;
    return true;
}

}  // namespace
WARPSCOPE_ISA_END
