// How the functions of the device library are written: C++ over a few operations that are one PTX
// instruction each.
//
// The library is the one place that defines __nv_*. It is compiled to bitcode and linked into user
// code, which keeps only what it calls. The code it is linked into may allow contraction, so where
// a product and a sum must round separately the operations below say so. Compiled as plain C++ the
// same operations are the host's, which is how the library is tested without a GPU.
#pragma once

typedef unsigned int ws_u32;
typedef unsigned long long ws_u64;
typedef long long ws_i64;

#if defined(__CUDA__)

/// A function of the library that is a few instructions: inlined even without optimisation, so that
/// it never shows as a call.
#define WS_SMALL extern "C" __attribute__((device, always_inline, const, nodebug))

/// A function of the library the compiler may leave out of line.
#define WS_LIBRARY extern "C" __attribute__((device, nodebug))

/// A helper of the library itself.
#define WS_HELPER static __attribute__((device, always_inline, nodebug)) inline

WS_HELPER float fma_of(float a, float b, float c) {
    return __nvvm_fma_rn_f(a, b, c);
}
WS_HELPER double fma_of(double a, double b, double c) {
    return __nvvm_fma_rn_d(a, b, c);
}
WS_HELPER float mul_of(float a, float b) {
    return __nvvm_mul_rn_f(a, b);
}
WS_HELPER double mul_of(double a, double b) {
    return __nvvm_mul_rn_d(a, b);
}
WS_HELPER float add_of(float a, float b) {
    return __nvvm_add_rn_f(a, b);
}
WS_HELPER double add_of(double a, double b) {
    return __nvvm_add_rn_d(a, b);
}
WS_HELPER float div_of(float a, float b) {
    return __nvvm_div_rn_f(a, b);
}
WS_HELPER double div_of(double a, double b) {
    return __nvvm_div_rn_d(a, b);
}
WS_HELPER float sqrt_of(float a) {
    return __nvvm_sqrt_rn_f(a);
}
WS_HELPER double sqrt_of(double a) {
    return __nvvm_sqrt_rn_d(a);
}
WS_HELPER ws_u64 mul_high(ws_u64 a, ws_u64 b) {
    return __nvvm_mulhi_ull(a, b);
}

#else

#include <cmath>

#define WS_SMALL extern "C" inline
#define WS_LIBRARY extern "C" inline
#define WS_HELPER static inline

WS_HELPER float fma_of(float a, float b, float c) {
    return std::fma(a, b, c);
}
WS_HELPER double fma_of(double a, double b, double c) {
    return std::fma(a, b, c);
}
WS_HELPER float mul_of(float a, float b) {
    return a * b;
}
WS_HELPER double mul_of(double a, double b) {
    return a * b;
}
WS_HELPER float add_of(float a, float b) {
    return a + b;
}
WS_HELPER double add_of(double a, double b) {
    return a + b;
}
WS_HELPER float div_of(float a, float b) {
    return a / b;
}
WS_HELPER double div_of(double a, double b) {
    return a / b;
}
WS_HELPER float sqrt_of(float a) {
    return std::sqrt(a);
}
WS_HELPER double sqrt_of(double a) {
    return std::sqrt(a);
}
WS_HELPER ws_u64 mul_high(ws_u64 a, ws_u64 b) {
    return static_cast<ws_u64>(static_cast<unsigned __int128>(a) * b >> 64);
}

#endif

WS_HELPER ws_u32 bits_of(float x) {
    return __builtin_bit_cast(ws_u32, x);
}
WS_HELPER ws_u64 bits_of(double x) {
    return __builtin_bit_cast(ws_u64, x);
}
WS_HELPER float real_of(ws_u32 bits) {
    return __builtin_bit_cast(float, bits);
}
WS_HELPER double real_of(ws_u64 bits) {
    return __builtin_bit_cast(double, bits);
}
WS_HELPER float abs_of(float a) {
    return __builtin_fabsf(a);
}
WS_HELPER double abs_of(double a) {
    return __builtin_fabs(a);
}
WS_HELPER float copy_sign(float a, float b) {
    return __builtin_copysignf(a, b);
}
WS_HELPER double copy_sign(double a, double b) {
    return __builtin_copysign(a, b);
}
WS_HELPER float rint_of(float a) {
    return __builtin_rintf(a);
}
WS_HELPER double rint_of(double a) {
    return __builtin_rint(a);
}
WS_HELPER float trunc_of(float a) {
    return __builtin_truncf(a);
}
WS_HELPER double trunc_of(double a) {
    return __builtin_trunc(a);
}
