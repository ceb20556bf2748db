// PTX's approximate instructions, as far as functions with a stated error are built on them.
//
// What such a function may rely on is the bound in the PTX ISA's description of the instruction,
// not what one device happens to compute. Compiled as plain C++ each operation is therefore off by
// a part of its bound that looks random, up to the whole of it.
#pragma once

#include "bits.h"

#if defined(__CUDA__)

/// 1 / sqrt(x) to a relative 2^-22.9 and, as CUDA documents for rsqrtf, two units of the last
/// place; subnormal numbers count.
WS_HELPER float approximate_rsqrt(float x) {
    return __nvvm_rsqrt_approx_f(x);
}

/// 1 / sqrt(x) to one unit of the last place, as CUDA documents for rsqrt.
WS_HELPER double approximate_rsqrt(double x) {
    return __nvvm_rsqrt_approx_d(x);
}

/// 2^x to 2 units of the last place; results below the normal numbers are zero.
WS_HELPER float approximate_exp2(float x) {
    return __nvvm_ex2_approx_ftz_f(x);
}

/// 2^x to 2 units of the last place, subnormal results included.
WS_HELPER float approximate_exp2_of_all(float x) {
    return __nvvm_ex2_approx_f(x);
}

/// log2(x) to 2^-22: absolute between 1/2 and 2, relative outside; subnormal numbers count.
WS_HELPER float approximate_log2(float x) {
    return __nvvm_lg2_approx_f(x);
}

/// 1 / x to one unit of the last place; for arguments and results that are normal numbers.
WS_HELPER float approximate_reciprocal(float x) {
    return __nvvm_rcp_approx_ftz_f(x);
}

#else

/// Between -1 and 1, from the bits of x.
WS_HELPER double share_of(float x) {
    const ws_u64 mixed = (bits_of(x) + 0x9e3779b9ull) * 0x9e3779b97f4a7c15ull;
    return (double)(ws_i64)(mixed ^ mixed << 23) * 0x1p-63;
}

WS_HELPER float approximate_rsqrt(float x) {
    const double exact = 1.0 / std::sqrt((double)x);
    if (!(std::fabs(exact) > 0.0 && std::isfinite(exact))) return (float)exact;
    return (float)(exact + share_of(x) * 0x1.8p-23 * std::exp2(std::floor(std::log2(exact))));
}

WS_HELPER double approximate_rsqrt(double x) {
    const long double exact = 1.0L / std::sqrt((long double)x);
    if (!(std::isfinite(exact) && exact > 0.0L)) return (double)exact;
    return (double)(exact + exact * share_of((float)x) * 0x1p-54L);
}

WS_HELPER float approximate_exp2_of_all(float x) {
    if (!(std::fabs(x) >= 0x1p-126f)) return x != x ? x : 1.0f;
    const double exact = std::exp2((double)x);
    if (!(exact < 0x1p128) || exact < 0x1p-152) return (float)exact;
    return (float)(exact + share_of(x) * 1.5 * std::exp2(std::floor((double)x) - 23.0));
}

WS_HELPER float approximate_exp2(float x) {
    const float result = approximate_exp2_of_all(x);
    return result < 0x1p-126f ? 0.0f : result;
}

WS_HELPER float approximate_log2(float x) {
    const double exact = std::log2((double)x);
    if (!std::isfinite(exact)) return (float)exact;
    const bool beside_one = x > 0.5f && x < 2.0f;
    return (float)(exact + share_of(x) * 0x1p-22 * (beside_one ? 1.0 : exact));
}

WS_HELPER float approximate_reciprocal(float x) {
    const double exact = 1.0 / (double)x;
    if (!std::isfinite(exact) || exact == 0.0) return (float)exact;
    const double unit = std::exp2(std::floor(std::log2(std::fabs(exact))) - 23.0);
    return (float)(exact + share_of(x) * 0.5 * unit);
}

#endif
