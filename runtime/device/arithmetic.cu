// Arithmetic of one PTX instruction each: exact, with the rounding mode the name says.
#include "bits.h"

// The four directions by CUDA's suffix and by the builtin's.
#define WS_BINARY(name, type, operation, letter)                                                   \
    WS_DIRECTED_BINARY(name##_rn, type, __nvvm_##operation##_rn_##letter)                          \
    WS_DIRECTED_BINARY(name##_rz, type, __nvvm_##operation##_rz_##letter)                          \
    WS_DIRECTED_BINARY(name##_rd, type, __nvvm_##operation##_rm_##letter)                          \
    WS_DIRECTED_BINARY(name##_ru, type, __nvvm_##operation##_rp_##letter)
#define WS_DIRECTED_BINARY(name, type, builtin)                                                    \
    WS_SMALL type __nv_##name(type a, type b) {                                                    \
        return builtin(a, b);                                                                      \
    }

WS_BINARY(fadd, float, add, f)
WS_BINARY(fmul, float, mul, f)
WS_BINARY(fdiv, float, div, f)
WS_BINARY(dadd, double, add, d)
WS_BINARY(dmul, double, mul, d)
WS_BINARY(ddiv, double, div, d)
#undef WS_DIRECTED_BINARY
#undef WS_BINARY

#define WS_SUBTRACT(name, type, direction, letter)                                                 \
    WS_SMALL type __nv_##name(type a, type b) {                                                    \
        return __nvvm_add_##direction##_##letter(a, -b);                                           \
    }
WS_SUBTRACT(fsub_rn, float, rn, f)
WS_SUBTRACT(fsub_rz, float, rz, f)
WS_SUBTRACT(fsub_rd, float, rm, f)
WS_SUBTRACT(fsub_ru, float, rp, f)
WS_SUBTRACT(dsub_rn, double, rn, d)
WS_SUBTRACT(dsub_rz, double, rz, d)
WS_SUBTRACT(dsub_rd, double, rm, d)
WS_SUBTRACT(dsub_ru, double, rp, d)
#undef WS_SUBTRACT

#define WS_UNARY(name, type, operation, letter)                                                    \
    WS_SMALL type __nv_##name##_rn(type a) {                                                       \
        return __nvvm_##operation##_rn_##letter(a);                                                \
    }                                                                                              \
    WS_SMALL type __nv_##name##_rz(type a) {                                                       \
        return __nvvm_##operation##_rz_##letter(a);                                                \
    }                                                                                              \
    WS_SMALL type __nv_##name##_rd(type a) {                                                       \
        return __nvvm_##operation##_rm_##letter(a);                                                \
    }                                                                                              \
    WS_SMALL type __nv_##name##_ru(type a) {                                                       \
        return __nvvm_##operation##_rp_##letter(a);                                                \
    }

WS_UNARY(frcp, float, rcp, f)
WS_UNARY(fsqrt, float, sqrt, f)
WS_UNARY(drcp, double, rcp, d)
WS_UNARY(dsqrt, double, sqrt, d)
#undef WS_UNARY

#define WS_FMA(name, type, letter)                                                                 \
    WS_DIRECTED_FMA(name##_rn, type, __nvvm_fma_rn_##letter)                                       \
    WS_DIRECTED_FMA(name##_rz, type, __nvvm_fma_rz_##letter)                                       \
    WS_DIRECTED_FMA(name##_rd, type, __nvvm_fma_rm_##letter)                                       \
    WS_DIRECTED_FMA(name##_ru, type, __nvvm_fma_rp_##letter)
#define WS_DIRECTED_FMA(name, type, builtin)                                                       \
    WS_SMALL type __nv_##name(type a, type b, type c) {                                            \
        return builtin(a, b, c);                                                                   \
    }

WS_FMA(fmaf, float, f)
WS_FMA(fmaf_ieee, float, f)
WS_FMA(fma, double, d)
#undef WS_DIRECTED_FMA
#undef WS_FMA

WS_SMALL float __nv_fmaf(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
}
WS_SMALL double __nv_fma(double a, double b, double c) {
    return __builtin_fma(a, b, c);
}

// Correctly rounded unless the program asks for approximate square roots.
WS_SMALL float __nv_sqrtf(float a) {
    return __builtin_sqrtf(a);
}
WS_SMALL double __nv_sqrt(double a) {
    return __nvvm_sqrt_rn_d(a);
}

WS_SMALL float __nv_fminf(float a, float b) {
    return __nvvm_fmin_f(a, b);
}
WS_SMALL float __nv_fmaxf(float a, float b) {
    return __nvvm_fmax_f(a, b);
}
WS_SMALL double __nv_fmin(double a, double b) {
    return __nvvm_fmin_d(a, b);
}
WS_SMALL double __nv_fmax(double a, double b) {
    return __nvvm_fmax_d(a, b);
}

WS_SMALL float __nv_fabsf(float a) {
    return __builtin_fabsf(a);
}
WS_SMALL double __nv_fabs(double a) {
    return __builtin_fabs(a);
}
WS_SMALL float __nv_copysignf(float a, float b) {
    return copy_sign(a, b);
}
WS_SMALL double __nv_copysign(double a, double b) {
    return copy_sign(a, b);
}
WS_SMALL float __nv_saturatef(float a) {
    return __nvvm_saturate_f(a);
}

WS_SMALL float __nv_fdimf(float a, float b) {
    return a <= b ? 0.0f : __nvvm_add_rn_f(a, -b);
}
WS_SMALL double __nv_fdim(double a, double b) {
    return a <= b ? 0.0 : __nvvm_add_rn_d(a, -b);
}

/// A first guess of 1 / a, from the high word of a alone.
WS_SMALL double __nv_rcp64h(double a) {
    return __nvvm_rcp_approx_ftz_d(a);
}
