// The error function and its complement, and the normal distribution over them.
#include "error_function.h"

WS_LIBRARY float __nv_erff(float x) {
    return erf_of(x);
}
WS_LIBRARY double __nv_erf(double x) {
    return erf_of(x);
}
WS_LIBRARY float __nv_erfcf(float x) {
    return erfc_of(x);
}
WS_LIBRARY double __nv_erfc(double x) {
    return erfc_of(x);
}

WS_LIBRARY float __nv_erfcxf(float x) {
    return erfcx_of(x);
}
WS_LIBRARY double __nv_erfcx(double x) {
    return erfcx_of(x);
}

// Phi(x) = erfc(-x / sqrt 2) / 2.
WS_LIBRARY float __nv_normcdff(float x) {
    return mul_of(0.5f, (float)erfc_of(mul_of((double)x, -0.70710678118654752440)));
}
WS_LIBRARY double __nv_normcdf(double x) {
    // The argument in two parts: an error of it counts x times, and more.
    const double root_half = 0x1.6a09e667f3bcdp-1, root_half_low = -0x1.bdd3413b26456p-55;
    const Pair<double> product = exact_product(x, -root_half);
    const double low = fma_of(x, -root_half_low, product.low);
    const bool finite = abs_of(x) < Real<double>::infinity;
    return mul_of(0.5, erfc_of(product.high, finite ? low : 0.0));
}
