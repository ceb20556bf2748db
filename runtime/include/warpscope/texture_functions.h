// Texture reads: tex1Dfetch, tex1D, tex2D, tex3D, their layered, cubemap, Lod and Grad forms, and
// tex2Dgather. For every texel type: scalars of up to 32 bits and vectors of 1, 2 and 4 of them.
#pragma once

#include "channel_formats.h"
#include "texture_types.h"

namespace warpscope_detail {

/// A texel type from the four channels that an instruction returns.
template<class T, class Channel>
WARPSCOPE_DEVICE T texel(Channel r, Channel g, Channel b, Channel a) {
    using scalar = typename channels_of<T>::type;
    if constexpr (std::is_arithmetic<T>::value)
        return static_cast<T>(r);
    else if constexpr (channels_of<T>::count == 1)
        return T{static_cast<scalar>(r)};
    else if constexpr (channels_of<T>::count == 2)
        return T{static_cast<scalar>(r), static_cast<scalar>(g)};
    else
        return T{static_cast<scalar>(r), static_cast<scalar>(g), static_cast<scalar>(b),
                 static_cast<scalar>(a)};
}

} // namespace warpscope_detail

#define WARPSCOPE_LIST(...) __VA_ARGS__

// One function: the instruction's text up to its result type and after it, parameters, the names of
// the parameters, and the inputs of the instruction behind the handle.
#define WARPSCOPE_TEXTURE(name, front, back, parameters, names, inputs)                            \
    template<class T>                                                                              \
    WARPSCOPE_DEVICE T name(cudaTextureObject_t texture, WARPSCOPE_LIST parameters) {              \
        using scalar = typename warpscope_detail::channels_of<T>::type;                            \
        static_assert(warpscope_detail::channels_of<T>::count != 0, "this type is no texel");      \
        if constexpr (std::is_floating_point<scalar>::value) {                                     \
            float r, g, b, a;                                                                      \
            asm(front "f32" back                                                                   \
                : "=f"(r), "=f"(g), "=f"(b), "=f"(a)                                               \
                : "l"(texture), WARPSCOPE_LIST inputs);                                            \
            return warpscope_detail::texel<T>(r, g, b, a);                                         \
        } else if constexpr (std::is_signed<scalar>::value) {                                      \
            int r, g, b, a;                                                                        \
            asm(front "s32" back                                                                   \
                : "=r"(r), "=r"(g), "=r"(b), "=r"(a)                                               \
                : "l"(texture), WARPSCOPE_LIST inputs);                                            \
            return warpscope_detail::texel<T>(r, g, b, a);                                         \
        } else {                                                                                   \
            unsigned int r, g, b, a;                                                               \
            asm(front "u32" back                                                                   \
                : "=r"(r), "=r"(g), "=r"(b), "=r"(a)                                               \
                : "l"(texture), WARPSCOPE_LIST inputs);                                            \
            return warpscope_detail::texel<T>(r, g, b, a);                                         \
        }                                                                                          \
    }                                                                                              \
    template<class T>                                                                              \
    WARPSCOPE_DEVICE void name(T* result, cudaTextureObject_t texture,                             \
                               WARPSCOPE_LIST parameters) {                                        \
        *result = name<T>(texture, WARPSCOPE_LIST names);                                          \
    }

#define WARPSCOPE_RESULT " {%0, %1, %2, %3}, [%4, "

WARPSCOPE_TEXTURE(tex1Dfetch, "tex.1d.v4.", ".s32" WARPSCOPE_RESULT "{%5}];", (int x), (x),
                  ("r"(x)))
WARPSCOPE_TEXTURE(tex1D, "tex.1d.v4.", ".f32" WARPSCOPE_RESULT "{%5}];", (float x), (x), ("f"(x)))
WARPSCOPE_TEXTURE(tex2D, "tex.2d.v4.", ".f32" WARPSCOPE_RESULT "{%5, %6}];", (float x, float y),
                  (x, y), ("f"(x), "f"(y)))
WARPSCOPE_TEXTURE(tex3D, "tex.3d.v4.", ".f32" WARPSCOPE_RESULT "{%5, %6, %7, %7}];",
                  (float x, float y, float z), (x, y, z), ("f"(x), "f"(y), "f"(z)))
WARPSCOPE_TEXTURE(tex1DLayered, "tex.a1d.v4.", ".f32" WARPSCOPE_RESULT "{%6, %5}];",
                  (float x, int layer), (x, layer), ("f"(x), "r"(layer)))
WARPSCOPE_TEXTURE(tex2DLayered, "tex.a2d.v4.", ".f32" WARPSCOPE_RESULT "{%7, %5, %6, %6}];",
                  (float x, float y, int layer), (x, y, layer), ("f"(x), "f"(y), "r"(layer)))
WARPSCOPE_TEXTURE(texCubemap, "tex.cube.v4.", ".f32" WARPSCOPE_RESULT "{%5, %6, %7, %7}];",
                  (float x, float y, float z), (x, y, z), ("f"(x), "f"(y), "f"(z)))
WARPSCOPE_TEXTURE(texCubemapLayered, "tex.acube.v4.", ".f32" WARPSCOPE_RESULT "{%8, %5, %6, %7}];",
                  (float x, float y, float z, int layer), (x, y, z, layer),
                  ("f"(x), "f"(y), "f"(z), "r"(layer)))

WARPSCOPE_TEXTURE(tex1DLod, "tex.level.1d.v4.", ".f32" WARPSCOPE_RESULT "{%5}], %6;",
                  (float x, float level), (x, level), ("f"(x), "f"(level)))
WARPSCOPE_TEXTURE(tex2DLod, "tex.level.2d.v4.", ".f32" WARPSCOPE_RESULT "{%5, %6}], %7;",
                  (float x, float y, float level), (x, y, level), ("f"(x), "f"(y), "f"(level)))
WARPSCOPE_TEXTURE(tex3DLod, "tex.level.3d.v4.", ".f32" WARPSCOPE_RESULT "{%5, %6, %7, %7}], %8;",
                  (float x, float y, float z, float level), (x, y, z, level),
                  ("f"(x), "f"(y), "f"(z), "f"(level)))
WARPSCOPE_TEXTURE(tex1DLayeredLod, "tex.level.a1d.v4.", ".f32" WARPSCOPE_RESULT "{%6, %5}], %7;",
                  (float x, int layer, float level), (x, layer, level),
                  ("f"(x), "r"(layer), "f"(level)))
WARPSCOPE_TEXTURE(tex2DLayeredLod, "tex.level.a2d.v4.",
                  ".f32" WARPSCOPE_RESULT "{%7, %5, %6, %6}], %8;",
                  (float x, float y, int layer, float level), (x, y, layer, level),
                  ("f"(x), "f"(y), "r"(layer), "f"(level)))
WARPSCOPE_TEXTURE(texCubemapLod, "tex.level.cube.v4.",
                  ".f32" WARPSCOPE_RESULT "{%5, %6, %7, %7}], %8;",
                  (float x, float y, float z, float level), (x, y, z, level),
                  ("f"(x), "f"(y), "f"(z), "f"(level)))
WARPSCOPE_TEXTURE(texCubemapLayeredLod, "tex.level.acube.v4.",
                  ".f32" WARPSCOPE_RESULT "{%8, %5, %6, %7}], %9;",
                  (float x, float y, float z, int layer, float level), (x, y, z, layer, level),
                  ("f"(x), "f"(y), "f"(z), "r"(layer), "f"(level)))

#include "texture_gradients.h"

#undef WARPSCOPE_TEXTURE
