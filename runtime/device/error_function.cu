// The error function and its complement, and the normal distribution over them.
#include "exponential.h"

namespace {

/// Where the fit of erfc is centred; see its row in coefficients.h.
template<class T>
constexpr T erfc_centre = sizeof(T) == 4 ? T(2) : T(4);

/// e^(x^2) erfc(x) for x >= 1/2.
template<class T>
WS_HELPER T erfcx_of_large(T x) {
    const T sum = add_of(x, erfc_centre<T>);
    const T t = div_of(add_of(x, -erfc_centre<T>), sum);
    return div_of(polynomial(Coefficients<T>::erfc_scaled, t), fma_of(T(2), x, T(1)));
}

/// e^(-x^2) without the error that rounding the square would put into the exponent.
template<class T>
WS_HELPER T exp_of_minus_square(T x) {
    const Pair<T> square = exact_product(x, x);
    return exp_of(-square.high, -square.low);
}

template<class T>
WS_HELPER T erf_of_small(T x) {
    return fma_of(x, polynomial(Coefficients<T>::erf_small, mul_of(x, x)), x);
}

template<class T>
WS_HELPER T erf_of(T x) {
    const T magnitude = abs_of(x);
    if (magnitude <= T(1)) return erf_of_small(x);
    if (magnitude > T(6)) return copy_sign(T(1), x);
    const T rest = mul_of(exp_of_minus_square(magnitude), erfcx_of_large(magnitude));
    return copy_sign(add_of(T(1), -rest), x);
}

template<class T>
WS_HELPER T erfc_of(T x) {
    if (abs_of(x) <= T(0.5)) return add_of(T(1), -erf_of_small(x));
    const T magnitude = abs_of(x);
    const T end = sizeof(T) == 4 ? T(10.1) : T(27.3);
    const T rest =
        magnitude > end ? T(0) : mul_of(exp_of_minus_square(magnitude), erfcx_of_large(magnitude));
    return x != x ? x : x < T(0) ? add_of(T(2), -rest) : rest;
}

} // namespace

WS_LIBRARY float __nv_erff(float x) {
    return erf_of(x);
}
WS_LIBRARY double __nv_erf(double x) {
    return erf_of(x);
}
WS_LIBRARY float __nv_erfcf(float x) {
    return erfc_of(x);
}
WS_LIBRARY double __nv_erfc(double x) {
    return erfc_of(x);
}

// Phi(x) = erfc(-x / sqrt 2) / 2.
WS_LIBRARY float __nv_normcdff(float x) {
    return mul_of(0.5f, (float)erfc_of(mul_of((double)x, -0.70710678118654752440)));
}
WS_LIBRARY double __nv_normcdf(double x) {
    return mul_of(0.5, erfc_of(mul_of(x, -0.70710678118654752440)));
}
