// The parts of a number: exponents, neighbours, scaling. All exact.
#include "real.h"

namespace {

/// x = m 2^exponent with 1 <= |m| < 2; x finite and not zero.
template<class T>
WS_HELPER int exponent_of(T x) {
    const bool subnormal = abs_of(x) < Real<T>::smallest_normal;
    const int up = Real<T>::mantissa_bits + 1;
    const auto bits = bits_of(subnormal ? mul_of(abs_of(x), power_of_two<T>(up)) : abs_of(x));
    return (int)(bits >> Real<T>::mantissa_bits) - Real<T>::bias - (subnormal ? up : 0);
}

template<class T>
WS_HELPER bool has_exponent(T x) {
    return x != T(0) && abs_of(x) < Real<T>::infinity;
}

/// Any k: the factors of three steps cover the whole range; a result below the normal numbers is
/// rounded by the last step only.
template<class T>
WS_HELPER T ldexp_of(T x, int k) {
    constexpr int limit = 3 * Real<T>::bias;
    k = k > limit ? limit : k < -limit ? -limit : k;
    if (!has_exponent(x)) return add_of(x, x);
    const int exponent = exponent_of(x);
    // First to an exponent near zero, exactly; then the rest by two factors.
    const int toward = -exponent;
    const T near =
        mul_of(mul_of(x, power_of_two<T>(toward / 2)), power_of_two<T>(toward - toward / 2));
    const int rest = exponent + k;
    if (rest > Real<T>::bias) return copy_sign(Real<T>::infinity, x);
    if (rest < -Real<T>::bias - Real<T>::mantissa_bits - 1) return copy_sign(T(0), x);
    return scale(near, rest);
}

template<class T>
WS_HELPER T frexp_of(T x, int* exponent) {
    *exponent = 0;
    if (!has_exponent(x)) return add_of(x, x);
    const int e = exponent_of(x) + 1;
    *exponent = e;
    return mul_of(mul_of(x, power_of_two<T>(-e / 2)), power_of_two<T>(-e - -e / 2));
}

template<class T>
WS_HELPER int ilogb_of(T x) {
    if (x == T(0)) return (int)0x80000000u;
    if (x != x) return (int)0x80000000u;
    return abs_of(x) == Real<T>::infinity ? 0x7fffffff : exponent_of(x);
}

template<class T>
WS_HELPER T logb_of(T x) {
    constexpr int up = Real<T>::mantissa_bits + 1;
    const T magnitude = abs_of(x);
    const bool subnormal = magnitude < Real<T>::smallest_normal;
    const auto bits = bits_of(mul_of(magnitude, subnormal ? power_of_two<T>(up) : T(1)));
    const int exponent = (int)(bits >> Real<T>::mantissa_bits) -
                         (subnormal ? Real<T>::bias + up : Real<T>::bias);
    const T finite = x == T(0) ? -Real<T>::infinity : T(exponent);
    return magnitude < Real<T>::infinity ? finite : magnitude;
}

template<class T>
WS_HELPER T nextafter_of(T from, T to) {
    using Bits = typename Real<T>::Bits;
    if (from != from || to != to) return add_of(from, to);
    if (from == to) return to;
    if (from == T(0)) return copy_sign(real_of((Bits)1), to);
    const bool outward = (from < to) == (from > T(0));
    return real_of((Bits)(bits_of(from) + (outward ? (Bits)1 : (Bits)-1)));
}

} // namespace

WS_LIBRARY float __nv_ldexpf(float x, int k) {
    return ldexp_of(x, k);
}
WS_LIBRARY double __nv_ldexp(double x, int k) {
    return ldexp_of(x, k);
}
WS_LIBRARY float __nv_scalbnf(float x, int k) {
    return ldexp_of(x, k);
}
WS_LIBRARY double __nv_scalbn(double x, int k) {
    return ldexp_of(x, k);
}
WS_LIBRARY float __nv_frexpf(float x, int* exponent) {
    return frexp_of(x, exponent);
}
WS_LIBRARY double __nv_frexp(double x, int* exponent) {
    return frexp_of(x, exponent);
}
WS_LIBRARY int __nv_ilogbf(float x) {
    return ilogb_of(x);
}
WS_LIBRARY int __nv_ilogb(double x) {
    return ilogb_of(x);
}
WS_LIBRARY float __nv_logbf(float x) {
    return logb_of(x);
}
WS_LIBRARY double __nv_logb(double x) {
    return logb_of(x);
}
WS_LIBRARY float __nv_nextafterf(float from, float to) {
    return nextafter_of(from, to);
}
WS_LIBRARY double __nv_nextafter(double from, double to) {
    return nextafter_of(from, to);
}
WS_LIBRARY float __nv_nanf(const signed char*) {
    return Real<float>::not_a_number;
}
WS_LIBRARY double __nv_nan(const signed char*) {
    return Real<double>::not_a_number;
}
