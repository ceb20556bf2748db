// x^y = e^(y ln x), with ln x to more bits than the result has.
#pragma once

#include "exponential.h"
#include "logarithm.h"

/// ln(x) as a pair, from the parts of x.
template<class T>
WS_HELPER Pair<T> log_pair(Decomposed<T> parts) {
    const T f = parts.fraction;
    // s = f / (2 + f), whose own rounding and that of 2 + f go into s_low.
    const Pair<T> divisor = ordered_sum(T(2), f);
    const T s = div_of(f, divisor.high);
    const T s_low = div_of(fma_of(-s, divisor.low, fma_of(-s, divisor.high, f)), divisor.high);
    // 2 artanh(s) = 2 s + 2/3 s^3 + s^5 q(s^2): the first two terms are kept in two parts.
    const Pair<T> z = exact_product(s, s);
    const Pair<T> cube = exact_product(z.high, s);
    const T cube_low = fma_of(z.low, s, cube.low);
    const Pair<T> third = exact_product(cube.high, Real<T>::two_thirds);
    const T third_low = fma_of(cube.high, Real<T>::two_thirds_low,
                               fma_of(cube_low, Real<T>::two_thirds, third.low));
    const T rest =
        mul_of(mul_of(cube.high, z.high), polynomial<Coefficients<T>::log_tail_after_cube>(z.high));
    // The derivative of 2 artanh carries s_low to the result.
    const T low = fma_of(T(2), fma_of(s_low, z.high, s_low), add_of(third_low, rest));
    const Pair<T> near = ordered_sum(add_of(s, s), third.high);

    const T e = T(parts.exponent);
    const Pair<T> power = exact_product(e, Real<T>::ln2);
    const T power_low = fma_of(e, Real<T>::ln2_low, power.low);
    const Pair<T> sum = parts.exponent == 0 ? near : ordered_sum(power.high, near.high);
    const T small = parts.exponent == 0 ? low : add_of(near.low, add_of(low, power_low));
    return ordered_sum(sum.high, add_of(sum.low, small));
}

/// ln(x) as a pair, for x > 0 and finite.
template<class T>
WS_HELPER Pair<T> log_pair(T x) {
    return log_pair(decompose(x));
}

template<class T>
WS_HELPER bool is_odd_integer(T y) {
    if (trunc_of(y) != y || abs_of(y) == Real<T>::infinity) return false;
    const T half = mul_of(y, T(0.5));
    return trunc_of(half) != half;
}

/// |x|^y for x not zero, infinite or a NaN, given ln|x|.
template<class T>
WS_HELPER T exp_of_product(Pair<T> log, T y) {
    // A product beyond the range of exp needs no low part, and would give infinity minus infinity.
    const T high = mul_of(y, log.high);
    const T low = fma_of(y, log.low, fma_of(y, log.high, -high));
    const bool far = !(abs_of(high) < T(2 * Real<T>::bias));
    return exp_of(high, far ? T(0) : low);
}

/// The cases of C's pow, Annex F.
template<class T>
WS_HELPER T pow_of_any(T x, T y) {
    if (x == T(1) || y == T(0)) return T(1);
    if (x != x || y != y) return add_of(x, y);
    const T magnitude = abs_of(x);
    const bool negative = copy_sign(T(1), x) < T(0);
    const bool odd = is_odd_integer(y);
    T result;
    if (magnitude == T(0) || magnitude == Real<T>::infinity)
        result = (magnitude == T(0)) == (y > T(0)) ? T(0) : Real<T>::infinity;
    else if (abs_of(y) == Real<T>::infinity)
        return magnitude == T(1)                  ? T(1)
               : (magnitude > T(1)) == (y > T(0)) ? Real<T>::infinity
                                                  : T(0);
    else if (negative && trunc_of(y) != y)
        return Real<T>::not_a_number;
    else
        result = exp_of_product(log_pair(magnitude), y);
    return negative && odd ? -result : result;
}

template<class T>
WS_HELPER T pow_of(T x, T y) {
    // Almost always x is a positive normal number, and any finite y will do.
    const bool common = x >= Real<T>::smallest_normal && x < Real<T>::infinity;
    if (common && abs_of(y) < Real<T>::infinity)
        return exp_of_product(log_pair(decompose_normal(x)), y);
    return pow_of_any(x, y);
}

/// x^n by squaring: exact for small exact powers, such as x * x.
template<class T>
WS_HELPER T powi_of(T x, int n) {
    unsigned int left = n < 0 ? 0u - (unsigned int)n : (unsigned int)n;
    T power = T(1), square = x;
    while (left) {
        if (left & 1u) power = mul_of(power, square);
        left >>= 1;
        if (left) square = mul_of(square, square);
    }
    return n < 0 ? div_of(T(1), power) : power;
}
