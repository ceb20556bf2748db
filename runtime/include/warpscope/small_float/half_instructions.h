// The instructions for half and pairs of it, as functions of their bits.
// Included by half.h once the types are there.
#pragma once

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

WARPSCOPE_DEVICE __half approximate_tanh(__half a) {
    unsigned short d;
    asm("tanh.approx.f16 %0, %1;" : "=h"(d) : "h"(a.bits()));
    return __half::of_bits(d);
}
WARPSCOPE_DEVICE __half2 approximate_tanh(__half2 a) {
    unsigned d;
    asm("tanh.approx.f16x2 %0, %1;" : "=r"(d) : "r"(a.bits()));
    return __half2::of_bits(d);
}

/// Returns what was there.
WARPSCOPE_DEVICE __half atomic_sum(__half* address, __half value) {
    unsigned short before;
    asm volatile("atom.add.noftz.f16 %0, [%1], %2;"
                 : "=h"(before)
                 : "l"(address), "h"(value.bits())
                 : "memory");
    return __half::of_bits(before);
}
WARPSCOPE_DEVICE __half2 atomic_sum(__half2* address, __half2 value) {
    unsigned before;
    asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(address), "r"(value.bits())
                 : "memory");
    return __half2::of_bits(before);
}

} // namespace warpscope_detail
