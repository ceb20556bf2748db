// cudaCreateChannelDesc<T>: the channel format that a C++ type has as a texel.
#pragma once

#include <type_traits>

#include "array_types.h"
#include "vector_types.h"

namespace warpscope_detail {

/// The channels of a texel type: scalars, and vectors of one, two and four of them.
template<class T>
struct channels_of {
    static constexpr int count =
        std::is_arithmetic<T>::value && !std::is_same<T, bool>::value && sizeof(T) <= 4 ? 1 : 0;
    using type = T;
};

#define WARPSCOPE_TEXELS(name, scalar)                                                             \
    template<>                                                                                     \
    struct channels_of<name##1> {                                                                  \
        static constexpr int count = 1;                                                            \
        using type = scalar;                                                                       \
    };                                                                                             \
    template<>                                                                                     \
    struct channels_of<name##2> {                                                                  \
        static constexpr int count = 2;                                                            \
        using type = scalar;                                                                       \
    };                                                                                             \
    template<>                                                                                     \
    struct channels_of<name##4> {                                                                  \
        static constexpr int count = 4;                                                            \
        using type = scalar;                                                                       \
    };

WARPSCOPE_TEXELS(char, signed char)
WARPSCOPE_TEXELS(uchar, unsigned char)
WARPSCOPE_TEXELS(short, short)
WARPSCOPE_TEXELS(ushort, unsigned short)
WARPSCOPE_TEXELS(int, int)
WARPSCOPE_TEXELS(uint, unsigned int)
WARPSCOPE_TEXELS(float, float)

#undef WARPSCOPE_TEXELS

} // namespace warpscope_detail

/// A type that is no texel has the kind cudaChannelFormatKindNone.
template<class T>
static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
    using channels = warpscope_detail::channels_of<T>;
    using scalar = typename channels::type;
    if (channels::count == 0) return {0, 0, 0, 0, cudaChannelFormatKindNone};
    const int bits = 8 * static_cast<int>(sizeof(scalar));
    const cudaChannelFormatKind kind =
        std::is_floating_point<scalar>::value ? cudaChannelFormatKindFloat
        : std::is_signed<scalar>::value       ? cudaChannelFormatKindSigned
                                              : cudaChannelFormatKindUnsigned;
    return {bits, channels::count > 1 ? bits : 0, channels::count > 2 ? bits : 0,
            channels::count > 2 ? bits : 0, kind};
}

static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
    return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
    return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
    return {16, 16, 0, 0, cudaChannelFormatKindFloat};
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
    return {16, 16, 16, 16, cudaChannelFormatKindFloat};
}
