// The float overloads of the C++ library's functions that the compiler's own headers only declare.
#pragma once

#include "qualifiers.h"

#define WARPSCOPE_FLOAT_OVERLOAD(name)                                                             \
    WARPSCOPE_DEVICE float name(float x) {                                                         \
        return name##f(x);                                                                         \
    }
#define WARPSCOPE_FLOAT_OVERLOAD_2(name)                                                           \
    WARPSCOPE_DEVICE float name(float x, float y) {                                                \
        return name##f(x, y);                                                                      \
    }
#define WARPSCOPE_INTEGER_OVERLOAD(result, name)                                                   \
    WARPSCOPE_DEVICE result name(float x) {                                                        \
        return name##f(x);                                                                         \
    }

WARPSCOPE_FLOAT_OVERLOAD(acosh)
WARPSCOPE_FLOAT_OVERLOAD(asinh)
WARPSCOPE_FLOAT_OVERLOAD(atanh)
WARPSCOPE_FLOAT_OVERLOAD(cbrt)
WARPSCOPE_FLOAT_OVERLOAD(erf)
WARPSCOPE_FLOAT_OVERLOAD(erfc)
WARPSCOPE_FLOAT_OVERLOAD(exp2)
WARPSCOPE_FLOAT_OVERLOAD(expm1)
WARPSCOPE_FLOAT_OVERLOAD(lgamma)
WARPSCOPE_FLOAT_OVERLOAD(log1p)
WARPSCOPE_FLOAT_OVERLOAD(log2)
WARPSCOPE_FLOAT_OVERLOAD(logb)
WARPSCOPE_FLOAT_OVERLOAD(nearbyint)
WARPSCOPE_FLOAT_OVERLOAD(rint)
WARPSCOPE_FLOAT_OVERLOAD(round)
WARPSCOPE_FLOAT_OVERLOAD(tgamma)
WARPSCOPE_FLOAT_OVERLOAD(trunc)

WARPSCOPE_FLOAT_OVERLOAD_2(copysign)
WARPSCOPE_FLOAT_OVERLOAD_2(fdim)
WARPSCOPE_FLOAT_OVERLOAD_2(fmax)
WARPSCOPE_FLOAT_OVERLOAD_2(fmin)
WARPSCOPE_FLOAT_OVERLOAD_2(hypot)
WARPSCOPE_FLOAT_OVERLOAD_2(nextafter)
WARPSCOPE_FLOAT_OVERLOAD_2(remainder)

WARPSCOPE_INTEGER_OVERLOAD(int, ilogb)
WARPSCOPE_INTEGER_OVERLOAD(long, lrint)
WARPSCOPE_INTEGER_OVERLOAD(long, lround)
WARPSCOPE_INTEGER_OVERLOAD(long long, llrint)
WARPSCOPE_INTEGER_OVERLOAD(long long, llround)

#undef WARPSCOPE_FLOAT_OVERLOAD
#undef WARPSCOPE_FLOAT_OVERLOAD_2
#undef WARPSCOPE_INTEGER_OVERLOAD

WARPSCOPE_DEVICE float fma(float x, float y, float z) {
    return fmaf(x, y, z);
}
WARPSCOPE_DEVICE float remquo(float x, float y, int* quotient) {
    return remquof(x, y, quotient);
}
WARPSCOPE_DEVICE float scalbn(float x, int n) {
    return scalbnf(x, n);
}
WARPSCOPE_DEVICE float scalbln(float x, long n) {
    return scalblnf(x, n);
}
WARPSCOPE_DEVICE float nanf(const char* tag) {
    return __nv_nanf(reinterpret_cast<const signed char*>(tag));
}
WARPSCOPE_DEVICE double nan(const char* tag) {
    return __nv_nan(reinterpret_cast<const signed char*>(tag));
}
