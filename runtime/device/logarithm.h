// Logarithms in one text for float and double.
#pragma once

#include "real.h"

/// x = (1 + fraction) 2^exponent with 1 + fraction between sqrt(1/2) and sqrt(2); x > 0, finite.
template<class T>
struct Decomposed {
    T fraction;
    int exponent;
};

/// `normal` must be a normal number.
template<class T>
WS_HELPER Decomposed<T> decompose_normal(T normal) {
    using Bits = typename Real<T>::Bits;
    using Integer = typename Real<T>::Integer;
    const Bits root_half = bits_of(T(0.70710678118654752440));
    const Integer exponent = (Integer)(bits_of(normal) - root_half) >> Real<T>::mantissa_bits;
    const T m = real_of((Bits)(bits_of(normal) - ((Bits)exponent << Real<T>::mantissa_bits)));
    return {add_of(m, T(-1)), (int)exponent};
}

template<class T>
WS_HELPER Decomposed<T> decompose(T x) {
    const bool subnormal = x < Real<T>::smallest_normal;
    const T up = power_of_two<T>(Real<T>::mantissa_bits + 1);
    Decomposed<T> parts = decompose_normal(subnormal ? mul_of(x, up) : x);
    if (subnormal) parts.exponent -= Real<T>::mantissa_bits + 1;
    return parts;
}

/// ln(1 + f) as f and a smaller part, f as in Decomposed: f - (h - s (h + R)) with s = f / (2 + f),
/// h = f^2 / 2 and 2 artanh(s) = 2 s + s R.
template<class T>
WS_HELPER Pair<T> log1p_of_fraction(T f) {
    const T s = div_of(f, add_of(T(2), f));
    const T z = mul_of(s, s);
    const T r = mul_of(z, polynomial<Coefficients<T>::log_tail>(z));
    const T minus_h = mul_of(mul_of(T(-0.5), f), f);
    return {f, fma_of(s, add_of(r, -minus_h), minus_h)};
}

/// ln(2^e (1 + f)), given ln(1 + f) in two parts.
template<class T>
WS_HELPER T log_of_parts(T e, Pair<T> fraction) {
    const T low = fma_of(e, Real<T>::ln2_low, fraction.low);
    return fma_of(e, Real<T>::ln2, add_of(fraction.high, low));
}

/// What a logarithm is where x is not a positive finite number.
template<class T>
WS_HELPER T log_of_special(T x) {
    if (x == T(0)) return -Real<T>::infinity;
    return x > T(0) || x != x ? x : Real<T>::not_a_number;
}

template<class T>
WS_HELPER bool has_logarithm(T x) {
    return x > T(0) && x < Real<T>::infinity;
}

template<class T>
WS_HELPER T log_of(T x) {
    if (!has_logarithm(x)) return log_of_special(x);
    const Decomposed<T> parts = decompose(x);
    return log_of_parts(T(parts.exponent), log1p_of_fraction(parts.fraction));
}

template<class T>
WS_HELPER T log2_of(T x) {
    if (!has_logarithm(x)) return log_of_special(x);
    const Decomposed<T> parts = decompose(x);
    const Pair<T> near = log1p_of_fraction(parts.fraction);
    const Pair<T> scaled = exact_product(near.high, Real<T>::log2_e);
    const T low =
        fma_of(near.low, Real<T>::log2_e, fma_of(near.high, Real<T>::log2_e_low, scaled.low));
    return add_of(add_of(T(parts.exponent), scaled.high), low);
}

/// The products are exact in two parts each for double; float, which may be off by two units, needs
/// less.
template<class T>
WS_HELPER T log10_of(T x) {
    if (!has_logarithm(x)) return log_of_special(x);
    const Decomposed<T> parts = decompose(x);
    const T e = T(parts.exponent);
    const Pair<T> near = log1p_of_fraction(parts.fraction);
    if constexpr (sizeof(T) == 4) {
        const T low = fma_of(near.low, Real<T>::log10_e, mul_of(e, Real<T>::log10_2_low));
        return fma_of(e, Real<T>::log10_2, fma_of(near.high, Real<T>::log10_e, low));
    }
    const Pair<T> of_fraction = exact_product(near.high, Real<T>::log10_e);
    const Pair<T> of_power = exact_product(e, Real<T>::log10_2);
    // The first number is the larger, or zero.
    const Pair<T> sum = ordered_sum(of_power.high, of_fraction.high);
    const T low =
        fma_of(near.low, Real<T>::log10_e,
               fma_of(near.high, Real<T>::log10_e_low, fma_of(e, Real<T>::log10_2_low, sum.low)));
    return add_of(sum.high, add_of(low, add_of(of_fraction.low, of_power.low)));
}

/// The exponent comes from 1 + x, the fraction from x itself, so that nothing of a small x is lost.
template<class T>
WS_HELPER T log1p_of(T x) {
    if (!(x > T(-1))) return log_of_special(add_of(x, T(1)));
    // Here the one is below the last bit of x, and 2^-exponent may leave the range.
    if (x > power_of_two<T>(Real<T>::mantissa_bits + 2)) return log_of(x);
    const int exponent = decompose_normal(add_of(x, T(1))).exponent;
    const T down = power_of_two<T>(-exponent);
    const T fraction = fma_of(x, down, add_of(down, T(-1)));
    const Pair<T> near = log1p_of_fraction(exponent == 0 ? x : fraction);
    return x == T(0) ? x : log_of_parts(T(exponent), near);
}
