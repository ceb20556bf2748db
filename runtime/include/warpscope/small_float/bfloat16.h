// __nv_bfloat16 and __nv_bfloat162, by way of the operations that both 16-bit formats have.
#pragma once

#include "rounding.h"

#define WARPSCOPE_SCALAR __nv_bfloat16
#define WARPSCOPE_PAIR __nv_bfloat162
#define WARPSCOPE_FORMAT ::warpscope_detail::Bfloat16Format
#define WARPSCOPE_NAME(before, after) before##bfloat16##after
#define WARPSCOPE_NAME_NAME(before, middle, after) before##bfloat16##middle##bfloat16##after
#define WARPSCOPE_PTX "bf16"
#include "types.inc"
typedef __warpscope_bfloat16_raw __nv_bfloat16_raw;
typedef __warpscope_bfloat162_raw __nv_bfloat162_raw;

#include "conversions.inc"

#if defined(__CUDA__) && defined(__clang__)
namespace warpscope_detail {

// Before sm_90 the one arithmetic instruction for bf16 is fma, so a sum is a * 1 + b and a product
// a * b + -0: rounded once, as well.
WARPSCOPE_DEVICE unsigned short fused_bits(unsigned short a, unsigned short b, unsigned short c) {
    unsigned short d;
    asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
    return d;
}
WARPSCOPE_DEVICE unsigned fused_bits(unsigned a, unsigned b, unsigned c) {
    unsigned d;
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}
WARPSCOPE_DEVICE unsigned short both_halves(__nv_bfloat16, unsigned bits) {
    return static_cast<unsigned short>(bits);
}
WARPSCOPE_DEVICE unsigned both_halves(__nv_bfloat162, unsigned bits) {
    return bits | bits << 16;
}

template<class T, class Bits>
WARPSCOPE_DEVICE Bits sum(T format, Bits a, Bits b) {
    return fused_bits(a, both_halves(format, 0x3f80), b);
}
template<class T, class Bits>
WARPSCOPE_DEVICE Bits difference(T format, Bits a, Bits b) {
    return fused_bits(b, both_halves(format, 0xbf80), a);
}
template<class T, class Bits>
WARPSCOPE_DEVICE Bits product(T format, Bits a, Bits b) {
    return fused_bits(a, b, both_halves(format, 0x8000));
}
template<class T, class Bits>
WARPSCOPE_DEVICE Bits sum_rn(T format, Bits a, Bits b) {
    return sum(format, a, b);
}
template<class T, class Bits>
WARPSCOPE_DEVICE Bits difference_rn(T format, Bits a, Bits b) {
    return difference(format, a, b);
}
template<class T, class Bits>
WARPSCOPE_DEVICE Bits product_rn(T format, Bits a, Bits b) {
    return product(format, a, b);
}

/// Clamped to [0, 1]; NaN becomes 0.
WARPSCOPE_DEVICE unsigned short saturated(unsigned short a) {
    unsigned short d;
    asm("{ .reg .b16 t; max.bf16 t, %1, %2; min.bf16 %0, t, %3; }"
        : "=h"(d)
        : "h"(a), "h"(static_cast<unsigned short>(0)), "h"(static_cast<unsigned short>(0x3f80)));
    return d;
}
WARPSCOPE_DEVICE unsigned saturated(unsigned a) {
    return saturated(static_cast<unsigned short>(a)) |
           static_cast<unsigned>(saturated(static_cast<unsigned short>(a >> 16))) << 16;
}
template<class T, class Bits>
WARPSCOPE_DEVICE Bits sum_sat(T format, Bits a, Bits b) {
    return saturated(sum(format, a, b));
}
template<class T, class Bits>
WARPSCOPE_DEVICE Bits difference_sat(T format, Bits a, Bits b) {
    return saturated(difference(format, a, b));
}
template<class T, class Bits>
WARPSCOPE_DEVICE Bits product_sat(T format, Bits a, Bits b) {
    return saturated(product(format, a, b));
}
template<class T, class Bits>
WARPSCOPE_DEVICE Bits fused_sat(T, Bits a, Bits b, Bits c) {
    return saturated(fused_bits(a, b, c));
}

} // namespace warpscope_detail
#endif

#include "arithmetic.inc"

#include "comparisons.inc"

#if defined(__CUDA__) && defined(__clang__)
#include "functions.inc"

#include "lanes_and_memory.inc"
#endif

#undef WARPSCOPE_SCALAR
#undef WARPSCOPE_PAIR
#undef WARPSCOPE_FORMAT
#undef WARPSCOPE_NAME
#undef WARPSCOPE_NAME_NAME
#undef WARPSCOPE_PTX

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
