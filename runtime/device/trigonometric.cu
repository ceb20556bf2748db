// Sine, cosine, tangent and their inverses, by polynomials in correctly rounded steps.
#include "sine.h"

namespace {

/// The tangent of quarter pi / 2 + r + r_low; beside a pole -1 / tan.
template<class T>
WS_HELPER T tan_at(Angle<T> angle) {
    const T r = angle.r, z = mul_of(r, r);
    const T rest = mul_of(mul_of(z, r), polynomial<Coefficients<T>::tan_tail>(z));
    const T low = fma_of(angle.r_low, fma_of(add_of(r, rest), add_of(r, rest), T(1)), rest);
    const Pair<T> tangent = ordered_sum(r, low);
    if (!(angle.quarter & 1)) return tangent.high;
    const T inverse = div_of(T(-1), tangent.high);
    // One step of correction for what the division and the low part leave.
    return fma_of(inverse, fma_of(inverse, tangent.low, fma_of(inverse, tangent.high, T(1))),
                  inverse);
}

/// arctan of 0 <= x <= 1.
template<class T>
WS_HELPER T atan_of_small(T x) {
    const T z = mul_of(x, x);
    return fma_of(mul_of(z, x), polynomial<Coefficients<T>::atan_tail>(z), x);
}

template<class T>
WS_HELPER T atan_of(T x) {
    const T magnitude = abs_of(x);
    const bool large = magnitude > T(1);
    const T near = atan_of_small(large ? div_of(T(1), magnitude) : magnitude);
    const T far = add_of(Real<T>::half_pi, add_of(Real<T>::half_pi_middle, -near));
    return copy_sign(large ? far : near, x);
}

template<class T>
WS_HELPER T atan2_of(T y, T x) {
    const T ay = abs_of(y), ax = abs_of(x);
    if (x != x || y != y) return add_of(x, y);
    const bool steep = ay > ax;
    const T larger = steep ? ay : ax, smaller = steep ? ax : ay;
    // 0 / 0 is the angle of the axis, infinity / infinity that of the diagonal.
    const T ratio = larger == T(0)                 ? T(0)
                    : smaller == Real<T>::infinity ? T(1)
                                                   : div_of(smaller, larger);
    T angle = atan_of_small(ratio);
    if (steep) angle = add_of(Real<T>::half_pi, add_of(Real<T>::half_pi_middle, -angle));
    if (copy_sign(T(1), x) < T(0)) angle = add_of(Real<T>::pi, add_of(Real<T>::pi_low, -angle));
    return copy_sign(angle, y);
}

/// arcsin of 0 <= x <= 1/2, given x and its square.
template<class T>
WS_HELPER T asin_of_small(T x, T z) {
    return fma_of(mul_of(z, x), polynomial<Coefficients<T>::asin_tail>(z), x);
}

/// Above one half: arcsin(x) = pi / 2 - 2 arcsin(sqrt((1 - x) / 2)).
template<class T>
WS_HELPER T asin_of(T x) {
    const T magnitude = abs_of(x);
    if (!(magnitude <= T(1))) return x == x ? Real<T>::not_a_number : x;
    if (magnitude <= T(0.5)) return asin_of_small(x, mul_of(x, x));
    const T z = fma_of(magnitude, T(-0.5), T(0.5));
    const T twice = mul_of(T(2), asin_of_small(sqrt_of(z), z));
    // In this order, because the difference is exact as far as the result is less than the arc.
    return copy_sign(add_of(add_of(Real<T>::half_pi, -twice), Real<T>::half_pi_middle), x);
}

template<class T>
WS_HELPER T acos_of(T x) {
    const T magnitude = abs_of(x);
    if (!(magnitude <= T(1))) return x == x ? Real<T>::not_a_number : x;
    if (magnitude <= T(0.5)) {
        const T arc = asin_of_small(x, mul_of(x, x));
        return add_of(Real<T>::half_pi, add_of(Real<T>::half_pi_middle, -arc));
    }
    const T z = fma_of(magnitude, T(-0.5), T(0.5));
    const T twice = mul_of(T(2), asin_of_small(sqrt_of(z), z));
    return x < T(0) ? add_of(Real<T>::pi, add_of(Real<T>::pi_low, -twice)) : twice;
}

} // namespace

WS_LIBRARY float __nv_sinf(float x) {
    return unless_zero(x, sin_at(reduce_angle(x)));
}
WS_LIBRARY double __nv_sin(double x) {
    return unless_zero(x, sin_at(reduce_angle(x)));
}
WS_LIBRARY float __nv_cosf(float x) {
    return cos_at(reduce_angle(x));
}
WS_LIBRARY double __nv_cos(double x) {
    return cos_at(reduce_angle(x));
}
WS_LIBRARY float __nv_tanf(float x) {
    return unless_zero(x, tan_at(reduce_angle(x)));
}
WS_LIBRARY double __nv_tan(double x) {
    return unless_zero(x, tan_at(reduce_angle(x)));
}
WS_LIBRARY void __nv_sincosf(float x, float* s, float* c) {
    sincos_at(x, reduce_angle(x), s, c);
}
WS_LIBRARY void __nv_sincos(double x, double* s, double* c) {
    sincos_at(x, reduce_angle(x), s, c);
}

WS_LIBRARY float __nv_sinpif(float x) {
    return sin_of_half_turns(x);
}
WS_LIBRARY double __nv_sinpi(double x) {
    return sin_of_half_turns(x);
}
WS_LIBRARY float __nv_cospif(float x) {
    return cos_of_half_turns(x);
}
WS_LIBRARY double __nv_cospi(double x) {
    return cos_of_half_turns(x);
}
WS_LIBRARY void __nv_sincospif(float x, float* s, float* c) {
    *s = sin_of_half_turns(x);
    *c = cos_of_half_turns(x);
}
WS_LIBRARY void __nv_sincospi(double x, double* s, double* c) {
    *s = sin_of_half_turns(x);
    *c = cos_of_half_turns(x);
}

WS_LIBRARY float __nv_atanf(float x) {
    return atan_of(x);
}
WS_LIBRARY double __nv_atan(double x) {
    return atan_of(x);
}
WS_LIBRARY float __nv_atan2f(float y, float x) {
    return atan2_of(y, x);
}
WS_LIBRARY double __nv_atan2(double y, double x) {
    return atan2_of(y, x);
}
WS_LIBRARY float __nv_asinf(float x) {
    return asin_of(x);
}
WS_LIBRARY double __nv_asin(double x) {
    return asin_of(x);
}
WS_LIBRARY float __nv_acosf(float x) {
    return acos_of(x);
}
WS_LIBRARY double __nv_acos(double x) {
    return acos_of(x);
}
