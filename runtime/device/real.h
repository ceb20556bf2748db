// What float and double differ in, so that one text of an algorithm serves both.
#pragma once

#include "bits.h"
#include "coefficients.h"

template<class T>
struct Real;

// Constants in two parts: `name` is the nearest number, `name_low` what is missing.
template<>
struct Real<float> {
    using Bits = ws_u32;
    using Integer = int;
    static constexpr int mantissa_bits = 23;
    static constexpr int bias = 127;
    static constexpr float infinity = __builtin_inff();
    static constexpr float not_a_number = __builtin_nanf("");
    static constexpr float smallest_normal = 0x1p-126f;
    // Added and taken away again, it rounds to an integer n; the low bits then hold n + 2 bias.
    static constexpr float round_shift = 0x1.8p23f + 254.0f;

    static constexpr float ln2 = 0x1.62e43p-1f, ln2_low = -0x1.05c61p-29f;
    static constexpr float log2_e = 0x1.715476p0f, log2_e_low = 0x1.4ae0cp-26f;
    static constexpr float log2_10 = 0x1.a934fp1f;
    static constexpr float log10_2 = 0x1.344136p-2f, log10_2_low = -0x1.ec10cp-27f;
    static constexpr float log10_e = 0x1.bcb7b2p-2f, log10_e_low = -0x1.5b235ep-27f;
    static constexpr float ln10 = 0x1.26bb1cp1f, ln10_low = -0x1.12aabap-25f;
    static constexpr float pi = 0x1.921fb6p1f, pi_low = -0x1.777a5cp-24f;
    static constexpr float half_pi = 0x1.921fb6p0f, half_pi_middle = -0x1.777a5cp-25f,
                           half_pi_low = -0x1.ee59dap-50f;
    static constexpr float two_over_pi = 0x1.45f306p-1f;
    static constexpr float two_thirds = 0x1.555556p-1f, two_thirds_low = -0x1.555556p-26f;

    // Beyond these e^x is infinite, or zero.
    static constexpr float exp_overflow = 0x1.62e42ep6f, exp_underflow = -104.0f;
    static constexpr float expm1_floor = -17.4f;
    // Up to here three parts of pi / 2 are enough to reduce an angle.
    static constexpr float near_angle = 48000.0f;
};

template<>
struct Real<double> {
    using Bits = ws_u64;
    using Integer = ws_i64;
    static constexpr int mantissa_bits = 52;
    static constexpr int bias = 1023;
    static constexpr double infinity = __builtin_inf();
    static constexpr double not_a_number = __builtin_nan("");
    static constexpr double smallest_normal = 0x1p-1022;
    static constexpr double round_shift = 0x1.8p52 + 2046.0;

    static constexpr double ln2 = 0x1.62e42fefa39efp-1, ln2_low = 0x1.abc9e3b39803fp-56;
    static constexpr double log2_e = 0x1.71547652b82fep0, log2_e_low = 0x1.777d0ffda0d24p-56;
    static constexpr double log2_10 = 0x1.a934f0979a371p1;
    static constexpr double log10_2 = 0x1.34413509f79ffp-2, log10_2_low = -0x1.9dc1da994fd21p-59;
    static constexpr double log10_e = 0x1.bcb7b1526e50ep-2, log10_e_low = 0x1.95355baaafad3p-57;
    static constexpr double ln10 = 0x1.26bb1bbb55516p1, ln10_low = -0x1.f48ad494ea3e9p-53;
    static constexpr double pi = 0x1.921fb54442d18p1, pi_low = 0x1.1a62633145c07p-53;
    static constexpr double half_pi = 0x1.921fb54442d18p0, half_pi_middle = 0x1.1a62633145c07p-54,
                            half_pi_low = -0x1.f1976b7ed8fbcp-110;
    static constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
    static constexpr double two_thirds = 0x1.5555555555555p-1,
                            two_thirds_low = 0x1.5555555555555p-55;

    static constexpr double exp_overflow = 0x1.62e42fefa39efp9, exp_underflow = -746.0;
    static constexpr double expm1_floor = -38.0;
    static constexpr double near_angle = 1.0e5;
};

/// c[0] + c[1] x + c[2] x^2 …, by fused steps from the highest power down. The coefficients are a
/// template argument so that they become operands of the instructions, not loads.
template<const auto& c, int first = 0, class T>
WS_HELPER T polynomial(T x) {
    constexpr T lowest = c[first];
    if constexpr (first + 1 == sizeof(c) / sizeof(c[0]))
        return lowest;
    else
        return fma_of(polynomial<c, first + 1>(x), x, lowest);
}

/// 2^k for k in the range of normal exponents.
template<class T>
WS_HELPER T power_of_two(int k) {
    using Bits = typename Real<T>::Bits;
    return real_of((Bits)(Bits)(k + Real<T>::bias) << Real<T>::mantissa_bits);
}

/// x 2^k, rounded once: two steps, so that neither factor leaves the range of normal numbers.
template<class T>
WS_HELPER T scale(T x, int k) {
    const int half = k >> 1;
    return mul_of(mul_of(x, power_of_two<T>(half)), power_of_two<T>(k - half));
}

/// The integer nearest to a small x, as a number and in the low bits of x + round_shift.
template<class T>
struct Nearest {
    T number;
    typename Real<T>::Bits shifted;

    WS_HELPER_MEMBER int integer() const {
        return (int)shifted - (int)bits_of(Real<T>::round_shift);
    }
};

/// The integer nearest to the product of x and factor, for products far below 2^mantissa_bits.
template<class T>
WS_HELPER Nearest<T> nearest_of_product(T x, T factor) {
    const T shifted = fma_of(x, factor, Real<T>::round_shift);
    return {add_of(shifted, -Real<T>::round_shift), bits_of(shifted)};
}

/// The same, but never so far up that scale_by_nearest fails; for a NaN as well.
template<class T>
WS_HELPER Nearest<T> limited_nearest_of_product(T x, T factor) {
    const T limit = Real<T>::round_shift + T(2 * Real<T>::bias - 4);
    const T shifted = min_of(fma_of(x, factor, Real<T>::round_shift), limit);
    return {add_of(shifted, -Real<T>::round_shift), bits_of(shifted)};
}

/// x 2^n, rounded once, for |n| < 2 bias - 3. The low bits are two exponents' sum, bias included;
/// all higher ones are shifted out.
template<class T>
WS_HELPER T scale_by_nearest(T x, Nearest<T> n) {
    constexpr int m = Real<T>::mantissa_bits;
    const auto half = n.shifted >> 1;
    return mul_of(mul_of(x, real_of(half << m)), real_of((n.shifted - half) << m));
}

/// A sum of two numbers, the second too small to change the first.
template<class T>
struct Pair {
    T high, low;
};

/// a + b exactly, for |a| >= |b|.
template<class T>
WS_HELPER Pair<T> ordered_sum(T a, T b) {
    const T sum = add_of(a, b);
    return {sum, add_of(b, -add_of(sum, -a))};
}

/// a b exactly.
template<class T>
WS_HELPER Pair<T> exact_product(T a, T b) {
    const T product = mul_of(a, b);
    return {product, fma_of(a, b, -product)};
}
