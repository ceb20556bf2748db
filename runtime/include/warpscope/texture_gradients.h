// The Grad forms of texture reads, and tex2Dgather. Part of texture_functions.h.
#pragma once

WARPSCOPE_TEXTURE(tex1DGrad, "tex.grad.1d.v4.", ".f32" WARPSCOPE_RESULT "{%5}], {%6}, {%7};",
                  (float x, float dx, float dy), (x, dx, dy), ("f"(x), "f"(dx), "f"(dy)))
WARPSCOPE_TEXTURE(tex2DGrad, "tex.grad.2d.v4.",
                  ".f32" WARPSCOPE_RESULT "{%5, %6}], {%7, %8}, {%9, %10};",
                  (float x, float y, float2 dx, float2 dy), (x, y, dx, dy),
                  ("f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)))
WARPSCOPE_TEXTURE(tex3DGrad, "tex.grad.3d.v4.",
                  ".f32" WARPSCOPE_RESULT
                  "{%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13};",
                  (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
                  ("f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y),
                   "f"(dy.z)))
WARPSCOPE_TEXTURE(tex1DLayeredGrad, "tex.grad.a1d.v4.",
                  ".f32" WARPSCOPE_RESULT "{%6, %5}], {%7}, {%8};",
                  (float x, int layer, float dx, float dy), (x, layer, dx, dy),
                  ("f"(x), "r"(layer), "f"(dx), "f"(dy)))
WARPSCOPE_TEXTURE(tex2DLayeredGrad, "tex.grad.a2d.v4.",
                  ".f32" WARPSCOPE_RESULT "{%7, %5, %6, %6}], {%8, %9}, {%10, %11};",
                  (float x, float y, int layer, float2 dx, float2 dy), (x, y, layer, dx, dy),
                  ("f"(x), "f"(y), "r"(layer), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)))
WARPSCOPE_TEXTURE(texCubemapGrad, "tex.grad.cube.v4.",
                  ".f32" WARPSCOPE_RESULT
                  "{%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13};",
                  (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
                  ("f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y),
                   "f"(dy.z)))
WARPSCOPE_TEXTURE(texCubemapLayeredGrad, "tex.grad.acube.v4.",
                  ".f32" WARPSCOPE_RESULT
                  "{%8, %5, %6, %7}], {%9, %10, %11, %11}, {%12, %13, %14, %14};",
                  (float x, float y, float z, int layer, float4 dx, float4 dy),
                  (x, y, z, layer, dx, dy),
                  ("f"(x), "f"(y), "f"(z), "r"(layer), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x),
                   "f"(dy.y), "f"(dy.z)))

namespace warpscope_detail {

WARPSCOPE_TEXTURE(gather_red, "tld4.r.2d.v4.", ".f32" WARPSCOPE_RESULT "{%5, %6}];",
                  (float x, float y), (x, y), ("f"(x), "f"(y)))
WARPSCOPE_TEXTURE(gather_green, "tld4.g.2d.v4.", ".f32" WARPSCOPE_RESULT "{%5, %6}];",
                  (float x, float y), (x, y), ("f"(x), "f"(y)))
WARPSCOPE_TEXTURE(gather_blue, "tld4.b.2d.v4.", ".f32" WARPSCOPE_RESULT "{%5, %6}];",
                  (float x, float y), (x, y), ("f"(x), "f"(y)))
WARPSCOPE_TEXTURE(gather_alpha, "tld4.a.2d.v4.", ".f32" WARPSCOPE_RESULT "{%5, %6}];",
                  (float x, float y), (x, y), ("f"(x), "f"(y)))

} // namespace warpscope_detail

/// One channel of the four texels that a linear filter would mix.
template<class T>
WARPSCOPE_DEVICE T tex2Dgather(cudaTextureObject_t texture, float x, float y, int channel = 0) {
    switch (channel) {
    case 1: return warpscope_detail::gather_green<T>(texture, x, y);
    case 2: return warpscope_detail::gather_blue<T>(texture, x, y);
    case 3: return warpscope_detail::gather_alpha<T>(texture, x, y);
    default: return warpscope_detail::gather_red<T>(texture, x, y);
    }
}
template<class T>
WARPSCOPE_DEVICE void tex2Dgather(T* result, cudaTextureObject_t texture, float x, float y,
                                  int channel = 0) {
    *result = tex2Dgather<T>(texture, x, y, channel);
}
