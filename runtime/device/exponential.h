// e^x and its relatives in one text for float and double.
#pragma once

#include "approximate.h"
#include "real.h"

/// e^r for |r| <= ln 2 / 2. The shorter chain costs a fifth of a unit of the last place.
template<class T>
WS_HELPER T exp_of_small(T r) {
    const T tail = polynomial<Coefficients<T>::exp_tail>(r);
    if constexpr (sizeof(T) == 4) return fma_of(fma_of(tail, r, T(1)), r, T(1));
    return add_of(fma_of(mul_of(r, r), tail, r), T(1));
}

/// e^(r + low), low below the last bit of r.
template<class T>
WS_HELPER T exp_of_small(T r, T low) {
    const T tail = polynomial<Coefficients<T>::exp_tail>(r);
    return add_of(add_of(fma_of(mul_of(r, r), tail, low), r), T(1));
}

/// The last steps of e^x: r = x - n ln 2.
template<class T>
WS_HELPER T exp_of_reduced(T x, T r, Nearest<T> n) {
    const T power = scale_by_nearest(exp_of_small(r), n);
    return x < Real<T>::exp_underflow ? T(0) : power;
}

/// e^(high + low) for any high and a low that is small beside it. Above the range n stays below
/// its limit and r grows instead: the result is infinite all the same.
template<class T>
WS_HELPER T exp_of(T high, T low) {
    const Nearest<T> n = limited_nearest_of_product(high, Real<T>::log2_e);
    const T r = fma_of(n.number, -Real<T>::ln2, high);
    return exp_of_reduced(high, add_of(fma_of(n.number, -Real<T>::ln2_low, r), low), n);
}

template<class T>
WS_HELPER T exp_of(T x) {
    const Nearest<T> n = limited_nearest_of_product(x, Real<T>::log2_e);
    const T r = fma_of(n.number, -Real<T>::ln2, x);
    return exp_of_reduced(x, fma_of(n.number, -Real<T>::ln2_low, r), n);
}

template<class T>
WS_HELPER T exp2_of(T x) {
    if constexpr (sizeof(T) == 4) return approximate_exp2_of_all(x);
    const Nearest<T> n = limited_nearest_of_product(x, T(1));
    const T r = add_of(x, -n.number);
    const T near = fma_of(polynomial<Coefficients<T>::exp2_tail>(r), r, T(1));
    return x < T(-Real<T>::bias - Real<T>::mantissa_bits - 1) ? T(0) : scale_by_nearest(near, n);
}

/// Float may be off by two units, which a polynomial for the power of ten itself keeps.
WS_HELPER float exp10_of(float x) {
    using R = Real<float>;
    const Nearest<float> n = limited_nearest_of_product(x, R::log2_10);
    const float r = fma_of(n.number, -R::log10_2_low, fma_of(n.number, -R::log10_2, x));
    const float near = fma_of(polynomial<Coefficients<float>::exp10_tail>(r), r, 1.0f);
    const float power = scale_by_nearest(near, n);
    return x < -46.0f ? 0.0f : power;
}

WS_HELPER double exp10_of(double x) {
    using R = Real<double>;
    const Nearest<double> n = limited_nearest_of_product(x, R::log2_10);
    double r = fma_of(n.number, -R::log10_2, x);
    r = fma_of(n.number, -R::log10_2_low, r);
    const Pair<double> scaled = exact_product(r, R::ln10);
    const double low = fma_of(r, R::ln10_low, scaled.low);
    const double power = scale_by_nearest(exp_of_small(scaled.high, low), n);
    const double limit = (R::bias + 2 + R::mantissa_bits) * R::log10_2;
    // Far above the range the low parts are infinite or differences of infinities.
    if (x > limit) return R::infinity;
    return x < -limit ? 0.0 : power;
}

/// What e^x - 1 is made of: x = n ln 2 + r + r_low.
template<class T>
struct Expm1Parts {
    Nearest<T> n;
    T r, r_low;
};

template<class T>
WS_HELPER Expm1Parts<T> reduce_for_expm1(T x) {
    const Nearest<T> n = nearest_of_product(x, Real<T>::log2_e);
    const T first = fma_of(n.number, -Real<T>::ln2, x);
    const T r = fma_of(n.number, -Real<T>::ln2_low, first);
    return {n, r, fma_of(n.number, -Real<T>::ln2_low, add_of(first, -r))};
}

/// (e^x - 1) / 2 in two parts: 2^n r + (2^n - 1), halved, is summed exactly, the rest of e^r - 1
/// goes into the low part. Halves, so that the largest results do not overflow on the way.
template<class T>
WS_HELPER Pair<T> half_expm1_of(Expm1Parts<T> parts) {
    const T half_power = power_of_two<T>(parts.n.integer() - 1);
    const T rest = fma_of(mul_of(parts.r, parts.r), polynomial<Coefficients<T>::exp_tail>(parts.r),
                          parts.r_low);
    // The first number is the larger, or zero.
    const Pair<T> sum = ordered_sum(add_of(half_power, T(-0.5)), mul_of(half_power, parts.r));
    return {sum.high, fma_of(half_power, rest, sum.low)};
}

template<class T>
WS_HELPER T expm1_of(T x) {
    const Expm1Parts<T> parts = reduce_for_expm1(x);
    const Pair<T> pair = half_expm1_of(parts);
    const T half = add_of(pair.high, pair.low);
    if (x > Real<T>::exp_overflow) return Real<T>::infinity;
    if (x < Real<T>::expm1_floor) return T(-1);
    // Half of a subnormal number may not be one.
    return abs_of(x) < Real<T>::smallest_normal ? x : add_of(half, half);
}
