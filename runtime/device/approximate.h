// PTX's approximate instructions, as far as functions with a stated error are built on them.
//
// What such a function may rely on is the bound in the PTX ISA's description of the instruction,
// not what one device happens to compute. Compiled as plain C++ each operation is therefore off by
// a part of its bound that looks random, up to the whole of it.
#pragma once

#include "library.h"

#if defined(__CUDA__)

/// 1 / sqrt(x) to a relative 2^-22.9 and, as CUDA documents for rsqrtf, two units of the last
/// place; subnormal numbers count.
WS_HELPER float approximate_rsqrt(float x) {
    return __nvvm_rsqrt_approx_f(x);
}

/// 2^x to 2 units of the last place; results below the normal numbers are zero.
WS_HELPER float approximate_exp2(float x) {
    return __nvvm_ex2_approx_ftz_f(x);
}

/// 1 / x to one unit of the last place, for normal x and results.
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

WS_HELPER float approximate_exp2(float x) {
    if (std::fabs(x) < 0x1p-126f) return 1.0f;
    const double exact = std::exp2((double)x);
    const int exponent = (int)std::floor((double)x);
    const double result = exact + share_of(x) * 1.5 * std::exp2(exponent - 23.0);
    return result < 0x1p-126 ? 0.0f : (float)result;
}

WS_HELPER float approximate_reciprocal(float x) {
    const double exact = 1.0 / (double)x;
    const float result = (float)(exact + exact * share_of(x) * 0x1p-24);
    return std::fabs(result) < 0x1p-126f ? std::copysign(0.0f, x) : result;
}

#endif
