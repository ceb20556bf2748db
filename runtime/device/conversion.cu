// Conversions and bit casts: exact, with the rounding mode the name says.
#include "bits.h"

// The mode towards zero is written as the instruction: the compiler takes the builtin of an integer for
// the cast, which rounds to nearest, and that of a float for one that need not saturate.
#define WS_CONVERT(name, to, from, builtin, instruction, out, in)                                  \
    WS_SMALL to __nv_##name##_rn(from a) {                                                         \
        return __nvvm_##builtin##_rn(a);                                                           \
    }                                                                                              \
    WS_SMALL to __nv_##name##_rz(from a) {                                                         \
        to result;                                                                                 \
        asm("cvt." instruction " %0, %1;" : out(result) : in(a));                                  \
        return result;                                                                             \
    }                                                                                              \
    WS_SMALL to __nv_##name##_rd(from a) {                                                         \
        return __nvvm_##builtin##_rm(a);                                                           \
    }                                                                                              \
    WS_SMALL to __nv_##name##_ru(from a) {                                                         \
        return __nvvm_##builtin##_rp(a);                                                           \
    }

WS_CONVERT(float2int, int, float, f2i, "rzi.s32.f32", "=r", "f")
WS_CONVERT(float2uint, ws_u32, float, f2ui, "rzi.u32.f32", "=r", "f")
WS_CONVERT(float2ll, ws_i64, float, f2ll, "rzi.s64.f32", "=l", "f")
WS_CONVERT(float2ull, ws_u64, float, f2ull, "rzi.u64.f32", "=l", "f")
WS_CONVERT(double2int, int, double, d2i, "rzi.s32.f64", "=r", "d")
WS_CONVERT(double2uint, ws_u32, double, d2ui, "rzi.u32.f64", "=r", "d")
WS_CONVERT(double2ll, ws_i64, double, d2ll, "rzi.s64.f64", "=l", "d")
WS_CONVERT(double2ull, ws_u64, double, d2ull, "rzi.u64.f64", "=l", "d")
WS_CONVERT(double2float, float, double, d2f, "rz.f32.f64", "=f", "d")
WS_CONVERT(int2float, float, int, i2f, "rz.f32.s32", "=f", "r")
WS_CONVERT(uint2float, float, ws_u32, ui2f, "rz.f32.u32", "=f", "r")
WS_CONVERT(ll2float, float, ws_i64, ll2f, "rz.f32.s64", "=f", "l")
WS_CONVERT(ull2float, float, ws_u64, ull2f, "rz.f32.u64", "=f", "l")
WS_CONVERT(ll2double, double, ws_i64, ll2d, "rz.f64.s64", "=d", "l")
WS_CONVERT(ull2double, double, ws_u64, ull2d, "rz.f64.u64", "=d", "l")
#undef WS_CONVERT

// Every 32-bit integer is a double: there is nothing to round.
WS_SMALL double __nv_int2double_rn(int a) {
    return a;
}
WS_SMALL double __nv_uint2double_rn(ws_u32 a) {
    return a;
}

WS_SMALL int __nv_float_as_int(float a) {
    return (int)bits_of(a);
}
WS_SMALL ws_u32 __nv_float_as_uint(float a) {
    return bits_of(a);
}
WS_SMALL float __nv_int_as_float(int a) {
    return real_of((ws_u32)a);
}
WS_SMALL float __nv_uint_as_float(ws_u32 a) {
    return real_of(a);
}
WS_SMALL ws_i64 __nv_double_as_longlong(double a) {
    return (ws_i64)bits_of(a);
}
WS_SMALL double __nv_longlong_as_double(ws_i64 a) {
    return real_of((ws_u64)a);
}
WS_SMALL int __nv_double2hiint(double a) {
    return (int)(bits_of(a) >> 32);
}
WS_SMALL int __nv_double2loint(double a) {
    return (int)bits_of(a);
}
WS_SMALL double __nv_hiloint2double(int high, int low) {
    return real_of((ws_u64)(ws_u32)high << 32 | (ws_u32)low);
}

WS_SMALL unsigned short __nv_float2half_rn(float a) {
    unsigned short half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(a));
    return half;
}
WS_SMALL float __nv_half2float(unsigned short half) {
    float a;
    asm("cvt.f32.f16 %0, %1;" : "=f"(a) : "h"(half));
    return a;
}
