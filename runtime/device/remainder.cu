// Remainders of division: exact.
#include "real.h"

namespace {

/// A positive number as an integer significand times a power of two.
template<class T>
struct Scaled {
    ws_u64 significand;
    int exponent;
};

template<class T>
WS_HELPER Scaled<T> split(T x) {
    const auto bits = bits_of(x);
    const int biased = (int)(bits >> Real<T>::mantissa_bits);
    const ws_u64 one = 1ull << Real<T>::mantissa_bits;
    const ws_u64 fraction = (ws_u64)bits & (one - 1);
    return biased == 0 ? Scaled<T>{fraction, 1} : Scaled<T>{fraction | one, biased};
}

/// significand 2^exponent in the scale of split(), with significand below 2^(mantissa_bits + 1).
template<class T>
WS_HELPER T join(ws_u64 significand, int exponent) {
    if (significand == 0) return T(0);
    const int up = __builtin_clzll(significand) - (63 - Real<T>::mantissa_bits);
    const int lifted = up < exponent - 1 ? up : exponent - 1;
    significand <<= lifted;
    exponent -= lifted;
    const ws_u64 one = 1ull << Real<T>::mantissa_bits;
    if (significand < one) return real_of((typename Real<T>::Bits)significand);
    return real_of(
        (typename Real<T>::Bits)((significand - one) | (ws_u64)exponent << Real<T>::mantissa_bits));
}

/// The remainder of |x| / |y| in [0, |y|) and the last bits of the quotient; both finite, y not 0.
template<class T>
WS_HELPER T remainder_of_magnitudes(T x, T y, ws_u32* quotient) {
    *quotient = 0;
    if (x < y) return x;
    const Scaled<T> a = split(x), b = split(y);
    // Several bits of quotient a step: as many as fit above the significand.
    constexpr int step = 63 - Real<T>::mantissa_bits - 1;
    ws_u64 rest = a.significand;
    int left = a.exponent - b.exponent;
    *quotient = (ws_u32)(rest / b.significand);
    rest %= b.significand;
    while (left > 0) {
        const int now = left < step ? left : step;
        const ws_u64 shifted = rest << now;
        *quotient = (now < 32 ? *quotient << now : 0) + (ws_u32)(shifted / b.significand);
        rest = shifted % b.significand;
        left -= now;
    }
    return join<T>(rest, b.exponent);
}

template<class T>
WS_HELPER bool has_remainder(T x, T y) {
    return abs_of(x) < Real<T>::infinity && y == y && y != T(0);
}

template<class T>
WS_HELPER T fmod_of(T x, T y) {
    if (!has_remainder(x, y)) return x != x || y != y ? add_of(x, y) : Real<T>::not_a_number;
    if (abs_of(y) == Real<T>::infinity) return x;
    ws_u32 quotient;
    return copy_sign(remainder_of_magnitudes(abs_of(x), abs_of(y), &quotient), x);
}

/// IEEE 754's remainder: the quotient is rounded to the nearest integer, ties to even.
template<class T>
WS_HELPER T remquo_of(T x, T y, int* low_quotient) {
    *low_quotient = 0;
    if (!has_remainder(x, y)) return x != x || y != y ? add_of(x, y) : Real<T>::not_a_number;
    if (abs_of(y) == Real<T>::infinity) return x;
    const T b = abs_of(y);
    ws_u32 quotient;
    T rest = remainder_of_magnitudes(abs_of(x), b, &quotient);
    // Compared without doubling, which could overflow; the difference of close numbers is exact.
    const T other = add_of(b, -rest);
    if (rest > other || (rest == other && (quotient & 1))) {
        rest = -other;
        ++quotient;
    }
    const bool negative = copy_sign(T(1), x) < T(0);
    const bool opposite = negative != (copy_sign(T(1), y) < T(0));
    *low_quotient = opposite ? -(int)(quotient & 7) : (int)(quotient & 7);
    return negative ? -rest : rest;
}

} // namespace

WS_LIBRARY float __nv_fmodf(float x, float y) {
    return fmod_of(x, y);
}
WS_LIBRARY double __nv_fmod(double x, double y) {
    return fmod_of(x, y);
}
WS_LIBRARY float __nv_remquof(float x, float y, int* quotient) {
    return remquo_of(x, y, quotient);
}
WS_LIBRARY double __nv_remquo(double x, double y, int* quotient) {
    return remquo_of(x, y, quotient);
}
WS_LIBRARY float __nv_remainderf(float x, float y) {
    int quotient;
    return remquo_of(x, y, &quotient);
}
WS_LIBRARY double __nv_remainder(double x, double y) {
    int quotient;
    return remquo_of(x, y, &quotient);
}
