// How the functions of the device library are written: plain CUDA C++ over compiler builtins.
//
// The library is the one place that defines __nv_*. It is compiled to bitcode and linked into user
// code, which keeps only what it calls. It is compiled with -ffp-contract=off, but the code it is
// linked into may allow contraction: where a product and a sum must round separately, the builtins
// with an explicit rounding mode say so.
#pragma once

/// A function of the library that is a few instructions: inlined even without optimisation, so that
/// it never shows as a call.
#define WS_SMALL extern "C" __attribute__((device, always_inline, const, nodebug))

/// A function of the library the compiler may leave out of line.
#define WS_LIBRARY extern "C" __attribute__((device, nodebug))

/// A helper of the library itself.
#define WS_HELPER static __attribute__((device, always_inline, nodebug)) inline

typedef unsigned int ws_u32;
typedef unsigned long long ws_u64;
typedef long long ws_i64;

WS_HELPER ws_u32 bits_of(float x) {
    return __builtin_bit_cast(ws_u32, x);
}
WS_HELPER ws_u64 bits_of(double x) {
    return __builtin_bit_cast(ws_u64, x);
}
WS_HELPER float float_of(ws_u32 bits) {
    return __builtin_bit_cast(float, bits);
}
WS_HELPER double double_of(ws_u64 bits) {
    return __builtin_bit_cast(double, bits);
}

WS_HELPER float fma_of(float a, float b, float c) {
    return __nvvm_fma_rn_f(a, b, c);
}
WS_HELPER double fma_of(double a, double b, double c) {
    return __nvvm_fma_rn_d(a, b, c);
}
