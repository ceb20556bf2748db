// Powers and roots other than the square root.
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

WS_LIBRARY double __nv_rsqrt(double x) {
    return div_of(1.0, sqrt_of(x));
}
/// Rounded twice, in double and to float: not the nearest number only where double is within 2^-53
/// of a tie.
WS_LIBRARY float __nv_frsqrt_rn(float x) {
    return (float)div_of(1.0, sqrt_of((double)x));
}

/// sqrt(a^2 + b^2 + c^2 + d^2), scaled by the largest so that no square leaves the range.
template<class T>
WS_HELPER T norm_of(T a, T b, T c, T d) {
    a = abs_of(a);
    b = abs_of(b);
    c = abs_of(c);
    d = abs_of(d);
    T largest = a > b ? a : b;
    largest = c > largest ? c : largest;
    largest = d > largest ? d : largest;
    const T infinity = Real<T>::infinity;
    if (a == infinity || b == infinity || c == infinity || d == infinity) return infinity;
    const T sum = add_of(add_of(a, b), add_of(c, d));
    if (sum != sum || largest == T(0)) return sum;
    constexpr int far = Real<T>::bias / 2 - Real<T>::mantissa_bits / 2;
    const int k = largest > power_of_two<T>(far) ? -far : largest < power_of_two<T>(-far) ? far : 0;
    const T f = power_of_two<T>(k);
    a = mul_of(a, f);
    b = mul_of(b, f);
    c = mul_of(c, f);
    d = mul_of(d, f);
    // The largest square is added last and exactly.
    const T squares = fma_of(a, a, fma_of(b, b, fma_of(c, c, mul_of(d, d))));
    const T root = sqrt_of(squares);
    return mul_of(root, power_of_two<T>(-k));
}

WS_LIBRARY float __nv_hypotf(float a, float b) {
    return norm_of(a, b, 0.0f, 0.0f);
}
WS_LIBRARY double __nv_hypot(double a, double b) {
    return norm_of(a, b, 0.0, 0.0);
}
WS_LIBRARY float __nv_rhypotf(float a, float b) {
    return div_of(1.0f, norm_of(a, b, 0.0f, 0.0f));
}
WS_LIBRARY double __nv_rhypot(double a, double b) {
    return div_of(1.0, norm_of(a, b, 0.0, 0.0));
}
WS_LIBRARY float __nv_norm3df(float a, float b, float c) {
    return norm_of(a, b, c, 0.0f);
}
WS_LIBRARY double __nv_norm3d(double a, double b, double c) {
    return norm_of(a, b, c, 0.0);
}
WS_LIBRARY float __nv_norm4df(float a, float b, float c, float d) {
    return norm_of(a, b, c, d);
}
WS_LIBRARY double __nv_norm4d(double a, double b, double c, double d) {
    return norm_of(a, b, c, d);
}
WS_LIBRARY float __nv_rnorm3df(float a, float b, float c) {
    return div_of(1.0f, norm_of(a, b, c, 0.0f));
}
WS_LIBRARY double __nv_rnorm3d(double a, double b, double c) {
    return div_of(1.0, norm_of(a, b, c, 0.0));
}
WS_LIBRARY float __nv_rnorm4df(float a, float b, float c, float d) {
    return div_of(1.0f, norm_of(a, b, c, d));
}
WS_LIBRARY double __nv_rnorm4d(double a, double b, double c, double d) {
    return div_of(1.0, norm_of(a, b, c, d));
}
