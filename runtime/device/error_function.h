// The error function, its complement and the scaled complement in one text for float and double.
#pragma once

#include "exponential.h"

/// Where the fit of erfc is centred; see its row in coefficients.h.
template<class T>
constexpr T erfc_centre = sizeof(T) == 4 ? T(2) : T(4);

/// e^(x^2) erfc(x) for x >= 1/2.
template<class T>
WS_HELPER T erfcx_of_large(T x) {
    const T sum = add_of(x, erfc_centre<T>);
    const T t = div_of(add_of(x, -erfc_centre<T>), sum);
    return div_of(polynomial<Coefficients<T>::erfc_scaled>(t), fma_of(T(2), x, T(1)));
}

/// e^(-(x + low)^2) without the error that rounding the square would put into the exponent.
template<class T>
WS_HELPER T exp_of_minus_square(T x, T low = T(0)) {
    const Pair<T> square = exact_product(x, x);
    return exp_of(-square.high, -fma_of(add_of(x, x), low, square.low));
}

template<class T>
WS_HELPER T erf_of_small(T x) {
    return fma_of(x, polynomial<Coefficients<T>::erf_small>(mul_of(x, x)), x);
}

/// Beyond one, 1 - 2^q with a polynomial q. The power is at most 0.16: two units of its last place
/// are little beside the result.
WS_HELPER float erf_of(float x) {
    const float magnitude = abs_of(x);
    if (!(magnitude > 1.0f)) return erf_of_small(x);
    const float rest =
        approximate_exp2(polynomial<Coefficients<float>::erf_far>(min_of(magnitude, 4.0f)));
    return copy_sign(add_of(1.0f, -rest), x);
}

WS_HELPER double erf_of(double x) {
    const double magnitude = abs_of(x);
    if (magnitude <= 1.0) return erf_of_small(x);
    if (magnitude > 6.0) return copy_sign(1.0, x);
    const double rest = mul_of(exp_of_minus_square(magnitude), erfcx_of_large(magnitude));
    return copy_sign(add_of(1.0, -rest), x);
}

/// erfc(x + low).
template<class T>
WS_HELPER T erfc_of(T x, T low = T(0)) {
    if (abs_of(x) <= T(0.5)) return add_of(T(1), -erf_of_small(x));
    const T magnitude = abs_of(x);
    const T end = sizeof(T) == 4 ? T(10.1) : T(27.3);
    const T rest = magnitude > end ? T(0)
                                   : mul_of(exp_of_minus_square(magnitude, x < T(0) ? -low : low),
                                            erfcx_of_large(magnitude));
    return x != x ? x : x < T(0) ? add_of(T(2), -rest) : rest;
}

template<class T>
struct FarErfcx {
    static constexpr T series[] = {T(1),   T(-1),   T(3),     T(-15),
                                   T(105), T(-945), T(10395), T(-135135)};
};

/// e^(x^2) erfc(x) for x beyond the fit, by the asymptotic series in u = 1 / (2 x^2).
template<class T>
WS_HELPER T erfcx_of_far(T x) {
    const T inverse = div_of(T(1), x);
    const T u = mul_of(mul_of(inverse, T(0.5)), inverse);
    return mul_of(mul_of(inverse, T(0.56418958354775628695)), polynomial<FarErfcx<T>::series>(u));
}

template<class T>
WS_HELPER T erfcx_of(T x) {
    constexpr T end = sizeof(T) == 4 ? T(10) : T(27);
    if (x > end) return erfcx_of_far(x);
    if (x >= T(0.5)) return erfcx_of_large(x);
    if (x < -end) return Real<T>::infinity;
    // Two factors, because e^(x^2) leaves the range before its square root does.
    const Pair<T> square = exact_product(x, x);
    const T power = exp_of(square.high, square.low);
    if (x >= T(-0.5)) return fma_of(power, -erf_of_small(x), power);
    return fma_of(T(2), power, -erfcx_of_large(-x));
}
