// The textures that are sampled: one line each.
#pragma once

#include "sample_points.h"

enum Shape { Array1D, Array2D, Array3D, Layered1D, Layered2D, Cube, LayeredCube, Pitched, Linear };
enum Channel { F32, F16, U8, S8, U16, S16, U32, S32 };
enum Operation { Sample, Fetch, Lod, Grad, Gather0, Gather1, Gather2, Gather3 };

struct Case {
    const char* name;
    Shape shape;
    int width, height, depth; ///< depth: slices, layers, or faces of all layers
    Channel channel;
    int channels;
    Content content;
    bool linear, normalized, as_float;
    cudaTextureAddressMode mode[3];
    Operation operation;
    int shown; ///< result channels printed
    bool srgb, seamless;
};

// clang-format off
const cudaTextureAddressMode W = cudaAddressModeWrap, C = cudaAddressModeClamp, M = cudaAddressModeMirror,
                             B = cudaAddressModeBorder;
const Content Rnd = Content::Random, Wild = Content::Wild, Delta = Content::Delta, Ramp = Content::Ramp,
              Special = Content::Special;
const bool P = false, L = true, texels = false, unit = true, element = false, real = true;

const Case cases[] = {
    {"1d point texels clamp", Array1D, 8, 1, 1, F32, 1, Ramp, P, texels, element, {C, C, C}, Sample, 1},
    {"1d point texels border", Array1D, 8, 1, 1, F32, 1, Ramp, P, texels, element, {B, B, B}, Sample, 4},
    {"1d point texels wrap", Array1D, 8, 1, 1, F32, 1, Ramp, P, texels, element, {W, W, W}, Sample, 1},
    {"1d point texels mirror", Array1D, 8, 1, 1, F32, 1, Ramp, P, texels, element, {M, M, M}, Sample, 1},
    {"1d point norm clamp 8", Array1D, 8, 1, 1, F32, 1, Ramp, P, unit, element, {C, C, C}, Sample, 1},
    {"1d point norm wrap 8", Array1D, 8, 1, 1, F32, 1, Ramp, P, unit, element, {W, W, W}, Sample, 1},
    {"1d point norm mirror 8", Array1D, 8, 1, 1, F32, 1, Ramp, P, unit, element, {M, M, M}, Sample, 1},
    {"1d point norm border 8", Array1D, 8, 1, 1, F32, 1, Ramp, P, unit, element, {B, B, B}, Sample, 1},
    {"1d point norm clamp 5", Array1D, 5, 1, 1, F32, 1, Ramp, P, unit, element, {C, C, C}, Sample, 1},
    {"1d point norm wrap 5", Array1D, 5, 1, 1, F32, 1, Ramp, P, unit, element, {W, W, W}, Sample, 1},
    {"1d point norm mirror 5", Array1D, 5, 1, 1, F32, 1, Ramp, P, unit, element, {M, M, M}, Sample, 1},
    {"1d point norm wrap 100", Array1D, 100, 1, 1, F32, 1, Ramp, P, unit, element, {W, W, W}, Sample, 1},
    {"1d point norm clamp 1000", Array1D, 1000, 1, 1, F32, 1, Ramp, P, unit, element, {C, C, C}, Sample, 1},
    {"1d point norm clamp 16384", Array1D, 16384, 1, 1, F32, 1, Ramp, P, unit, element, {C, C, C}, Sample, 1},
    {"1d linear texels clamp delta", Array1D, 8, 1, 1, F32, 1, Delta, L, texels, element, {C, C, C}, Sample, 1},
    {"1d linear texels clamp random", Array1D, 8, 1, 1, F32, 1, Rnd, L, texels, element, {C, C, C}, Sample, 1},
    {"1d linear texels clamp wild", Array1D, 8, 1, 1, F32, 1, Wild, L, texels, element, {C, C, C}, Sample, 1},
    {"1d linear texels border random", Array1D, 8, 1, 1, F32, 1, Rnd, L, texels, element, {B, B, B}, Sample, 4},
    {"1d linear norm clamp random", Array1D, 8, 1, 1, F32, 1, Rnd, L, unit, element, {C, C, C}, Sample, 1},
    {"1d linear norm wrap random", Array1D, 8, 1, 1, F32, 1, Rnd, L, unit, element, {W, W, W}, Sample, 1},
    {"1d linear norm mirror random", Array1D, 8, 1, 1, F32, 1, Rnd, L, unit, element, {M, M, M}, Sample, 1},
    {"1d linear norm border random", Array1D, 8, 1, 1, F32, 1, Rnd, L, unit, element, {B, B, B}, Sample, 1},
    {"1d linear norm wrap delta 5", Array1D, 5, 1, 1, F32, 1, Delta, L, unit, element, {W, W, W}, Sample, 1},
    {"1d linear norm wrap ramp 5", Array1D, 5, 1, 1, F32, 1, Ramp, L, unit, element, {W, W, W}, Sample, 1},
    {"1d linear norm mirror ramp 5", Array1D, 5, 1, 1, F32, 1, Ramp, L, unit, element, {M, M, M}, Sample, 1},
    {"1d linear norm clamp ramp 7", Array1D, 7, 1, 1, F32, 1, Ramp, L, unit, element, {C, C, C}, Sample, 1},
    {"1d linear norm wrap ramp 100", Array1D, 100, 1, 1, F32, 1, Ramp, L, unit, element, {W, W, W}, Sample, 1},
    {"1d linear norm clamp ramp 1000", Array1D, 1000, 1, 1, F32, 1, Ramp, L, unit, element, {C, C, C}, Sample, 1},
    {"1d linear norm clamp ramp 16384", Array1D, 16384, 1, 1, F32, 1, Ramp, L, unit, element, {C, C, C}, Sample, 1},
    {"1d linear texels clamp ramp 16384", Array1D, 16384, 1, 1, F32, 1, Ramp, L, texels, element, {C, C, C}, Sample, 1},
    {"2d point texels clamp", Array2D, 7, 5, 1, F32, 1, Ramp, P, texels, element, {C, C, C}, Sample, 1},
    {"2d point norm wrap mirror", Array2D, 7, 5, 1, F32, 1, Ramp, P, unit, element, {W, M, C}, Sample, 1},
    {"2d point norm border clamp", Array2D, 7, 5, 1, F32, 1, Ramp, P, unit, element, {B, C, C}, Sample, 1},
    {"2d linear texels clamp delta", Array2D, 4, 4, 1, F32, 1, Delta, L, texels, element, {C, C, C}, Sample, 1},
    {"2d linear texels clamp random", Array2D, 7, 5, 1, F32, 1, Rnd, L, texels, element, {C, C, C}, Sample, 1},
    {"2d linear texels clamp wild", Array2D, 7, 5, 1, F32, 1, Wild, L, texels, element, {C, C, C}, Sample, 1},
    {"2d linear texels border random", Array2D, 7, 5, 1, F32, 1, Rnd, L, texels, element, {B, B, B}, Sample, 1},
    {"2d linear texels border clamp", Array2D, 7, 5, 1, F32, 1, Rnd, L, texels, element, {B, C, B}, Sample, 1},
    {"2d linear norm wrap mirror random", Array2D, 7, 5, 1, F32, 1, Rnd, L, unit, element, {W, M, M}, Sample, 1},
    {"2d linear f32x4 random", Array2D, 7, 5, 1, F32, 4, Rnd, L, texels, element, {C, C, C}, Sample, 4},
    {"2d linear f32x2 border", Array2D, 7, 5, 1, F32, 2, Rnd, L, texels, element, {B, B, B}, Sample, 4},
    {"2d linear pitched random", Pitched, 7, 5, 1, F32, 1, Rnd, L, texels, element, {C, C, C}, Sample, 1},
    {"2d linear pitched border norm", Pitched, 7, 5, 1, F32, 1, Rnd, L, unit, element, {B, B, C}, Sample, 1},
    {"2d point pitched wrap norm", Pitched, 7, 5, 1, U8, 4, Rnd, P, unit, real, {W, W, C}, Sample, 4},
    {"3d point texels clamp", Array3D, 4, 3, 5, F32, 1, Ramp, P, texels, element, {C, C, C}, Sample, 1},
    {"3d linear texels clamp delta", Array3D, 3, 3, 3, F32, 1, Delta, L, texels, element, {C, C, C}, Sample, 1},
    {"3d linear texels clamp random", Array3D, 4, 3, 5, F32, 1, Rnd, L, texels, element, {C, C, C}, Sample, 1},
    {"3d linear texels clamp wild", Array3D, 4, 3, 5, F32, 1, Wild, L, texels, element, {C, C, C}, Sample, 1},
    {"3d linear texels border random", Array3D, 4, 3, 5, F32, 1, Rnd, L, texels, element, {B, B, B}, Sample, 1},
    {"3d linear norm wrap mirror clamp", Array3D, 4, 3, 5, F32, 1, Rnd, L, unit, element, {W, M, C}, Sample, 1},
    {"unorm8 values", Array1D, 256, 1, 1, U8, 1, Ramp, P, texels, real, {C, C, C}, Sample, 4},
    {"unorm8 srgb values", Array1D, 256, 1, 1, U8, 4, Ramp, P, texels, real, {C, C, C}, Sample, 4, true},
    {"snorm8 values", Array1D, 256, 1, 1, S8, 1, Ramp, P, texels, real, {C, C, C}, Sample, 4},
    {"unorm16 values", Array1D, 16384, 1, 1, U16, 1, Rnd, P, texels, real, {C, C, C}, Sample, 1},
    {"snorm16 values", Array1D, 16384, 1, 1, S16, 1, Rnd, P, texels, real, {C, C, C}, Sample, 1},
    {"half values", Array1D, 16384, 1, 1, F16, 1, Wild, P, texels, element, {C, C, C}, Sample, 4},
    {"1d linear unorm8 delta", Array1D, 8, 1, 1, U8, 1, Delta, L, texels, real, {C, C, C}, Sample, 1},
    {"1d linear unorm8 random", Array1D, 8, 1, 1, U8, 1, Rnd, L, texels, real, {C, C, C}, Sample, 1},
    {"2d linear unorm8x4 random", Array2D, 7, 5, 1, U8, 4, Rnd, L, texels, real, {C, C, C}, Sample, 4},
    {"2d linear unorm8x4 border", Array2D, 7, 5, 1, U8, 4, Rnd, L, texels, real, {B, B, C}, Sample, 4},
    {"2d linear unorm8x4 delta", Array2D, 4, 4, 1, U8, 4, Delta, L, texels, real, {C, C, C}, Sample, 1},
    {"2d linear srgb random", Array2D, 7, 5, 1, U8, 4, Rnd, L, texels, real, {C, C, C}, Sample, 4, true},
    {"2d linear snorm8x2 random", Array2D, 7, 5, 1, S8, 2, Rnd, L, texels, real, {C, C, C}, Sample, 2},
    {"1d linear unorm16 random", Array1D, 8, 1, 1, U16, 1, Rnd, L, texels, real, {C, C, C}, Sample, 1},
    {"2d linear unorm16x2 random", Array2D, 7, 5, 1, U16, 2, Rnd, L, texels, real, {C, C, C}, Sample, 2},
    {"2d linear snorm16 random", Array2D, 7, 5, 1, S16, 1, Rnd, L, texels, real, {C, C, C}, Sample, 1},
    {"1d linear half random", Array1D, 8, 1, 1, F16, 1, Rnd, L, texels, element, {C, C, C}, Sample, 1},
    {"1d linear half wild", Array1D, 8, 1, 1, F16, 1, Wild, L, texels, element, {C, C, C}, Sample, 1},
    {"2d linear halfx4 random", Array2D, 7, 5, 1, F16, 4, Rnd, L, texels, element, {C, C, C}, Sample, 4},
    {"3d linear unorm8 random", Array3D, 4, 3, 5, U8, 1, Rnd, L, texels, real, {C, C, C}, Sample, 1},
    {"3d linear half random", Array3D, 4, 3, 5, F16, 1, Rnd, L, texels, element, {C, C, C}, Sample, 1},
    {"2d point s8x4 element", Array2D, 7, 5, 1, S8, 4, Rnd, P, texels, element, {B, B, C}, Sample, 4},
    {"2d point u8 element", Array2D, 7, 5, 1, U8, 1, Rnd, P, texels, element, {B, B, C}, Sample, 4},
    {"2d point u16x2 element", Array2D, 7, 5, 1, U16, 2, Rnd, P, texels, element, {B, B, C}, Sample, 4},
    {"2d point s16 element", Array2D, 7, 5, 1, S16, 1, Rnd, P, texels, element, {B, B, C}, Sample, 4},
    {"2d point s32 element", Array2D, 7, 5, 1, S32, 1, Rnd, P, texels, element, {B, B, C}, Sample, 4},
    {"2d point u32x4 element", Array2D, 7, 5, 1, U32, 4, Rnd, P, unit, element, {B, B, C}, Sample, 4},
    {"2d point unorm8x4 border", Array2D, 7, 5, 1, U8, 4, Rnd, P, texels, real, {B, B, C}, Sample, 4},
    {"2d point snorm16 border", Array2D, 7, 5, 1, S16, 2, Rnd, P, texels, real, {B, B, C}, Sample, 4},
    {"1d layered point", Layered1D, 8, 1, 3, F32, 1, Ramp, P, texels, element, {C, C, C}, Sample, 1},
    {"1d layered linear border", Layered1D, 8, 1, 3, F32, 1, Rnd, L, texels, element, {B, C, C}, Sample, 1},
    {"2d layered linear", Layered2D, 4, 3, 3, F32, 1, Rnd, L, texels, element, {C, C, C}, Sample, 1},
    {"2d layered point norm", Layered2D, 4, 3, 3, F32, 1, Ramp, P, unit, element, {W, M, C}, Sample, 1},
    {"cube point", Cube, 4, 4, 6, F32, 1, Ramp, P, unit, element, {C, C, C}, Sample, 1},
    {"cube point 64", Cube, 64, 64, 6, F32, 1, Ramp, P, unit, element, {C, C, C}, Sample, 1},
    {"cube linear delta", Cube, 4, 4, 6, F32, 1, Delta, L, unit, element, {C, C, C}, Sample, 1},
    {"cube linear", Cube, 4, 4, 6, F32, 1, Rnd, L, unit, element, {C, C, C}, Sample, 1},
    {"cube linear wrap", Cube, 4, 4, 6, F32, 1, Rnd, L, unit, element, {W, W, W}, Sample, 1},
    {"cube linear seamless", Cube, 4, 4, 6, F32, 1, Rnd, L, unit, element, {C, C, C}, Sample, 1, false, true},
    {"cube linear texels", Cube, 4, 4, 6, F32, 1, Rnd, L, texels, element, {C, C, C}, Sample, 1},
    {"cube layered linear", LayeredCube, 4, 4, 12, F32, 1, Rnd, L, unit, element, {C, C, C}, Sample, 1},
    {"cube layered point", LayeredCube, 4, 4, 12, F32, 1, Ramp, P, unit, element, {C, C, C}, Sample, 1},
    {"gather 0 texels", Array2D, 7, 5, 1, F32, 1, Ramp, P, texels, element, {C, C, C}, Gather0, 4},
    {"gather 0 linear", Array2D, 7, 5, 1, F32, 1, Ramp, L, texels, element, {C, C, C}, Gather0, 4},
    {"gather 1 border", Array2D, 7, 5, 1, F32, 4, Rnd, P, texels, element, {B, B, C}, Gather1, 4},
    {"gather 2 norm wrap mirror", Array2D, 7, 5, 1, F32, 4, Ramp, L, unit, element, {W, M, C}, Gather2, 4},
    {"gather 3 unorm8", Array2D, 7, 5, 1, U8, 4, Rnd, L, texels, real, {C, C, C}, Gather3, 4},
    {"gather 0 u8 element", Array2D, 7, 5, 1, U8, 4, Rnd, P, texels, element, {B, C, C}, Gather0, 4},
    {"gather 3 of one channel", Array2D, 7, 5, 1, F32, 1, Ramp, P, texels, element, {C, C, C}, Gather3, 4},
    {"lod 1d", Array1D, 8, 1, 1, F32, 1, Rnd, L, unit, element, {C, C, C}, Lod, 1},
    {"lod 2d", Array2D, 7, 5, 1, F32, 1, Rnd, L, unit, element, {C, C, C}, Lod, 1},
    {"lod 3d", Array3D, 4, 3, 5, F32, 1, Rnd, L, unit, element, {C, C, C}, Lod, 1},
    {"grad 1d", Array1D, 8, 1, 1, F32, 1, Rnd, L, unit, element, {C, C, C}, Grad, 1},
    {"grad 2d", Array2D, 7, 5, 1, F32, 1, Rnd, P, unit, element, {C, C, C}, Grad, 1},
    {"fetch f32", Linear, 37, 1, 1, F32, 1, Ramp, P, texels, element, {C, C, C}, Fetch, 4},
    {"fetch unorm8x4", Linear, 37, 1, 1, U8, 4, Rnd, P, texels, real, {C, C, C}, Fetch, 4},
    {"fetch s16x2", Linear, 37, 1, 1, S16, 2, Rnd, P, texels, element, {B, B, B}, Fetch, 4},
    {"fetch f32 linear wrap", Linear, 37, 1, 1, F32, 1, Ramp, L, unit, element, {W, W, W}, Fetch, 1},
    {"fetch half", Linear, 37, 1, 1, F16, 2, Rnd, P, texels, element, {C, C, C}, Fetch, 4},
    {"1d linear norm clamp ramp 8192", Array1D, 8192, 1, 1, F32, 1, Ramp, L, unit, element, {C, C, C}, Sample, 1},
    {"1d linear norm clamp ramp 8193", Array1D, 8193, 1, 1, F32, 1, Ramp, L, unit, element, {C, C, C}, Sample, 1},
    {"1d linear norm clamp ramp 65536", Array1D, 65536, 1, 1, F32, 1, Ramp, L, unit, element, {C, C, C}, Sample, 1},
    {"1d linear norm clamp ramp 100000", Array1D, 100000, 1, 1, F32, 1, Ramp, L, unit, element, {C, C, C}, Sample, 1},
    {"2d linear norm tall", Array2D, 3, 20000, 1, F32, 1, Ramp, L, unit, element, {C, C, C}, Sample, 1},
    {"2d linear norm wide", Array2D, 20000, 3, 1, F32, 1, Ramp, L, unit, element, {C, C, C}, Sample, 1},
    {"1d linear special", Array1D, 16, 1, 1, F32, 1, Special, L, texels, element, {C, C, C}, Sample, 1},
    {"1d linear special half", Array1D, 16, 1, 1, F16, 1, Special, L, texels, element, {C, C, C}, Sample, 1},
    {"1d point special", Array1D, 16, 1, 1, F32, 1, Special, P, texels, element, {C, C, C}, Sample, 1},
    {"1d linear snorm8 all", Array1D, 256, 1, 1, S8, 1, Ramp, L, texels, real, {C, C, C}, Sample, 1},
    {"1d linear srgb all", Array1D, 256, 1, 1, U8, 4, Ramp, L, texels, real, {C, C, C}, Sample, 4, true},
    {"cube linear ramp 16", Cube, 16, 16, 6, F32, 1, Ramp, L, unit, element, {C, C, C}, Sample, 1},
};
// clang-format on
