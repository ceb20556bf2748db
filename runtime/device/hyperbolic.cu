// Hyperbolic functions and their inverses, over e^x - 1 and ln(1 + x).
#include "exponential.h"
#include "logarithm.h"

namespace {

/// -t / (1 + t) with t = (e^(-2 |x|) - 1) / 2, which is -1/2 in the end. Both t and 1 + t are in
/// two parts; the quotient is corrected by what they leave.
WS_HELPER double tanh_of(double x) {
    const double magnitude = abs_of(x);
    const Pair<double> parts = half_expm1_of(reduce_for_expm1(mul_of(magnitude, -2.0)));
    const Pair<double> t = ordered_sum(parts.high, parts.low);
    const Pair<double> divisor = ordered_sum(1.0, t.high);
    const double inverse = div_of(1.0, divisor.high);
    const double quotient = mul_of(t.high, inverse);
    const double rest = fma_of(-quotient, add_of(divisor.low, t.low),
                               add_of(fma_of(-quotient, divisor.high, t.high), t.low));
    return copy_sign(magnitude > 20.0 ? 1.0 : fma_of(rest, inverse, quotient), x);
}

/// A polynomial up to 0.9, else 1 - 2 / (e^(2 |x|) + 1): there two units of the power's last place
/// are less than one of the result. Both are computed; threads of a warp seldom agree.
WS_HELPER float tanh_of(float x) {
    const float z = mul_of(x, x);
    const float near = fma_of(mul_of(z, x), polynomial<Coefficients<float>::tanh_tail>(z), x);
    const float power = approximate_exp2(mul_of(abs_of(x), 2.0f * Real<float>::log2_e));
    const float far = fma_of(reciprocal_of(add_of(power, 1.0f)), -2.0f, 1.0f);
    return copy_sign(abs_of(x) > 0.9f ? far : near, x);
}

/// Where e^x itself overflows, half of it may not: e^(x - ln 2).
template<class T>
WS_HELPER T half_exp(T magnitude) {
    if (!(magnitude < Real<T>::infinity)) return magnitude;
    const Pair<T> less = ordered_sum(magnitude, -Real<T>::ln2);
    return exp_of(less.high, add_of(less.low, -Real<T>::ln2_low));
}

template<class T>
WS_HELPER T sinh_of(T x) {
    const T magnitude = abs_of(x);
    const T t = expm1_of(magnitude);
    const T near = mul_of(T(0.5), add_of(t, div_of(t, add_of(t, T(1)))));
    const bool far = magnitude > Real<T>::exp_overflow - T(1);
    return copy_sign(far ? half_exp(magnitude) : near, x);
}

template<class T>
WS_HELPER T cosh_of(T x) {
    const T magnitude = abs_of(x);
    const T e = exp_of(magnitude);
    const T near = fma_of(T(0.5), e, div_of(T(0.5), e));
    return magnitude > Real<T>::exp_overflow - T(1) ? half_exp(magnitude) : near;
}

/// Beyond this a number swallows the one beside it, and so does its square.
template<class T>
WS_HELPER T swallows_one() {
    return power_of_two<T>(Real<T>::mantissa_bits + 2);
}

template<class T>
WS_HELPER T asinh_of(T x) {
    const T a = abs_of(x);
    const bool far = a > swallows_one<T>();
    const T root = sqrt_of(fma_of(a, a, T(1)));
    const T above_a = div_of(mul_of(a, a), add_of(root, T(1)));
    // One logarithm for both: ln(1 + a) is ln(a) by then.
    const T log = log1p_of(far ? a : add_of(a, above_a));
    return copy_sign(far ? add_of(log, Real<T>::ln2) : log, x);
}

template<class T>
WS_HELPER T acosh_of(T x) {
    if (x > swallows_one<T>()) return add_of(log_of(x), Real<T>::ln2);
    if (x < T(1)) return Real<T>::not_a_number;
    const T t = add_of(x, T(-1));
    return log1p_of(add_of(t, sqrt_of(fma_of(t, t, add_of(t, t)))));
}

template<class T>
WS_HELPER T atanh_of(T x) {
    const T a = abs_of(x);
    const T twice = add_of(a, a);
    return copy_sign(mul_of(T(0.5), log1p_of(div_of(twice, add_of(T(1), -a)))), x);
}

} // namespace

WS_LIBRARY float __nv_tanhf(float x) {
    return tanh_of(x);
}
WS_LIBRARY double __nv_tanh(double x) {
    return tanh_of(x);
}
WS_LIBRARY float __nv_sinhf(float x) {
    return sinh_of(x);
}
WS_LIBRARY double __nv_sinh(double x) {
    return sinh_of(x);
}
WS_LIBRARY float __nv_coshf(float x) {
    return cosh_of(x);
}
WS_LIBRARY double __nv_cosh(double x) {
    return cosh_of(x);
}
WS_LIBRARY float __nv_asinhf(float x) {
    return asinh_of(x);
}
WS_LIBRARY double __nv_asinh(double x) {
    return asinh_of(x);
}
WS_LIBRARY float __nv_acoshf(float x) {
    return acosh_of(x);
}
WS_LIBRARY double __nv_acosh(double x) {
    return acosh_of(x);
}
WS_LIBRARY float __nv_atanhf(float x) {
    return atanh_of(x);
}
WS_LIBRARY double __nv_atanh(double x) {
    return atanh_of(x);
}
