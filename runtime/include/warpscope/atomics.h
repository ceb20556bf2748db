// atomicAdd … atomicXor for every type CUDA gives them, at device, block and system scope.
#pragma once

#include "qualifiers.h"

// One function at its three scopes, over the compiler's own `base`, `base_block`, `base_system`.
#define WARPSCOPE_ATOMIC(name, type, base)                                                         \
    WARPSCOPE_DEVICE type name(type* address, type value) {                                        \
        return base(address, value);                                                               \
    }                                                                                              \
    WARPSCOPE_DEVICE type name##_block(type* address, type value) {                                \
        return base##_block(address, value);                                                       \
    }                                                                                              \
    WARPSCOPE_DEVICE type name##_system(type* address, type value) {                               \
        return base##_system(address, value);                                                      \
    }

WARPSCOPE_ATOMIC(atomicAdd, int, __iAtomicAdd)
WARPSCOPE_ATOMIC(atomicAdd, unsigned int, __uAtomicAdd)
WARPSCOPE_ATOMIC(atomicAdd, unsigned long long, __ullAtomicAdd)
WARPSCOPE_ATOMIC(atomicAdd, float, __fAtomicAdd)
WARPSCOPE_ATOMIC(atomicAdd, double, __dAtomicAdd)

WARPSCOPE_ATOMIC(atomicExch, int, __iAtomicExch)
WARPSCOPE_ATOMIC(atomicExch, unsigned int, __uAtomicExch)
WARPSCOPE_ATOMIC(atomicExch, unsigned long long, __ullAtomicExch)
WARPSCOPE_ATOMIC(atomicExch, float, __fAtomicExch)

WARPSCOPE_ATOMIC(atomicMin, int, __iAtomicMin)
WARPSCOPE_ATOMIC(atomicMin, unsigned int, __uAtomicMin)
WARPSCOPE_ATOMIC(atomicMin, long long, __illAtomicMin)
WARPSCOPE_ATOMIC(atomicMin, unsigned long long, __ullAtomicMin)
WARPSCOPE_ATOMIC(atomicMax, int, __iAtomicMax)
WARPSCOPE_ATOMIC(atomicMax, unsigned int, __uAtomicMax)
WARPSCOPE_ATOMIC(atomicMax, long long, __illAtomicMax)
WARPSCOPE_ATOMIC(atomicMax, unsigned long long, __ullAtomicMax)

WARPSCOPE_ATOMIC(atomicInc, unsigned int, __uAtomicInc)
WARPSCOPE_ATOMIC(atomicDec, unsigned int, __uAtomicDec)

WARPSCOPE_ATOMIC(atomicAnd, int, __iAtomicAnd)
WARPSCOPE_ATOMIC(atomicAnd, unsigned int, __uAtomicAnd)
WARPSCOPE_ATOMIC(atomicAnd, unsigned long long, __ullAtomicAnd)
WARPSCOPE_ATOMIC(atomicOr, int, __iAtomicOr)
WARPSCOPE_ATOMIC(atomicOr, unsigned int, __uAtomicOr)
WARPSCOPE_ATOMIC(atomicOr, unsigned long long, __ullAtomicOr)
WARPSCOPE_ATOMIC(atomicXor, int, __iAtomicXor)
WARPSCOPE_ATOMIC(atomicXor, unsigned int, __uAtomicXor)
WARPSCOPE_ATOMIC(atomicXor, unsigned long long, __ullAtomicXor)

#undef WARPSCOPE_ATOMIC

// PTX has no atomic subtraction: it is the addition of the negated value.
#define WARPSCOPE_ATOMIC_SUB(name, base)                                                           \
    WARPSCOPE_DEVICE unsigned int name(unsigned int* address, unsigned int value) {                \
        return base(address, 0u - value);                                                          \
    }                                                                                              \
    WARPSCOPE_DEVICE int name(int* address, int value) {                                           \
        return static_cast<int>(                                                                   \
            name(reinterpret_cast<unsigned int*>(address), static_cast<unsigned int>(value)));     \
    }

WARPSCOPE_ATOMIC_SUB(atomicSub, __uAtomicAdd)
WARPSCOPE_ATOMIC_SUB(atomicSub_block, __uAtomicAdd_block)
WARPSCOPE_ATOMIC_SUB(atomicSub_system, __uAtomicAdd_system)

#undef WARPSCOPE_ATOMIC_SUB

#define WARPSCOPE_ATOMIC_CAS(type, base)                                                           \
    WARPSCOPE_DEVICE type atomicCAS(type* address, type compare, type value) {                     \
        return base(address, compare, value);                                                      \
    }                                                                                              \
    WARPSCOPE_DEVICE type atomicCAS_block(type* address, type compare, type value) {               \
        return base##_block(address, compare, value);                                              \
    }                                                                                              \
    WARPSCOPE_DEVICE type atomicCAS_system(type* address, type compare, type value) {              \
        return base##_system(address, compare, value);                                             \
    }

WARPSCOPE_ATOMIC_CAS(int, __iAtomicCAS)
WARPSCOPE_ATOMIC_CAS(unsigned int, __uAtomicCAS)
WARPSCOPE_ATOMIC_CAS(unsigned long long, __ullAtomicCAS)

#undef WARPSCOPE_ATOMIC_CAS

// The 16-bit compare-and-swap has no builtin.
#define WARPSCOPE_ATOMIC_CAS_16(name, scope)                                                       \
    WARPSCOPE_DEVICE unsigned short name(unsigned short* address, unsigned short compare,          \
                                         unsigned short value) {                                   \
        unsigned short old;                                                                        \
        asm volatile("atom" scope ".cas.b16 %0, [%1], %2, %3;"                                     \
                     : "=h"(old)                                                                   \
                     : "l"(address), "h"(compare), "h"(value)                                      \
                     : "memory");                                                                  \
        return old;                                                                                \
    }

WARPSCOPE_ATOMIC_CAS_16(atomicCAS, "")
WARPSCOPE_ATOMIC_CAS_16(atomicCAS_block, ".cta")
WARPSCOPE_ATOMIC_CAS_16(atomicCAS_system, ".sys")

#undef WARPSCOPE_ATOMIC_CAS_16
