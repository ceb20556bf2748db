// What atomic updates of half values do: add, min, max. Included by family files only; everything
// is internal to their level.
#pragma once

#include "sim/isa/half_arithmetic.h"

WARPSCOPE_ISA_BEGIN
namespace {

template<bool Packed>
using HalfWord = std::conditional_t<Packed, std::uint32_t, std::uint16_t>;

/// As the add instruction of the type, on global and shared memory alike. The halves of a pair are
/// two updates on hardware; here they are one, which is one of the orders that those may take.
template<class F, bool Packed>
struct AddHalves {
    using T = HalfWord<Packed>;
    static constexpr std::uint8_t kind = 0;
    static constexpr bool folds = false;
    struct Add {
        std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
            return encode<F, float>(widen<F>(a) + widen<F>(b), Rounding::NearestEven);
        }
    };
    static T apply(T old, T b, T, bool) {
        return static_cast<T>(Halves<Add, Packed>{}(std::uint32_t{old}, std::uint32_t{b}));
    }
};

/// As the min and max instructions without .NaN.
template<class F, bool Packed, bool Max>
struct ExtremeOfHalves {
    using T = HalfWord<Packed>;
    static T apply(T old, T b, T, bool) {
        using Op = Halves<MinMax<F, Max, false, false, false>, Packed>;
        return static_cast<T>(Op{}(std::uint32_t{old}, std::uint32_t{b}));
    }
};
template<class F, bool Packed>
struct LeastHalves : ExtremeOfHalves<F, Packed, false> {};
template<class F, bool Packed>
struct GreatestHalves : ExtremeOfHalves<F, Packed, true> {};

} // namespace
WARPSCOPE_ISA_END
