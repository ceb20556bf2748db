// How the functions of the device library are written: C++ over operations of one PTX instruction.
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
#define WS_HELPER_MEMBER __attribute__((device, always_inline, nodebug)) inline

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
WS_HELPER float reciprocal_of(float a) {
    return __nvvm_rcp_rn_f(a);
}
WS_HELPER float min_of(float a, float b) {
    return __nvvm_fmin_f(a, b);
}
WS_HELPER double min_of(double a, double b) {
    return __nvvm_fmin_d(a, b);
}
WS_HELPER float max_of(float a, float b) {
    return __nvvm_fmax_f(a, b);
}
WS_HELPER double max_of(double a, double b) {
    return __nvvm_fmax_d(a, b);
}
// One PTX instruction, its operands the other way round; the compiler would make seven of it.
WS_HELPER float copy_sign(float a, float b) {
    float result;
    asm("copysign.f32 %0, %1, %2;" : "=f"(result) : "f"(b), "f"(a));
    return result;
}
WS_HELPER double copy_sign(double a, double b) {
    double result;
    asm("copysign.f64 %0, %1, %2;" : "=d"(result) : "d"(b), "d"(a));
    return result;
}
WS_HELPER ws_u64 mul_high(ws_u64 a, ws_u64 b) {
    return __nvvm_mulhi_ull(a, b);
}

#else

#include <cmath>

#define WS_SMALL extern "C" inline
#define WS_LIBRARY extern "C" inline
#define WS_HELPER static inline
#define WS_HELPER_MEMBER inline

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
WS_HELPER float reciprocal_of(float a) {
    return 1.0f / a;
}
WS_HELPER float min_of(float a, float b) {
    return std::fmin(a, b);
}
WS_HELPER double min_of(double a, double b) {
    return std::fmin(a, b);
}
WS_HELPER float max_of(float a, float b) {
    return std::fmax(a, b);
}
WS_HELPER double max_of(double a, double b) {
    return std::fmax(a, b);
}
WS_HELPER float copy_sign(float a, float b) {
    return std::copysign(a, b);
}
WS_HELPER double copy_sign(double a, double b) {
    return std::copysign(a, b);
}
WS_HELPER ws_u64 mul_high(ws_u64 a, ws_u64 b) {
    return static_cast<ws_u64>(static_cast<unsigned __int128>(a) * b >> 64);
}

#endif
