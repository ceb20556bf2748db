// __half and __half2, by way of the operations that both 16-bit formats have.
#pragma once

#include "rounding.h"

#define WARPSCOPE_SCALAR __half
#define WARPSCOPE_PAIR __half2
#define WARPSCOPE_FORMAT ::warpscope_detail::HalfFormat
#define WARPSCOPE_NAME(before, after) before##half##after
#define WARPSCOPE_NAME_NAME(before, middle, after) before##half##middle##half##after
#define WARPSCOPE_PTX "f16"
#include "types.inc"
typedef __warpscope_half_raw __half_raw;
typedef __warpscope_half2_raw __half2_raw;

#include "conversions.inc"

#if defined(__CUDA__) && defined(__clang__)
namespace warpscope_detail {

// One instruction each. Without .rn, compilers further down may fuse a product and a sum, as for
// float; the functions named _rn keep them apart.
#define WARPSCOPE_HALF_BINARY(name, instruction)                                                   \
    WARPSCOPE_DEVICE unsigned short name(__half, unsigned short a, unsigned short b) {             \
        unsigned short d;                                                                          \
        asm(instruction ".f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));                            \
        return d;                                                                                  \
    }                                                                                              \
    WARPSCOPE_DEVICE unsigned name(__half2, unsigned a, unsigned b) {                              \
        unsigned d;                                                                                \
        asm(instruction ".f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));                          \
        return d;                                                                                  \
    }
WARPSCOPE_HALF_BINARY(sum, "add")
WARPSCOPE_HALF_BINARY(difference, "sub")
WARPSCOPE_HALF_BINARY(product, "mul")
WARPSCOPE_HALF_BINARY(sum_rn, "add.rn")
WARPSCOPE_HALF_BINARY(difference_rn, "sub.rn")
WARPSCOPE_HALF_BINARY(product_rn, "mul.rn")
WARPSCOPE_HALF_BINARY(sum_sat, "add.sat")
WARPSCOPE_HALF_BINARY(difference_sat, "sub.sat")
WARPSCOPE_HALF_BINARY(product_sat, "mul.sat")
#undef WARPSCOPE_HALF_BINARY

WARPSCOPE_DEVICE unsigned short fused_sat(__half, unsigned short a, unsigned short b,
                                          unsigned short c) {
    unsigned short d;
    asm("fma.rn.sat.f16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
    return d;
}
WARPSCOPE_DEVICE unsigned fused_sat(__half2, unsigned a, unsigned b, unsigned c) {
    unsigned d;
    asm("fma.rn.sat.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
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

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
