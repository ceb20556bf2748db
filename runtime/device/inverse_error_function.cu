// Inverses of the error function, of its complement and of the normal distribution.
//
// Up to one half erfinv(x) / x is a polynomial in x^2. Beyond, the smaller of the two tails, q,
// decides: the result is close to s = sqrt(-ln q), and a polynomial in s on each of a few
// stretches.
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
    if (s < 1.7) return polynomial<C::erfcinv_tail_0>(add_of(add_of(s, -1.25), s_low));
    if (s < 3.0) return polynomial<C::erfcinv_tail_1>(add_of(add_of(s, -2.375), s_low));
    if (s < 6.0) return polynomial<C::erfcinv_tail_2>(add_of(add_of(s, -4.5), s_low));
    if (s < 12.0) return polynomial<C::erfcinv_tail_3>(add_of(add_of(s, -9.0), s_low));
    return polynomial<C::erfcinv_tail_4>(add_of(add_of(s, -19.75), s_low));
}

/// erfcinv(q) for 0 < q <= 1/2. While the result is below one, the error of s would count twice in
/// float: there q itself is the variable.
template<class T>
WS_HELPER T erfcinv_of_tail(T q) {
    if constexpr (sizeof(T) == 4) {
        using C = InverseErrorCoefficients<float>;
        if (q > 0.25f) return polynomial<C::erfcinv_near_0>(add_of(q, -0.375f));
        if (q > 0.125f) return polynomial<C::erfcinv_near_1>(add_of(q, -0.1875f));
    }
    const T w = -log_of(q);
    const T s = sqrt_of(w);
    return tail_of_root(s, div_of(fma_of(-s, s, w), add_of(s, s)));
}

/// erfinv(x) for |x| <= 1/2.
template<class T>
WS_HELPER T erfinv_of_central(T x) {
    return mul_of(x, polynomial<InverseErrorCoefficients<T>::erfinv_central>(mul_of(x, x)));
}

template<class T>
WS_HELPER T erfinv_of(T x) {
    const T magnitude = abs_of(x);
    if (magnitude <= T(0.5)) return erfinv_of_central(x);
    if (!(magnitude < T(1)))
        return magnitude == T(1) ? copy_sign(Real<T>::infinity, x) : Real<T>::not_a_number;
    return copy_sign(erfcinv_of_tail(add_of(T(1), -magnitude)), x);
}

template<class T>
WS_HELPER T erfcinv_of(T x) {
    if (x >= T(0.5) && x <= T(1.5)) return erfinv_of_central(add_of(T(1), -x));
    if (!(x > T(0) && x < T(2)))
        return x == T(0)   ? Real<T>::infinity
               : x == T(2) ? -Real<T>::infinity
                           : Real<T>::not_a_number;
    return x < T(1) ? erfcinv_of_tail(x) : -erfcinv_of_tail(add_of(T(2), -x));
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
