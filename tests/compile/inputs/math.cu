// ::sin, std::sin and sinf; float, double and int arguments; intrinsics; all without a call left.
// absent: call.uni
// absent: .extern
// ptx: sqrt.rn.f32
// ptx: ex2.approx
// ptx: rsqrt.approx.f32
// ptx: fma.rn.f64
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

__global__ void kernel(float* f, double* d, int n) {
    const float x = f[0];
    const double y = d[0];
    f[1] = sinf(x) + std::sin(x) + sin(x) + std::sinf(x) + ::sin(x);
    f[2] = powf(x, 2) + std::pow(x, 2) + pow(x, 2.5f) + std::pow(x, x);
    f[3] = std::sqrt(x) + sqrt(x) + sqrtf(x) + rsqrtf(x) + rsqrt(x) + cbrtf(x) + std::cbrt(x);
    f[4] = fmaxf(x, 1) + std::fmax(x, 1.f) + fmax(x, x) + max(x, 0.f) + min(n, 3) + max(3u, 4u);
    f[5] = expf(x) + std::exp(x) + __expf(x) + exp2f(x) + std::exp2(x) + exp10f(x) + expm1f(x);
    f[6] = fabsf(x) + fabs(x) + std::abs(x) + abs(n) + std::floor(x) + ceil(x) + std::round(x);
    f[7] = std::isnan(x) + isnan(x) + isfinite(x) + std::isinf(x) + std::signbit(x);
    f[8] = std::hypot(x, x) + std::atan2(x, x) + std::lround(x) + std::fmod(x, x) + tanhf(x);
    f[9] = erff(x) + std::erf(x) + log1p(x) + std::log2(x) + __logf(x) + log10f(x) + logf(x);
    f[10] =
        std::fma(x, x, x) + fmaf(x, x, x) + __fmaf_rn(x, x, x) + __frcp_rn(x) + __fdividef(x, x);
    f[11] = __saturatef(x) + copysignf(x, x) + std::trunc(x) + std::numbers::pi_v<float> + sinpi(x);
    f[12] = __popc(n) + __clz(n) + __ffs(n) + __brev(n) + __mulhi(n, n) + __sad(n, n, 1u);
    f[13] = __float2int_rn(x) + __int2float_rz(n) + __float_as_int(x) + __int_as_float(n);
    f[14] = ldexpf(x, n) + std::ldexp(x, n) + std::remainder(x, x) + nextafterf(x, x);
    sincosf(x, f + 15, f + 16);
    d[1] = sin(y) + std::sin(y) + pow(y, 3) + std::pow(y, 2.5) + exp(y) + log(y) + tan(y);
    d[2] = sqrt(y) + std::sqrt(n) + std::sin(n) + pow(n, 2) + fma(y, y, y) + __dadd_rn(y, y);
    d[3] = rsqrt(y) + __ll2double_rn(n) + __double2int_rn(y) + __double_as_longlong(y) + acosh(y);
    const std::complex<float> c = std::complex<float>(x, x) * std::complex<float>(x, 1.0f);
    f[17] = c.real() + std::max(x, 2.0f) + std::min(n, 4);
}

int main() {
    kernel<<<1, 1>>>(nullptr, nullptr, 1);
    return std::sin(0.0) + std::pow(0.f, 3) + sinf(0.f) + max(0, 0) + min(0.0, 1.0) +
               rsqrtf(0.25f) + rsqrt(1.0) + sinpi(1.0) !=
           3.0;
}
