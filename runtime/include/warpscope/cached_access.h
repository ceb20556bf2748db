// Loads and stores with a cache operator: __ldca, __ldcg, __ldcs, __ldlu, __ldcv, __stwb, __stcg,
// __stcs, __stwt. (__ldg comes with the compiler's own headers.)
#pragma once

#include <type_traits>

#include "vector_types.h"

namespace warpscope_detail {

// What one instruction can move: a scalar or vector type as wide as it is aligned.
template<class T>
using one_access = std::enable_if_t<
    std::is_trivially_copyable<T>::value && sizeof(T) == alignof(T) && sizeof(T) <= 16, T>;

template<class T>
struct exactly {
    using type = T;
};

} // namespace warpscope_detail

// The accesses are volatile and order memory: a program that names the cache operator may be
// polling. One line per size; the PTX type is the untyped one of that size.
#define WARPSCOPE_CACHED_LOAD(name, operation)                                                     \
    template<class T>                                                                              \
    WARPSCOPE_DEVICE warpscope_detail::one_access<T> name(const T* address) {                      \
        if constexpr (sizeof(T) == 1) {                                                            \
            unsigned short bits;                                                                   \
            asm volatile(operation ".u8 %0, [%1];" : "=h"(bits) : "l"(address) : "memory");        \
            return __builtin_bit_cast(T, static_cast<unsigned char>(bits));                        \
        } else if constexpr (sizeof(T) == 2) {                                                     \
            unsigned short bits;                                                                   \
            asm volatile(operation ".u16 %0, [%1];" : "=h"(bits) : "l"(address) : "memory");       \
            return __builtin_bit_cast(T, bits);                                                    \
        } else if constexpr (sizeof(T) == 4) {                                                     \
            unsigned int bits;                                                                     \
            asm volatile(operation ".u32 %0, [%1];" : "=r"(bits) : "l"(address) : "memory");       \
            return __builtin_bit_cast(T, bits);                                                    \
        } else if constexpr (sizeof(T) == 8) {                                                     \
            unsigned long long bits;                                                               \
            asm volatile(operation ".u64 %0, [%1];" : "=l"(bits) : "l"(address) : "memory");       \
            return __builtin_bit_cast(T, bits);                                                    \
        } else {                                                                                   \
            uint4 bits;                                                                            \
            asm volatile(operation ".v4.u32 {%0, %1, %2, %3}, [%4];"                               \
                         : "=r"(bits.x), "=r"(bits.y), "=r"(bits.z), "=r"(bits.w)                  \
                         : "l"(address)                                                            \
                         : "memory");                                                              \
            return __builtin_bit_cast(T, bits);                                                    \
        }                                                                                          \
    }

#define WARPSCOPE_CACHED_STORE(name, operation)                                                    \
    template<class T>                                                                              \
    WARPSCOPE_DEVICE void name(                                                                    \
        T* address,                                                                                \
        typename warpscope_detail::exactly<warpscope_detail::one_access<T>>::type value) {         \
        if constexpr (sizeof(T) == 1) {                                                            \
            unsigned short bits = __builtin_bit_cast(unsigned char, value);                        \
            asm volatile(operation ".u8 [%0], %1;" ::"l"(address), "h"(bits) : "memory");          \
        } else if constexpr (sizeof(T) == 2) {                                                     \
            auto bits = __builtin_bit_cast(unsigned short, value);                                 \
            asm volatile(operation ".u16 [%0], %1;" ::"l"(address), "h"(bits) : "memory");         \
        } else if constexpr (sizeof(T) == 4) {                                                     \
            auto bits = __builtin_bit_cast(unsigned int, value);                                   \
            asm volatile(operation ".u32 [%0], %1;" ::"l"(address), "r"(bits) : "memory");         \
        } else if constexpr (sizeof(T) == 8) {                                                     \
            auto bits = __builtin_bit_cast(unsigned long long, value);                             \
            asm volatile(operation ".u64 [%0], %1;" ::"l"(address), "l"(bits) : "memory");         \
        } else {                                                                                   \
            auto bits = __builtin_bit_cast(uint4, value);                                          \
            asm volatile(operation ".v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(address), "r"(bits.x),  \
                         "r"(bits.y), "r"(bits.z), "r"(bits.w)                                     \
                         : "memory");                                                              \
        }                                                                                          \
    }

WARPSCOPE_CACHED_LOAD(__ldca, "ld.global.ca")
WARPSCOPE_CACHED_LOAD(__ldcg, "ld.global.cg")
WARPSCOPE_CACHED_LOAD(__ldcs, "ld.global.cs")
WARPSCOPE_CACHED_LOAD(__ldlu, "ld.global.lu")
WARPSCOPE_CACHED_LOAD(__ldcv, "ld.global.cv")
WARPSCOPE_CACHED_STORE(__stwb, "st.global.wb")
WARPSCOPE_CACHED_STORE(__stcg, "st.global.cg")
WARPSCOPE_CACHED_STORE(__stcs, "st.global.cs")
WARPSCOPE_CACHED_STORE(__stwt, "st.global.wt")

#undef WARPSCOPE_CACHED_LOAD
#undef WARPSCOPE_CACHED_STORE
