// Rounding to integers, and the parts of a number: all exact.
#include "bits.h"

WS_SMALL float __nv_floorf(float a) {
    return __nvvm_floor_f(a);
}
WS_SMALL double __nv_floor(double a) {
    return __nvvm_floor_d(a);
}
WS_SMALL float __nv_ceilf(float a) {
    return __nvvm_ceil_f(a);
}
WS_SMALL double __nv_ceil(double a) {
    return __nvvm_ceil_d(a);
}
WS_SMALL float __nv_truncf(float a) {
    return __nvvm_trunc_f(a);
}
WS_SMALL double __nv_trunc(double a) {
    return __nvvm_trunc_d(a);
}
WS_SMALL float __nv_rintf(float a) {
    return __builtin_rintf(a);
}
WS_SMALL double __nv_rint(double a) {
    return __builtin_rint(a);
}
WS_SMALL float __nv_nearbyintf(float a) {
    return __builtin_rintf(a);
}
WS_SMALL double __nv_nearbyint(double a) {
    return __builtin_rint(a);
}

// Halves away from zero. The sum with one half is rounded towards zero, so that nothing below a
// half reaches the next integer by rounding; where there is no room for a fraction nothing is
// added. The sum keeps the sign of a, and so does trunc.
WS_SMALL float __nv_roundf(float a) {
    return __nvvm_trunc_f(__nvvm_add_rz_f(a, copy_sign(0.5f, a)));
}
WS_SMALL double __nv_round(double a) {
    return __nvvm_trunc_d(__nvvm_add_rz_d(a, copy_sign(0.5, a)));
}

WS_SMALL ws_i64 __nv_llrintf(float a) {
    return __nvvm_f2ll_rn(a);
}
WS_SMALL ws_i64 __nv_llrint(double a) {
    return __nvvm_d2ll_rn(a);
}
WS_SMALL ws_i64 __nv_llroundf(float a) {
    return __nvvm_f2ll_rz(__nv_roundf(a));
}
WS_SMALL ws_i64 __nv_llround(double a) {
    return __nvvm_d2ll_rz(__nv_round(a));
}

WS_SMALL int __nv_signbitf(float a) {
    return (int)bits_of(a) < 0;
}
WS_SMALL int __nv_signbitd(double a) {
    return (ws_i64)bits_of(a) < 0;
}
WS_SMALL int __nv_isnanf(float a) {
    return a != a;
}
WS_SMALL int __nv_isnand(double a) {
    return a != a;
}
WS_SMALL int __nv_isinff(float a) {
    return __builtin_fabsf(a) == __builtin_inff();
}
WS_SMALL int __nv_isinfd(double a) {
    return __builtin_fabs(a) == __builtin_inf();
}
WS_SMALL int __nv_finitef(float a) {
    return __builtin_fabsf(a) < __builtin_inff();
}
WS_SMALL int __nv_isfinited(double a) {
    return __builtin_fabs(a) < __builtin_inf();
}

WS_LIBRARY float __nv_modff(float a, float* whole) {
    float integer = __nvvm_trunc_f(a);
    *whole = integer;
    float fraction = __builtin_fabsf(a) == __builtin_inff() ? 0.0f : a - integer;
    return copy_sign(fraction, a);
}
WS_LIBRARY double __nv_modf(double a, double* whole) {
    double integer = __nvvm_trunc_d(a);
    *whole = integer;
    double fraction = __builtin_fabs(a) == __builtin_inf() ? 0.0 : a - integer;
    return copy_sign(fraction, a);
}
