// The gamma function and the logarithm of its magnitude.
//
// Both step from the argument to 2 + f, -3/4 <= f <= 1/2, where a polynomial stands, by
// Gamma(x + 1) = x Gamma(x); large arguments take Stirling's series. The float functions compute in
// double: the recurrences would otherwise add up too many roundings.
#include "gamma_coefficients.h"
#include "power.h"
#include "sine.h"

namespace {

/// From here on Stirling's series.
constexpr double stirling_from = 8.0;

/// ln Gamma(x) for x >= stirling_from, in two parts.
WS_HELPER Pair<double> log_gamma_pair(double x) {
    const Pair<double> log = log_pair(x);
    const double t = add_of(x, -0.5); // exact, or so far up that the half does not count
    const Pair<double> product = exact_product(t, log.high);
    const double product_low = fma_of(t, log.low, product.low);
    const Pair<double> sum = ordered_sum(product.high, -x);
    const double inverse = div_of(1.0, x);
    const double series =
        mul_of(inverse, polynomial<GammaCoefficients::stirling>(mul_of(inverse, inverse)));
    const double half_log_two_pi = 0x1.d67f1c864beb5p-1,
                 half_log_two_pi_low = -0x1.65b5a1b7ff5dfp-55;
    const Pair<double> with_constant = ordered_sum(sum.high, half_log_two_pi);
    const double low =
        add_of(add_of(product_low, sum.low), add_of(with_constant.low, half_log_two_pi_low));
    return ordered_sum(with_constant.high, add_of(low, series));
}

/// The product that leads from Gamma(2 + f) to Gamma(x) = Gamma(2 + f) product (x > 2.5) or
/// Gamma(2 + f) / product (x < 1.25).
struct Steps {
    double f, product;
    bool divides;
};

/// |x| small enough for as many steps. All x - k are exact, or as good as the result needs.
WS_HELPER Steps steps_to_two(double x) {
    double product = 1.0;
    if (x > 2.5) {
        do {
            x = add_of(x, -1.0);
            product = mul_of(product, x);
        } while (x > 2.5);
        return {add_of(x, -2.0), product, false};
    }
    // Counted from the start: near a pole the distance to it is exact.
    if (x >= 1.25) return {add_of(x, -2.0), 1.0, false};
    const double whole = __builtin_floor(add_of(x, 0.5));
    const double f = add_of(x, -whole);
    for (double k = 0.0; whole + k < 2.0; k += 1.0)
        product = mul_of(product, add_of(x, k));
    return {f, product, true};
}

WS_HELPER bool is_integer(double x) {
    return __builtin_floor(x) == x;
}

/// What tgamma is where x is zero, a negative integer, infinite or a NaN.
WS_HELPER double gamma_of_pole(double x) {
    if (x == 0.0) return copy_sign(Real<double>::infinity, x);
    return x < 0.0 ? Real<double>::not_a_number : add_of(x, x);
}

WS_HELPER bool has_gamma(double x) {
    return abs_of(x) < Real<double>::infinity && !(x <= 0.0 && is_integer(x));
}

/// pi / (x sin(pi x)), |x| large enough that neither overflows nor is a pole.
WS_HELPER double reflection_factor(double x) {
    return div_of(Real<double>::pi, mul_of(x, sin_of_half_turns(x)));
}

WS_HELPER double gamma_of(double x) {
    if (!has_gamma(x)) return gamma_of_pole(x);
    const double magnitude = abs_of(x);
    if (magnitude < 12.0) {
        const Steps steps = steps_to_two(x);
        const double near = polynomial<GammaCoefficients::gamma_of_two>(steps.f);
        return steps.divides ? div_of(near, steps.product) : mul_of(near, steps.product);
    }
    if (magnitude > 190.0)
        return x > 0.0 ? Real<double>::infinity : copy_sign(0.0, sin_of_half_turns(x));
    const Pair<double> log = log_gamma_pair(magnitude);
    if (x > 0.0) return exp_of(log.high, log.low);
    // Gamma(x) = -pi / (x sin(pi x) Gamma(-x)), in two halves that stay within the range.
    const double root = exp_of(mul_of(log.high, -0.5), mul_of(log.low, -0.5));
    return mul_of(mul_of(root, -reflection_factor(x)), root);
}

/// x > -0.5 and no pole.
WS_HELPER double log_gamma_above_poles(double x) {
    if (x < stirling_from) {
        const Steps steps = steps_to_two(x);
        const double near =
            mul_of(steps.f, polynomial<GammaCoefficients::log_gamma_of_two>(steps.f));
        const double log = log_of(abs_of(steps.product));
        return steps.divides ? add_of(near, -log) : add_of(near, log);
    }
    // So far up that nothing beside x (ln x - 1) counts.
    if (x >= 0x1p60) return mul_of(x, add_of(log_of(x), -1.0));
    const Pair<double> log = log_gamma_pair(x);
    return add_of(log.high, log.low);
}

WS_HELPER double log_gamma_of(double x) {
    if (!has_gamma(x)) return x == x ? Real<double>::infinity : x;
    if (x > -0.5) return log_gamma_above_poles(x);
    return add_of(log_of(abs_of(reflection_factor(x))), -log_gamma_above_poles(-x));
}

WS_HELPER double log_of_normal(double x) {
    const Decomposed<double> parts = decompose_normal(x);
    return log_of_parts((double)parts.exponent, log1p_of_fraction(parts.fraction));
}

/// For float, x > -0.5 and no pole: with shorter polynomials, and one logarithm for all ranges.
WS_HELPER double short_log_gamma_above_poles(double x) {
    const bool far = x >= 4.0;
    const Steps steps = far ? Steps{0.0, x, false} : steps_to_two(x);
    const double log = log_of_normal(abs_of(steps.product));
    if (far) {
        const double inverse = div_of(1.0, x), half_log_two_pi = 0x1.d67f1c864beb5p-1;
        const double series =
            polynomial<GammaCoefficients::stirling_short>(mul_of(inverse, inverse));
        return add_of(fma_of(add_of(x, -0.5), log, -x), fma_of(inverse, series, half_log_two_pi));
    }
    const double near =
        mul_of(steps.f, polynomial<GammaCoefficients::log_gamma_of_two_short>(steps.f));
    return add_of(near, steps.divides ? -log : log);
}

WS_HELPER double short_log_gamma_of(double x) {
    if (!has_gamma(x)) return x == x ? Real<double>::infinity : x;
    if (x > -0.5) return short_log_gamma_above_poles(x);
    const double factor = abs_of(reflection_factor(x));
    return add_of(log_of_normal(factor), -short_log_gamma_above_poles(-x));
}

/// In double without a logarithm: the whole range of float is few steps wide.
WS_HELPER float short_gamma_of(float argument) {
    const double x = argument;
    if (!has_gamma(x)) return (float)gamma_of_pole(x);
    if (x > 36.0) return Real<float>::infinity;
    if (x < -44.0) return (float)copy_sign(0.0, sin_of_half_turns(x));
    const Steps steps = steps_to_two(x);
    const double near = polynomial<GammaCoefficients::gamma_of_two_short>(steps.f);
    return (float)(steps.divides ? div_of(near, steps.product) : mul_of(near, steps.product));
}

} // namespace

WS_LIBRARY float __nv_tgammaf(float x) {
    return short_gamma_of(x);
}
WS_LIBRARY double __nv_tgamma(double x) {
    return gamma_of(x);
}
WS_LIBRARY float __nv_lgammaf(float x) {
    return (float)short_log_gamma_of((double)x);
}
WS_LIBRARY double __nv_lgamma(double x) {
    return log_gamma_of(x);
}
