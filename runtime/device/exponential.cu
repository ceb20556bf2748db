// Exponential functions, by polynomials in correctly rounded steps: the same bits on every device.
//
// Largest error seen against higher precision: tests/compile/device_math_test.cpp holds the bounds.
#include "exponential.h"

WS_LIBRARY float __nv_expf(float x) {
    return exp_of(x);
}
WS_LIBRARY double __nv_exp(double x) {
    return exp_of(x);
}
WS_LIBRARY float __nv_exp2f(float x) {
    return exp2_of(x);
}
WS_LIBRARY double __nv_exp2(double x) {
    return exp2_of(x);
}
WS_LIBRARY float __nv_exp10f(float x) {
    return exp10_of(x);
}
WS_LIBRARY double __nv_exp10(double x) {
    return exp10_of(x);
}
WS_LIBRARY float __nv_expm1f(float x) {
    return expm1_of(x);
}
WS_LIBRARY double __nv_expm1(double x) {
    return expm1_of(x);
}
