// Inverses of the error function, of its complement and of the normal distribution.
//
// erfinv(x) / x is a polynomial in the logarithm of 1 - x^2 (M. Giles, "Approximating the erfinv
// function", GPU Computing Gems, 2011) as long as that is not small. Beyond, the smaller of the two
// tails, q, decides: the result is close to s = sqrt(-ln q), and a polynomial in s on each of a few
// stretches.
#include "approximate.h"
#include "inverse_error_coefficients.h"
#include "logarithm.h"

namespace {

/// s + s_low is sqrt(-ln q).
WS_HELPER float tail_of_root(float s, float s_low) {
    using C = InverseErrorCoefficients<float>;
    if (s < 2.25f) return polynomial<C::erfcinv_tail_0>(add_of(add_of(s, -1.875f), s_low));
    if (s < 4.5f) return polynomial<C::erfcinv_tail_1>(add_of(add_of(s, -3.375f), s_low));
    return polynomial<C::erfcinv_tail_2>(add_of(add_of(s, -7.375f), s_low));
}

WS_HELPER double tail_of_root(double s, double s_low) {
    using C = InverseErrorCoefficients<double>;
    if (s < 3.0) return polynomial<C::erfcinv_tail_1>(add_of(add_of(s, -2.375), s_low));
    if (s < 6.0) return polynomial<C::erfcinv_tail_2>(add_of(add_of(s, -4.5), s_low));
    if (s < 12.0) return polynomial<C::erfcinv_tail_3>(add_of(add_of(s, -9.0), s_low));
    return polynomial<C::erfcinv_tail_4>(add_of(add_of(s, -19.75), s_low));
}

/// erfcinv(q) for q > 0 in the tail.
template<class T>
WS_HELPER T erfcinv_of_tail(T q) {
    const T w = -log_of(q);
    const T s = sqrt_of(w);
    return tail_of_root(s, div_of(fma_of(-s, s, w), add_of(s, s)));
}

/// Where the tails begin: the smallest 1 - x^2 of the central fit.
template<class T>
constexpr T smallest_central = sizeof(T) == 4 ? T(0x1p-6) : T(0.00673794699908546710);

/// erfinv(x) / x of t = 1 - x^2. What the approximate logarithm is off by grows with the logarithm,
/// which takes two units of the last place; of the significand alone it does not.
enum class Accuracy { instruction, significand };
template<Accuracy accuracy>
WS_HELPER float central_ratio(float t) {
    using C = InverseErrorCoefficients<float>;
    if constexpr (accuracy == Accuracy::instruction)
        return polynomial<C::erfinv_central>(approximate_log2(t));
    const Decomposed<float> parts = decompose_normal(t);
    const float log = approximate_log2(add_of(parts.fraction, 1.0f));
    return polynomial<C::erfinv_central>(add_of((float)parts.exponent, log));
}
template<Accuracy>
WS_HELPER double central_ratio(double t) {
    const Decomposed<double> parts = decompose_normal(t);
    const double log = log_of_parts((double)parts.exponent, log1p_of_fraction(parts.fraction));
    return polynomial<InverseErrorCoefficients<double>::erfinv_central>(log);
}

template<class T>
WS_HELPER T erfinv_of(T x) {
    const T t = fma_of(-x, x, T(1)), magnitude = abs_of(x);
    if (t >= smallest_central<T>) return mul_of(x, central_ratio<Accuracy::significand>(t));
    if (!(magnitude < T(1)))
        return magnitude == T(1) ? copy_sign(Real<T>::infinity, x) : Real<T>::not_a_number;
    return copy_sign(erfcinv_of_tail(add_of(T(1), -magnitude)), x);
}

template<class T>
WS_HELPER T erfcinv_of(T x) {
    const T other = add_of(T(2), -x), t = mul_of(x, other);
    if (t >= smallest_central<T>)
        return mul_of(add_of(T(1), -x), central_ratio<Accuracy::instruction>(t));
    if (!(x > T(0) && x < T(2)))
        return x == T(0)   ? Real<T>::infinity
               : x == T(2) ? -Real<T>::infinity
                           : Real<T>::not_a_number;
    return x < T(1) ? erfcinv_of_tail(x) : -erfcinv_of_tail(other);
}

/// Phi^-1(x) = -sqrt(2) erfcinv(2 x).
template<class T>
WS_HELPER T normcdfinv_of(T x) {
    return mul_of(T(-1.41421356237309504880), erfcinv_of(add_of(x, x)));
}

} // namespace

WS_LIBRARY float __nv_erfinvf(float x) {
    return erfinv_of(x);
}
WS_LIBRARY double __nv_erfinv(double x) {
    return erfinv_of(x);
}
WS_LIBRARY float __nv_erfcinvf(float x) {
    return erfcinv_of(x);
}
WS_LIBRARY double __nv_erfcinv(double x) {
    return erfcinv_of(x);
}
WS_LIBRARY float __nv_normcdfinvf(float x) {
    return normcdfinv_of(x);
}
WS_LIBRARY double __nv_normcdfinv(double x) {
    return normcdfinv_of(x);
}
