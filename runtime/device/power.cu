// Powers and reciprocal square roots.
#include "approximate.h"
#include "power.h"

WS_LIBRARY float __nv_powf(float x, float y) {
    return pow_of(x, y);
}
WS_LIBRARY double __nv_pow(double x, double y) {
    return pow_of(x, y);
}
WS_LIBRARY float __nv_powif(float x, int n) {
    return powi_of(x, n);
}
WS_LIBRARY double __nv_powi(double x, int n) {
    return powi_of(x, n);
}

WS_LIBRARY float __nv_rsqrtf(float x) {
    return approximate_rsqrt(x);
}
WS_LIBRARY double __nv_rsqrt(double x) {
    return approximate_rsqrt(x);
}
/// Rounded twice, in double and to float, and correctly all the same: the results of all
/// significands keep 2^-51.8 of their size from the middle of two floats, which is beyond the error
/// in double.
WS_LIBRARY float __nv_frsqrt_rn(float x) {
    return (float)div_of(1.0, sqrt_of((double)x));
}
