// The fast functions (__expf, __sinf …): PTX's approximate instructions, whose error the
// PTX ISA bounds. On the emulator they are within the same bounds, not the same bits.
#include "real.h"

WS_SMALL float __nv_fast_fdividef(float a, float b) {
    return __nvvm_div_approx_f(a, b);
}
WS_SMALL float __nv_fast_expf(float x) {
    return __nvvm_ex2_approx_f(mul_of(x, Real<float>::log2_e));
}
WS_SMALL float __nv_fast_exp10f(float x) {
    return __nvvm_ex2_approx_f(mul_of(x, Real<float>::log2_10));
}
WS_SMALL float __nv_fast_log2f(float x) {
    return __nvvm_lg2_approx_f(x);
}
WS_SMALL float __nv_fast_logf(float x) {
    return mul_of(__nvvm_lg2_approx_f(x), Real<float>::ln2);
}
WS_SMALL float __nv_fast_log10f(float x) {
    return mul_of(__nvvm_lg2_approx_f(x), Real<float>::log10_2);
}
WS_SMALL float __nv_fast_powf(float x, float y) {
    return __nvvm_ex2_approx_f(mul_of(y, __nvvm_lg2_approx_f(x)));
}
WS_SMALL float __nv_fast_sinf(float x) {
    return __nvvm_sin_approx_f(x);
}
WS_SMALL float __nv_fast_cosf(float x) {
    return __nvvm_cos_approx_f(x);
}
WS_SMALL float __nv_fast_tanf(float x) {
    return __nvvm_div_approx_f(__nvvm_sin_approx_f(x), __nvvm_cos_approx_f(x));
}
WS_LIBRARY void __nv_fast_sincosf(float x, float* sine, float* cosine) {
    *sine = __nvvm_sin_approx_f(x);
    *cosine = __nvvm_cos_approx_f(x);
}

WS_SMALL float __nv_fast_tanhf(float x) {
    float y;
    asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
