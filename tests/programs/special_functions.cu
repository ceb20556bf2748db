// Special functions and small integers in a word give on the device what is known of them.
// exit: 0
// expect: special_functions: ok
#include <cmath>

#include "check.h"

namespace {

constexpr int count = 28;

__global__ void special(double* out) {
    const float f = 2.5f;
    double* p = out;
    *p++ = tgamma(5.0);
    *p++ = tgammaf(4.0f);
    *p++ = lgamma(1.0);
    *p++ = lgammaf(2.0f);
    *p++ = erfinv(erf(0.25)) - 0.25;
    *p++ = erfcinv(1.0);
    *p++ = erfinvf(0.0f);
    *p++ = normcdfinv(0.5);
    *p++ = normcdf(0.0);
    *p++ = erfcx(0.0);
    *p++ = j0(0.0);
    *p++ = j1(0.0);
    *p++ = jn(3, 0.0);
    *p++ = y0(0.0);
    *p++ = cyl_bessel_i0(0.0);
    *p++ = cyl_bessel_i1f(0.0f);
    // The Wronskian: J1(x) Y0(x) - J0(x) Y1(x) = 2 / (pi x).
    *p++ = j1(2.5) * y0(2.5) - j0(2.5) * y1(2.5) - 2 / (3.14159265358979323846 * 2.5);
    *p++ = jnf(2, f) - (2 / f * j1f(f) - j0f(f));
    const double vector[3] = {2, 3, 6};
    *p++ = norm(3, vector);
    *p++ = norm3d(2.0, 3.0, 6.0);
    *p++ = rnorm4df(1.0f, 1.0f, 1.0f, 1.0f);
    *p++ = rhypot(3.0, 4.0);
    *p++ = sinpi(1.0) + cospi(0.5);
    *p++ = rcbrt(8.0);
    *p++ = __vadd2(0xffff0001u, 0x00017fffu);
    *p++ = __vabsdiffu4(0x01ff8000u, 0x02fe7f00u);
    *p++ = __vcmpeq4(0x01020304u, 0x01ff03ffu);
    *p++ = __vsadu4(0x01020304u, 0x04030201u);
}

}  // namespace

int main() {
    const double expected[count] = {
        24, 6, 0, 0, 0, 0,     0, 0, 0.5, 1, 1, 0, 0, -INFINITY, 1, 0,
        0,  0, 7, 7, 0.5, 0.2, 0, 0.5, 0x00008000, 0x01010100, 0xff00ff00u, 8};
    DeviceArray<double> out(count);
    special<<<1, 1>>>(out.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::vector<double> got = out.host();
    for (int i = 0; i < count; ++i) {
        const bool close = got[i] == expected[i] || std::fabs(got[i] - expected[i]) < 2e-7;
        if (!close) expect(("value " + std::to_string(i)).c_str(), got[i], expected[i]);
    }
    return finish("special_functions");
}
