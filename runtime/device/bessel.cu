// Bessel functions. The float functions compute in double: near the zeros it takes that anyway.
#include "bessel.h"
#include "bessel_i_coefficients.h"
#include "exponential.h"

namespace {

/// (x / 2)^n / n!, which J is where x is tiny.
WS_HELPER double first_term(int n, double x) {
    double term = 1.0;
    for (int k = 1; k <= n && term != 0.0; ++k)
        term = mul_of(term, div_of(mul_of(0.5, x), (double)k));
    return term;
}

/// The recurrence from far above n downwards (Miller's algorithm), for 0 < x <= n: its values are
/// J times a constant, which 1 = J0 + 2 (J2 + J4 + …) tells.
WS_HELPER double bessel_j_downwards(int n, double x) {
    const double twice_inverse = div_of(2.0, x);
    // Above, |J| falls by more than 2 / 3 a step at first and ever faster: past the last bit.
    const int start = 2 * ((n + (int)sqrt_of(mul_of(160.0, (double)n))) / 2) + 2;
    double above = 0.0, here = 1.0, sum = 0.0, result = 0.0;
    for (int k = start; k > 0; --k) {
        const double below = fma_of(mul_of((double)k, twice_inverse), here, -above);
        above = here;
        here = below;
        if (abs_of(here) > 0x1p500) {
            here = mul_of(here, 0x1p-500);
            above = mul_of(above, 0x1p-500);
            result = mul_of(result, 0x1p-500);
            sum = mul_of(sum, 0x1p-500);
        }
        if (k & 1) sum = add_of(sum, here);
        if (k == n) result = above;
    }
    return div_of(result, fma_of(2.0, sum, -here));
}

WS_HELPER double bessel_j(int n, double argument) {
    if (n == 0) return bessel_j0(argument);
    if (n == 1) return bessel_j1(argument);
    if (n < 0) return Real<double>::not_a_number;
    const double x = abs_of(argument);
    double value;
    if (!(x < Real<double>::infinity))
        return x == x ? 0.0 : x;
    else if (x < 0x1p-30)
        value = first_term(n, x);
    else if (x > (double)n) {
        const double twice_inverse = div_of(2.0, x);
        double below = bessel_j0(x);
        value = bessel_j1(x);
        for (int k = 1; k < n; ++k) {
            const double above = fma_of(mul_of((double)k, twice_inverse), value, -below);
            below = value;
            value = above;
        }
    } else
        value = bessel_j_downwards(n, x);
    return argument < 0.0 && (n & 1) ? -value : value;
}

WS_HELPER double bessel_y(int n, double x) {
    if (n == 0) return bessel_y0(x);
    if (n == 1) return bessel_y1(x);
    if (n < 0) return Real<double>::not_a_number;
    if (!has_logarithm(x)) return bessel_y_of_special(x);
    const double twice_inverse = div_of(2.0, x);
    double below = bessel_y0(x), here = bessel_y1(x);
    for (int k = 1; k < n && here > -Real<double>::infinity; ++k) {
        const double above = fma_of(mul_of((double)k, twice_inverse), here, -below);
        below = here;
        here = above;
    }
    return here;
}

/// e^x / sqrt(x) times a series in 1 / x; in two halves, because e^x overflows first.
template<const auto& c>
WS_HELPER double modified_far(double x) {
    const double root = exp_of(mul_of(0.5, x));
    const double series = polynomial<c>(div_of(1.0, x));
    return mul_of(mul_of(div_of(series, sqrt_of(x)), root), root);
}

/// A polynomial in x^2, whose rounding would be amplified x times: what is missing of the square
/// is put in by the logarithm's slope, 1 / (2 x + offset) to a tenth where it matters.
template<const auto& c>
WS_HELPER double modified_near(double x, double offset) {
    const Pair<double> square = exact_product(x, x);
    const double value = polynomial<c>(square.high);
    return fma_of(value, div_of(square.low, fma_of(2.0, x, offset)), value);
}

WS_HELPER double bessel_i0(double x) {
    x = abs_of(x);
    if (x <= 16.0) return modified_near<BesselICoefficients::i0_near>(x, 1.0);
    return x < 720.0 ? modified_far<BesselICoefficients::i0_far>(x)
                     : mul_of(x, Real<double>::infinity);
}

WS_HELPER double bessel_i1(double argument) {
    const double x = abs_of(argument);
    if (x <= 16.0) return mul_of(argument, modified_near<BesselICoefficients::i1_near>(x, 3.5));
    const double value = x < 720.0 ? modified_far<BesselICoefficients::i1_far>(x)
                                   : mul_of(x, Real<double>::infinity);
    return copy_sign(value, argument);
}

} // namespace

#define WS_BESSEL(name, function, short_function)                                                  \
    WS_LIBRARY float __nv_##name##f(float x) {                                                     \
        return (float)short_function((double)x);                                                   \
    }                                                                                              \
    WS_LIBRARY double __nv_##name(double x) {                                                      \
        return function(x);                                                                        \
    }
WS_BESSEL(j0, bessel_j0, bessel_j0<ShortBesselJCoefficients>)
WS_BESSEL(j1, bessel_j1, bessel_j1<ShortBesselJCoefficients>)
WS_BESSEL(y0, bessel_y0, bessel_y0<ShortBesselJCoefficients>)
WS_BESSEL(y1, bessel_y1, bessel_y1<ShortBesselJCoefficients>)
WS_BESSEL(cyl_bessel_i0, bessel_i0, bessel_i0)
WS_BESSEL(cyl_bessel_i1, bessel_i1, bessel_i1)
#undef WS_BESSEL

WS_LIBRARY float __nv_jnf(int n, float x) {
    return (float)bessel_j(n, (double)x);
}
WS_LIBRARY double __nv_jn(int n, double x) {
    return bessel_j(n, x);
}
WS_LIBRARY float __nv_ynf(int n, float x) {
    return (float)bessel_y(n, (double)x);
}
WS_LIBRARY double __nv_yn(int n, double x) {
    return bessel_y(n, x);
}
