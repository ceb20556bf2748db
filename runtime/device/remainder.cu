// Remainders of division: exact.
//
// As long as the quotient has fewer digits than a number, one division and one fused step give the
// remainder: it is a multiple of the divisor's last digit and not larger than the divisor,
// therefore a number. Longer quotients are computed in integers.
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

/// Quotients below this are whole numbers to one unit, and so are their neighbours.
template<class T>
WS_HELPER T short_quotient() {
    return power_of_two<T>(Real<T>::mantissa_bits - 1);
}

/// x - q y for magnitudes, q the quotient cut; x itself where it is less than y, which may be
/// infinite.
template<class T>
WS_HELPER T short_fmod(T x, T y, T quotient) {
    // The rounded quotient may be the next whole number: the remainder is negative then.
    const T rest = fma_of(-trunc_of(quotient), y, x);
    return x < y ? x : rest < T(0) ? add_of(rest, y) : rest;
}

template<class T>
WS_HELPER T fmod_of(T x, T y) {
    const T a = abs_of(x), b = abs_of(y), quotient = div_of(a, b);
    if (quotient < short_quotient<T>()) return copy_sign(short_fmod(a, b, quotient), x);
    if (!has_remainder(x, y)) return x != x || y != y ? add_of(x, y) : Real<T>::not_a_number;
    ws_u32 unused;
    return copy_sign(remainder_of_magnitudes(a, b, &unused), x);
}

/// The remainder of x for magnitudes, with the quotient rounded to the nearest integer, ties to
/// even. A quotient in the middle between two integers is exact, so that a rounded one is wrong
/// only if it is not in the middle: then the remainder is more than half of y.
template<class T>
WS_HELPER T short_remainder(T x, T y, T& quotient) {
    const T whole = rint_of(quotient);
    const T rest = fma_of(-whole, y, x), magnitude = abs_of(rest);
    const bool is_more = add_of(magnitude, magnitude) > y;
    const T step = copy_sign(T(1), rest);
    quotient = is_more ? add_of(whole, step) : whole;
    const T nearer = is_more ? add_of(rest, -copy_sign(y, rest)) : rest;
    return whole == T(0) && !is_more ? x : nearer; // y may be infinite
}

/// IEEE 754's remainder.
template<class T>
WS_HELPER T remquo_of(T x, T y, int* low_quotient) {
    const T a = abs_of(x), b = abs_of(y), sign = copy_sign(T(1), x);
    T short_result = div_of(a, b);
    const bool opposite = sign != copy_sign(T(1), y);
    if (short_result < short_quotient<T>()) {
        const T rest = short_remainder(a, b, short_result);
        const int low = (int)((ws_i64)short_result & 7);
        *low_quotient = opposite ? -low : low;
        return mul_of(rest, sign);
    }
    *low_quotient = 0;
    if (!has_remainder(x, y)) return x != x || y != y ? add_of(x, y) : Real<T>::not_a_number;
    ws_u32 quotient;
    T rest = remainder_of_magnitudes(a, b, &quotient);
    // Compared without doubling, which could overflow; the difference of close numbers is exact.
    const T other = add_of(b, -rest);
    if (rest > other || (rest == other && (quotient & 1))) {
        rest = -other;
        ++quotient;
    }
    *low_quotient = opposite ? -(int)(quotient & 7) : (int)(quotient & 7);
    return mul_of(rest, sign);
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
