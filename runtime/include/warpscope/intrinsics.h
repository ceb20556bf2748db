// Device functions the compiler's own headers leave out: address spaces, sleeping, dot products.
#pragma once

#include <stddef.h>

#include "qualifiers.h"

WARPSCOPE_DEVICE unsigned int __isGlobal(const void* p) {
    return __nvvm_isspacep_global(p);
}
WARPSCOPE_DEVICE unsigned int __isShared(const void* p) {
    return __nvvm_isspacep_shared(p);
}
WARPSCOPE_DEVICE unsigned int __isConstant(const void* p) {
    return __nvvm_isspacep_const(p);
}
WARPSCOPE_DEVICE unsigned int __isLocal(const void* p) {
    return __nvvm_isspacep_local(p);
}

// The numbers are LLVM's for the address spaces of NVPTX.
#define WARPSCOPE_SPACE(number) __attribute__((address_space(number)))
#define WARPSCOPE_ADDRESS_SPACE(name, number)                                                      \
    WARPSCOPE_DEVICE size_t __cvta_generic_to_##name(const void* p) {                              \
        return (size_t)(const void WARPSCOPE_SPACE(number)*)p;                                     \
    }                                                                                              \
    WARPSCOPE_DEVICE void* __cvta_##name##_to_generic(size_t address) {                            \
        return (void*)(void WARPSCOPE_SPACE(number)*)address;                                      \
    }
WARPSCOPE_ADDRESS_SPACE(global, 1)
WARPSCOPE_ADDRESS_SPACE(shared, 3)
WARPSCOPE_ADDRESS_SPACE(constant, 4)
WARPSCOPE_ADDRESS_SPACE(local, 5)
#undef WARPSCOPE_ADDRESS_SPACE
#undef WARPSCOPE_SPACE

WARPSCOPE_DEVICE void __nanosleep(unsigned int nanoseconds) {
    asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds) : "memory");
}

// Four products of bytes (dp4a), or two of a 16-bit half and a byte (dp2a), summed onto c.
#define WARPSCOPE_DOT_PRODUCT(name, operation, result, left, right)                                \
    WARPSCOPE_DEVICE result name(left a, right b, result c) {                                      \
        result sum;                                                                                \
        asm(operation " %0, %1, %2, %3;"                                                           \
            : "=r"(sum)                                                                            \
            : "r"(__builtin_bit_cast(unsigned int, a)), "r"(__builtin_bit_cast(unsigned int, b)),  \
              "r"(c));                                                                             \
        return sum;                                                                                \
    }
WARPSCOPE_DOT_PRODUCT(__dp4a, "dp4a.s32.s32", int, int, int)
WARPSCOPE_DOT_PRODUCT(__dp4a, "dp4a.u32.u32", unsigned int, unsigned int, unsigned int)
WARPSCOPE_DOT_PRODUCT(__dp4a, "dp4a.s32.s32", int, char4, char4)
WARPSCOPE_DOT_PRODUCT(__dp4a, "dp4a.u32.u32", unsigned int, uchar4, uchar4)
WARPSCOPE_DOT_PRODUCT(__dp2a_lo, "dp2a.lo.s32.s32", int, int, int)
WARPSCOPE_DOT_PRODUCT(__dp2a_lo, "dp2a.lo.u32.u32", unsigned int, unsigned int, unsigned int)
WARPSCOPE_DOT_PRODUCT(__dp2a_lo, "dp2a.lo.s32.s32", int, short2, char4)
WARPSCOPE_DOT_PRODUCT(__dp2a_lo, "dp2a.lo.u32.u32", unsigned int, ushort2, uchar4)
WARPSCOPE_DOT_PRODUCT(__dp2a_hi, "dp2a.hi.s32.s32", int, int, int)
WARPSCOPE_DOT_PRODUCT(__dp2a_hi, "dp2a.hi.u32.u32", unsigned int, unsigned int, unsigned int)
WARPSCOPE_DOT_PRODUCT(__dp2a_hi, "dp2a.hi.s32.s32", int, short2, char4)
WARPSCOPE_DOT_PRODUCT(__dp2a_hi, "dp2a.hi.u32.u32", unsigned int, ushort2, uchar4)
#undef WARPSCOPE_DOT_PRODUCT
