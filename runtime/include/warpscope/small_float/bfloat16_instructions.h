// The instructions for bfloat16 and pairs of it, as functions of their bits.
// Included by bfloat16.h once the types are there.
#pragma once

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

WARPSCOPE_DEVICE __nv_bfloat16 approximate_tanh(__nv_bfloat16 a) {
#if __CUDA_ARCH__ >= 900
    unsigned short d;
    asm("tanh.approx.bf16 %0, %1;" : "=h"(d) : "h"(a.bits()));
    return __nv_bfloat16::of_bits(d);
#else
    float d;
    asm("tanh.approx.f32 %0, %1;" : "=f"(d) : "f"(static_cast<float>(a)));
    return __nv_bfloat16(d);
#endif
}
WARPSCOPE_DEVICE __nv_bfloat162 approximate_tanh(__nv_bfloat162 a) {
#if __CUDA_ARCH__ >= 900
    unsigned d;
    asm("tanh.approx.bf16x2 %0, %1;" : "=r"(d) : "r"(a.bits()));
    return __nv_bfloat162::of_bits(d);
#else
    return {approximate_tanh(a.x), approximate_tanh(a.y)};
#endif
}

/// Returns what was there. Before sm_90, where the instruction is missing, by compare and swap, of
/// the whole word for a pair.
#if __CUDA_ARCH__ >= 900
WARPSCOPE_DEVICE __nv_bfloat16 atomic_sum(__nv_bfloat16* address, __nv_bfloat16 value) {
    unsigned short before;
    asm volatile("atom.add.noftz.bf16 %0, [%1], %2;"
                 : "=h"(before)
                 : "l"(address), "h"(value.bits())
                 : "memory");
    return __nv_bfloat16::of_bits(before);
}
WARPSCOPE_DEVICE __nv_bfloat162 atomic_sum(__nv_bfloat162* address, __nv_bfloat162 value) {
    unsigned before;
    asm volatile("atom.add.noftz.bf16x2 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(address), "r"(value.bits())
                 : "memory");
    return __nv_bfloat162::of_bits(before);
}
#else
template<class T, class Bits>
WARPSCOPE_DEVICE T atomic_sum_by_swap(Bits* word, T value) {
    Bits seen = *static_cast<volatile Bits*>(word), before;
    do {
        before = seen;
        const T old = T::of_bits(before);
        const Bits sum_bits = sum(old, before, value.bits());
        seen = atomicCAS(word, before, sum_bits);
    } while (seen != before);
    return T::of_bits(before);
}
WARPSCOPE_DEVICE __nv_bfloat16 atomic_sum(__nv_bfloat16* address, __nv_bfloat16 value) {
    return atomic_sum_by_swap(reinterpret_cast<unsigned short*>(address), value);
}
WARPSCOPE_DEVICE __nv_bfloat162 atomic_sum(__nv_bfloat162* address, __nv_bfloat162 value) {
    return atomic_sum_by_swap(reinterpret_cast<unsigned*>(address), value);
}
#endif

} // namespace warpscope_detail
