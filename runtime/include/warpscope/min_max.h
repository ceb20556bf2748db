// ::min and ::max on host and device for the arithmetic types and their mixtures, as CUDA has them.
#pragma once

#include "qualifiers.h"

// `int` exists on the device already, in the compiler's own headers.
WARPSCOPE_HOST int min(int a, int b) {
    return b < a ? b : a;
}
WARPSCOPE_HOST int max(int a, int b) {
    return a < b ? b : a;
}

#define WARPSCOPE_INTEGER_MIN_MAX(result, left, right)                                             \
    WARPSCOPE_HOST_DEVICE result min(left a, right b) {                                            \
        return static_cast<result>(b) < static_cast<result>(a) ? b : a;                            \
    }                                                                                              \
    WARPSCOPE_HOST_DEVICE result max(left a, right b) {                                            \
        return static_cast<result>(a) < static_cast<result>(b) ? b : a;                            \
    }

WARPSCOPE_INTEGER_MIN_MAX(unsigned int, unsigned int, unsigned int)
WARPSCOPE_INTEGER_MIN_MAX(unsigned int, int, unsigned int)
WARPSCOPE_INTEGER_MIN_MAX(unsigned int, unsigned int, int)
WARPSCOPE_INTEGER_MIN_MAX(long, long, long)
WARPSCOPE_INTEGER_MIN_MAX(unsigned long, unsigned long, unsigned long)
WARPSCOPE_INTEGER_MIN_MAX(unsigned long, long, unsigned long)
WARPSCOPE_INTEGER_MIN_MAX(unsigned long, unsigned long, long)
WARPSCOPE_INTEGER_MIN_MAX(long long, long long, long long)
WARPSCOPE_INTEGER_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
WARPSCOPE_INTEGER_MIN_MAX(unsigned long long, long long, unsigned long long)
WARPSCOPE_INTEGER_MIN_MAX(unsigned long long, unsigned long long, long long)

#undef WARPSCOPE_INTEGER_MIN_MAX

// A NaN loses against a number, as fmin and fmax have it.
WARPSCOPE_HOST_DEVICE float min(float a, float b) {
    return __builtin_fminf(a, b);
}
WARPSCOPE_HOST_DEVICE float max(float a, float b) {
    return __builtin_fmaxf(a, b);
}

#define WARPSCOPE_DOUBLE_MIN_MAX(left, right)                                                      \
    WARPSCOPE_HOST_DEVICE double min(left a, right b) {                                            \
        return __builtin_fmin(a, b);                                                               \
    }                                                                                              \
    WARPSCOPE_HOST_DEVICE double max(left a, right b) {                                            \
        return __builtin_fmax(a, b);                                                               \
    }

WARPSCOPE_DOUBLE_MIN_MAX(double, double)
WARPSCOPE_DOUBLE_MIN_MAX(float, double)
WARPSCOPE_DOUBLE_MIN_MAX(double, float)

#undef WARPSCOPE_DOUBLE_MIN_MAX
