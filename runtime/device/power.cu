// Powers and roots other than the square root.
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

/// e^(ln|x| / 3), the logarithm and its third in two parts.
template<class T>
WS_HELPER T cbrt_of(T x) {
    const T magnitude = abs_of(x);
    if (!(magnitude > T(0) && magnitude < Real<T>::infinity)) return x;
    const Pair<T> log = log_pair(magnitude);
    const T third = T(1) / T(3);
    const T high = mul_of(log.high, third);
    const T y = exp_of(high, div_of(add_of(fma_of(T(-3), high, log.high), log.low), T(3)));
    return copy_sign(y, x);
}

WS_LIBRARY float __nv_cbrtf(float x) {
    return cbrt_of(x);
}
WS_LIBRARY double __nv_cbrt(double x) {
    return cbrt_of(x);
}
WS_LIBRARY float __nv_rcbrtf(float x) {
    return div_of(1.0f, cbrt_of(x));
}
WS_LIBRARY double __nv_rcbrt(double x) {
    return div_of(1.0, cbrt_of(x));
}

WS_LIBRARY float __nv_rsqrtf(float x) {
    return approximate_rsqrt(x);
}
WS_LIBRARY double __nv_rsqrt(double x) {
    return approximate_rsqrt(x);
}
/// Rounded twice, in double and to float: not the nearest number only where double is within 2^-53
/// of a tie.
WS_LIBRARY float __nv_frsqrt_rn(float x) {
    return (float)div_of(1.0, sqrt_of((double)x));
}
