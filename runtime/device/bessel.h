// Bessel functions of the orders zero and one, in double.
//
// Below 8 each stretch between zeros has a polynomial that is multiplied by the distance to its
// zero, so that nothing is lost near it. From 8 on stands the form with modulus and phase,
// sqrt(2 / (pi x)) (P cos chi - Q sin chi) with chi = x - (2 n + 1) pi / 4, whose error is small
// beside one, not beside the result.
//
// C is the set of polynomials: those for float are shorter.
#pragma once

#include "bessel_j_coefficients.h"
#include "bessel_j_short_coefficients.h"
#include "bessel_y_coefficients.h"
#include "logarithm.h"
#include "sine.h"

/// Where the form with modulus and phase begins.
constexpr double bessel_far = 8.0;

/// What lies at the order n in the far field: `sum` = cos x + sin x, `difference` = sin x - cos x.
struct FarField {
    double sum, difference, p, q, scale;
};

/// x >= bessel_far and finite.
template<int n, class C>
WS_HELPER FarField far_field(double x) {
    double sine, cosine;
    sincos_at(x, reduce_angle(x), &sine, &cosine);
    const double inverse = div_of(1.0, x), z = mul_of(inverse, inverse);
    const double p = n == 0 ? polynomial<C::far_p0>(z) : polynomial<C::far_p1>(z);
    const double q = n == 0 ? polynomial<C::far_q0>(z) : polynomial<C::far_q1>(z);
    const double root_pi_inverse = 0x1.20dd750429b6dp-1;
    return {add_of(cosine, sine), add_of(sine, -cosine), p, mul_of(q, inverse),
            div_of(root_pi_inverse, sqrt_of(x))};
}

/// (x - zero) c(x - middle), the zero in two parts.
template<const auto& c>
WS_HELPER double around_zero(double x, double zero, double zero_low, double middle) {
    return mul_of(add_of(add_of(x, -zero), -zero_low), polynomial<c>(add_of(x, -middle)));
}

template<class C = BesselJCoefficients>
WS_HELPER double bessel_j0(double x) {
    x = abs_of(x);
    if (x < 1.4) return polynomial<C::j0_near>(mul_of(x, x));
    if (x < 4.0) return around_zero<C::j0_1>(x, 0x1.33d152e971b4p1, -0x1.0f539d7da258ep-53, 2.6875);
    if (x < 7.1) return around_zero<C::j0_2>(x, 0x1.6148f5b2c2e45p2, 0x1.75054cd60a517p-54, 5.5625);
    if (x < bessel_far)
        return around_zero<C::j0_3>(x, 0x1.14eb56cccdecap3, -0x1.51970714c7c25p-52, 7.5625);
    if (!(x < Real<double>::infinity)) return x == x ? 0.0 : x;
    const FarField far = far_field<0, C>(x);
    return mul_of(far.scale, fma_of(far.p, far.sum, -mul_of(far.q, far.difference)));
}

template<class C = BesselJCoefficients>
WS_HELPER double bessel_j1(double argument) {
    const double x = abs_of(argument);
    double value;
    if (x < 2.0)
        return mul_of(argument, polynomial<C::j1_near>(mul_of(x, x)));
    else if (x < 5.4)
        value = around_zero<C::j1_1>(x, 0x1.ea75575af6f09p1, -0x1.60155a9d1b256p-53, 3.6875);
    else if (x < bessel_far)
        value = around_zero<C::j1_2>(x, 0x1.c0ff5f3b4725p2, -0x1.b226d9d243827p-54, 6.6875);
    else if (x < Real<double>::infinity) {
        const FarField far = far_field<1, C>(x);
        value = mul_of(far.scale, fma_of(far.p, far.difference, mul_of(far.q, far.sum)));
    } else
        return x == x ? copy_sign(0.0, argument) : x;
    return argument < 0.0 ? -value : value;
}

/// What Y is where its argument is not a positive finite number.
WS_HELPER double bessel_y_of_special(double x) {
    if (x == 0.0) return -Real<double>::infinity;
    return x > 0.0 ? 0.0 : x != x ? x : Real<double>::not_a_number;
}

/// ln(x / zero), the zero in two parts: exact to its last bits where x is near the zero.
WS_HELPER double log_beside(double x, double zero, double zero_low, double log_zero) {
    const double distance = add_of(add_of(x, -zero), -zero_low);
    return abs_of(distance) < 0.25 ? log1p_of(div_of(distance, zero))
                                   : add_of(log_of(x), -log_zero);
}

/// Below the second zero Y = 2 / pi ln(x / z) J + a rest with the same first zero z.
template<class C = BesselJCoefficients>
WS_HELPER double bessel_y0(double x) {
    using Y = BesselYCoefficients;
    if (!has_logarithm(x)) return bessel_y_of_special(x);
    if (x < 2.2) {
        const double zero = 0x1.c982eb8d417eap-1, low = 0x1.ea9d270347f83p-56;
        const double log =
            mul_of(log_beside(x, zero, low, -0x1.cce4b73e6f027p-4), Real<double>::two_over_pi);
        const double squares = mul_of(add_of(add_of(x, -zero), -low), add_of(x, zero));
        return fma_of(log, bessel_j0<C>(x), mul_of(squares, polynomial<Y::y0_near>(mul_of(x, x))));
    }
    if (x < 5.5) return around_zero<Y::y0_2>(x, 0x1.fa9534d98569cp1, -0x1.f06ae7804384ep-54, 3.875);
    if (x < bessel_far)
        return around_zero<Y::y0_3>(x, 0x1.c581dc4e72103p2, -0x1.9774a495f56cfp-54, 6.75);
    const FarField far = far_field<0, C>(x);
    return mul_of(far.scale, fma_of(far.p, far.difference, mul_of(far.q, far.sum)));
}

template<class C = BesselJCoefficients>
WS_HELPER double bessel_y1(double x) {
    using Y = BesselYCoefficients;
    if (!has_logarithm(x)) return bessel_y_of_special(x);
    if (x < 3.8) {
        const double zero = 0x1.193bed4dff243p1, low = -0x1.bd1e50d219bfdp-55;
        const double log =
            mul_of(log_beside(x, zero, low, 0x1.930641fe98869p-1), Real<double>::two_over_pi);
        const double squares = mul_of(add_of(add_of(x, -zero), -low), add_of(x, zero));
        const double rest = div_of(mul_of(squares, polynomial<Y::y1_near>(mul_of(x, x))), x);
        return fma_of(log, bessel_j1<C>(x), rest);
    }
    if (x < 7.0) return around_zero<Y::y1_2>(x, 0x1.5b7fe4e87b02ep2, 0x1.dfe7bac228e8cp-52, 5.375);
    if (x < bessel_far)
        return around_zero<Y::y1_3>(x, 0x1.13127ae6169b4p3, 0x1.479cc068d9046p-52, 7.5);
    const FarField far = far_field<1, C>(x);
    return mul_of(far.scale, fma_of(far.q, far.difference, -mul_of(far.p, far.sum)));
}
