// Math functions CUDA has beyond the C++ library: overloads for float, and their host versions.
#pragma once

#include <math.h>

#include "qualifiers.h"

#if defined(__CUDA__) && defined(__clang__)

extern "C" __device__ float __nv_fast_tanhf(float x);
WARPSCOPE_DEVICE float __tanhf(float x) {
    return __nv_fast_tanhf(x);
}

WARPSCOPE_DEVICE float rsqrt(float x) {
    return rsqrtf(x);
}
WARPSCOPE_DEVICE float rcbrt(float x) {
    return rcbrtf(x);
}
WARPSCOPE_DEVICE float sinpi(float x) {
    return sinpif(x);
}
WARPSCOPE_DEVICE float cospi(float x) {
    return cospif(x);
}
WARPSCOPE_DEVICE void sincospi(float x, float* sine, float* cosine) {
    sincospif(x, sine, cosine);
}
WARPSCOPE_DEVICE void sincos(float x, float* sine, float* cosine) {
    sincosf(x, sine, cosine);
}
WARPSCOPE_DEVICE float exp10(float x) {
    return exp10f(x);
}
WARPSCOPE_DEVICE float erfinv(float x) {
    return erfinvf(x);
}
WARPSCOPE_DEVICE float erfcinv(float x) {
    return erfcinvf(x);
}
WARPSCOPE_DEVICE float erfcx(float x) {
    return erfcxf(x);
}
WARPSCOPE_DEVICE float normcdf(float x) {
    return normcdff(x);
}
WARPSCOPE_DEVICE float normcdfinv(float x) {
    return normcdfinvf(x);
}
WARPSCOPE_DEVICE float fdivide(float x, float y) {
    return fdividef(x, y);
}
WARPSCOPE_DEVICE float norm3d(float x, float y, float z) {
    return norm3df(x, y, z);
}
WARPSCOPE_DEVICE float norm4d(float x, float y, float z, float w) {
    return norm4df(x, y, z, w);
}
WARPSCOPE_DEVICE float rhypot(float x, float y) {
    return rhypotf(x, y);
}

#endif

WARPSCOPE_HOST float rsqrtf(float x) {
    return 1.0f / __builtin_sqrtf(x);
}
WARPSCOPE_HOST double rsqrt(double x) {
    return 1.0 / __builtin_sqrt(x);
}
WARPSCOPE_HOST float rsqrt(float x) {
    return rsqrtf(x);
}
WARPSCOPE_HOST float rcbrtf(float x) {
    return 1.0f / __builtin_cbrtf(x);
}
WARPSCOPE_HOST double rcbrt(double x) {
    return 1.0 / __builtin_cbrt(x);
}
WARPSCOPE_HOST float fdividef(float x, float y) {
    return x / y;
}
WARPSCOPE_HOST double fdivide(double x, double y) {
    return x / y;
}

// The argument is reduced before it meets pi, so that whole and half turns are exact.
WARPSCOPE_HOST double sinpi(double x) {
    const double turns = __builtin_remainder(x, 2.0);
    const double half = turns > 0.5 ? 1.0 - turns : turns < -0.5 ? -1.0 - turns : turns;
    return __builtin_sin(half * 3.14159265358979323846);
}
WARPSCOPE_HOST double cospi(double x) {
    const double turns = __builtin_fabs(__builtin_remainder(x, 2.0));
    return sinpi(0.5 - turns);
}
WARPSCOPE_HOST float sinpif(float x) {
    return static_cast<float>(sinpi(static_cast<double>(x)));
}
WARPSCOPE_HOST float cospif(float x) {
    return static_cast<float>(cospi(static_cast<double>(x)));
}
WARPSCOPE_HOST void sincospi(double x, double* sine, double* cosine) {
    *sine = sinpi(x);
    *cosine = cospi(x);
}
WARPSCOPE_HOST void sincospif(float x, float* sine, float* cosine) {
    *sine = sinpif(x);
    *cosine = cospif(x);
}
