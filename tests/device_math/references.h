// The device library's functions in quadruple precision: what its results are measured against.
#pragma once

using Quad = __float128;

namespace warpscope::device_math {

Quad exp10_reference(Quad x);
Quad sinpi_reference(Quad x);
Quad cospi_reference(Quad x);
Quad rsqrt_reference(Quad x);
Quad rcbrt_reference(Quad x);
Quad erfcx_reference(Quad x);
Quad normcdf_reference(Quad x);
Quad erfinv_reference(Quad x);
Quad erfcinv_reference(Quad x);
Quad normcdfinv_reference(Quad x);
Quad tgamma_reference(Quad x);
Quad lgamma_reference(Quad x);
Quad bessel_j_reference(int n, Quad x);
Quad bessel_y_reference(int n, Quad x);
Quad bessel_i_reference(int n, Quad x);
Quad logb_reference(Quad x);

} // namespace warpscope::device_math
