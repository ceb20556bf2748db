// Surface reads and writes: surf1Dread to surfCubemapLayeredwrite. x counts bytes. For every type
// that one access can move: 1, 2, 4, 8 or 16 bytes.
#pragma once

#include "texture_functions.h"
#include "vector_types.h"

namespace warpscope_detail {

template<class T>
constexpr bool is_surface_element =
    std::is_trivially_copyable<T>::value &&
    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);

} // namespace warpscope_detail

// A load in one boundary mode. `where` and `where4` are the coordinates behind one and four
// results.
#define WARPSCOPE_SURFACE_LOAD(geometry, mode, where, where4, inputs)                              \
    if constexpr (sizeof(T) == 1) {                                                                \
        unsigned short bits;                                                                       \
        asm volatile("suld.b." geometry ".b8." mode " {%0}, [%1, " where "];"                      \
                     : "=h"(bits)                                                                  \
                     : "l"(surface), WARPSCOPE_LIST inputs                                         \
                     : "memory");                                                                  \
        return __builtin_bit_cast(T, static_cast<unsigned char>(bits));                            \
    } else if constexpr (sizeof(T) == 2) {                                                         \
        unsigned short bits;                                                                       \
        asm volatile("suld.b." geometry ".b16." mode " {%0}, [%1, " where "];"                     \
                     : "=h"(bits)                                                                  \
                     : "l"(surface), WARPSCOPE_LIST inputs                                         \
                     : "memory");                                                                  \
        return __builtin_bit_cast(T, bits);                                                        \
    } else if constexpr (sizeof(T) == 4) {                                                         \
        unsigned int bits;                                                                         \
        asm volatile("suld.b." geometry ".b32." mode " {%0}, [%1, " where "];"                     \
                     : "=r"(bits)                                                                  \
                     : "l"(surface), WARPSCOPE_LIST inputs                                         \
                     : "memory");                                                                  \
        return __builtin_bit_cast(T, bits);                                                        \
    } else if constexpr (sizeof(T) == 8) {                                                         \
        unsigned long long bits;                                                                   \
        asm volatile("suld.b." geometry ".b64." mode " {%0}, [%1, " where "];"                     \
                     : "=l"(bits)                                                                  \
                     : "l"(surface), WARPSCOPE_LIST inputs                                         \
                     : "memory");                                                                  \
        return __builtin_bit_cast(T, bits);                                                        \
    } else {                                                                                       \
        uint4 bits;                                                                                \
        asm volatile("suld.b." geometry ".v4.b32." mode " {%0, %1, %2, %3}, [%4, " where4 "];"     \
                     : "=r"(bits.x), "=r"(bits.y), "=r"(bits.z), "=r"(bits.w)                      \
                     : "l"(surface), WARPSCOPE_LIST inputs                                         \
                     : "memory");                                                                  \
        return __builtin_bit_cast(T, bits);                                                        \
    }

// A store. `data` and `data4` are the places of one and four values behind the coordinates.
#define WARPSCOPE_SURFACE_STORE(geometry, mode, where, data, data4, inputs)                        \
    if constexpr (sizeof(T) == 1) {                                                                \
        const unsigned short bits = __builtin_bit_cast(unsigned char, value);                      \
        asm volatile("sust.b." geometry ".b8." mode " [%0, " where "], {" data                     \
                     "};" ::"l"(surface),                                                          \
                     WARPSCOPE_LIST inputs, "h"(bits)                                              \
                     : "memory");                                                                  \
    } else if constexpr (sizeof(T) == 2) {                                                         \
        const auto bits = __builtin_bit_cast(unsigned short, value);                               \
        asm volatile("sust.b." geometry ".b16." mode " [%0, " where "], {" data                    \
                     "};" ::"l"(surface),                                                          \
                     WARPSCOPE_LIST inputs, "h"(bits)                                              \
                     : "memory");                                                                  \
    } else if constexpr (sizeof(T) == 4) {                                                         \
        const auto bits = __builtin_bit_cast(unsigned int, value);                                 \
        asm volatile("sust.b." geometry ".b32." mode " [%0, " where "], {" data                    \
                     "};" ::"l"(surface),                                                          \
                     WARPSCOPE_LIST inputs, "r"(bits)                                              \
                     : "memory");                                                                  \
    } else if constexpr (sizeof(T) == 8) {                                                         \
        const auto bits = __builtin_bit_cast(unsigned long long, value);                           \
        asm volatile("sust.b." geometry ".b64." mode " [%0, " where "], {" data                    \
                     "};" ::"l"(surface),                                                          \
                     WARPSCOPE_LIST inputs, "l"(bits)                                              \
                     : "memory");                                                                  \
    } else {                                                                                       \
        const auto bits = __builtin_bit_cast(uint4, value);                                        \
        asm volatile("sust.b." geometry ".v4.b32." mode " [%0, " where "], {" data4                \
                     "};" ::"l"(surface),                                                          \
                     WARPSCOPE_LIST inputs, "r"(bits.x), "r"(bits.y), "r"(bits.z), "r"(bits.w)     \
                     : "memory");                                                                  \
    }

#include "surface_access.h"

#undef WARPSCOPE_SURFACE_LOAD
#undef WARPSCOPE_SURFACE_STORE
#undef WARPSCOPE_LIST
