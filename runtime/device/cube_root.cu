// Cube roots and their reciprocals: a guess from the approximate logarithm and power, and one step
// of Newton's or Halley's method in exact or nearly exact residuals.
#include "approximate.h"
#include "real.h"

namespace {

/// |x|^(1/3) or |x|^(-1/3) to about 2^-17, for sign 1 or -1.
template<int sign>
WS_HELPER float guess_of_cube_root(float magnitude) {
    return approximate_exp2(mul_of(approximate_log2(magnitude), sign * (1.0f / 3.0f)));
}

/// Zero, an infinity or a NaN, none of which is less than its double.
template<class T>
WS_HELPER bool has_no_cube_root(T magnitude) {
    return !(add_of(magnitude, magnitude) > magnitude);
}

/// y + (x / y^2 - y) / 3: the bracket is formed in one step, so that a subnormal x loses nothing.
WS_HELPER float cbrt_of(float x) {
    const float magnitude = abs_of(x);
    const float y = guess_of_cube_root<1>(magnitude);
    const float missing = fma_of(magnitude, approximate_reciprocal(mul_of(y, y)), -y);
    const float root = fma_of(missing, 1.0f / 3.0f, y);
    return has_no_cube_root(magnitude) ? x : copy_sign(root, x);
}

/// y + y (1 - x y^3) / 3.
WS_HELPER float rcbrt_of(float x) {
    const float magnitude = abs_of(x);
    const float y = guess_of_cube_root<-1>(magnitude);
    const float missing = fma_of(-mul_of(y, y), mul_of(magnitude, y), 1.0f);
    const float root = fma_of(mul_of(missing, y), 1.0f / 3.0f, y);
    // The guess for zero is infinite, that for infinity zero.
    return copy_sign(has_no_cube_root(magnitude) ? y : root, x);
}

/// x = m 2^(3 k) with 1 <= m < 8, for a positive finite x.
struct CubeScaled {
    double m;
    int k;
};

WS_HELPER CubeScaled scale_for_cube_root(double x) {
    constexpr int lift = 54; // a multiple of three that makes any subnormal number normal
    const bool subnormal = x < Real<double>::smallest_normal;
    const ws_u64 bits = bits_of(subnormal ? mul_of(x, power_of_two<double>(lift)) : x);
    const int exponent = (int)(bits >> 52); // with a bias of 3 341
    const int third = (int)((ws_u32)exponent * 0x5556u >> 16), k = third - 341;
    const double m = real_of(bits - ((ws_u64)(ws_u32)(3 * k) << 52));
    return {m, subnormal ? k - lift / 3 : k};
}

/// y (1 + d)^(1/3) with d = (m - y^3) / y^3, whose series is cut after d^2. The square of the guess
/// is exact in double, the difference therefore as well but for one rounding.
WS_HELPER double cbrt_of(double x) {
    const double magnitude = abs_of(x);
    const CubeScaled scaled = scale_for_cube_root(magnitude);
    const double y = guess_of_cube_root<1>((float)scaled.m);
    const double square = mul_of(y, y);
    const double d = div_of(fma_of(-square, y, scaled.m), mul_of(square, y));
    const double root = fma_of(mul_of(y, d), fma_of(d, -1.0 / 9.0, 1.0 / 3.0), y);
    const double result = mul_of(root, power_of_two<double>(scaled.k));
    return has_no_cube_root(magnitude) ? x : copy_sign(result, x);
}

/// y (1 - d)^(-1/3) with d = 1 - m y^3.
WS_HELPER double rcbrt_of(double x) {
    const double magnitude = abs_of(x);
    const CubeScaled scaled = scale_for_cube_root(magnitude);
    const double y = guess_of_cube_root<-1>((float)scaled.m);
    const double d = fma_of(-mul_of(y, y), mul_of(scaled.m, y), 1.0);
    const double root = fma_of(mul_of(y, d), fma_of(d, 2.0 / 9.0, 1.0 / 3.0), y);
    const double result = mul_of(root, power_of_two<double>(-scaled.k));
    return copy_sign(has_no_cube_root(magnitude) ? div_of(1.0, magnitude) : result, x);
}

} // namespace

WS_LIBRARY float __nv_cbrtf(float x) {
    return cbrt_of(x);
}
WS_LIBRARY double __nv_cbrt(double x) {
    return cbrt_of(x);
}
WS_LIBRARY float __nv_rcbrtf(float x) {
    return rcbrt_of(x);
}
WS_LIBRARY double __nv_rcbrt(double x) {
    return rcbrt_of(x);
}
