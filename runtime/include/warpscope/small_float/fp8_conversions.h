// Conversions of the 8-bit formats from and to float, double, half and bfloat16: CUDA's __nv_cvt_*.
//
// Instructions do them from sm_89 on (PTX ISA, "cvt"), where numbers beyond the range become the
// largest one; else, and on the host, the functions of fp8_formats.h.
#pragma once

#include "fp8_formats.h"

namespace warpscope_detail {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
#define WARPSCOPE_FP8_INSTRUCTIONS 1
#define WARPSCOPE_FP8(format, name)                                                                \
    WARPSCOPE_HOST_DEVICE unsigned short saturated_pair(format, float low, float high) {           \
        unsigned short d;                                                                          \
        asm("cvt.rn.satfinite." name "x2.f32 %0, %1, %2;" : "=h"(d) : "f"(high), "f"(low));        \
        return d;                                                                                  \
    }                                                                                              \
    WARPSCOPE_HOST_DEVICE unsigned halves_of(format, unsigned short pair) {                        \
        unsigned d;                                                                                \
        asm("cvt.rn.f16x2." name "x2 %0, %1;" : "=r"(d) : "h"(pair));                              \
        return d;                                                                                  \
    }
WARPSCOPE_FP8(E4m3Format, "e4m3")
WARPSCOPE_FP8(E5m2Format, "e5m2")
#undef WARPSCOPE_FP8
#endif

template<class Format>
WARPSCOPE_HOST_DEVICE __nv_fp8_storage_t narrowed_to_byte(float value,
                                                          __nv_saturation_t saturation) {
#if defined(WARPSCOPE_FP8_INSTRUCTIONS)
    if (saturation == __NV_SATFINITE)
        return static_cast<__nv_fp8_storage_t>(saturated_pair(Format(), value, 0.0f));
#endif
    return byte_of<Format>(value, saturation);
}

template<class Format>
WARPSCOPE_HOST_DEVICE __nv_fp8x2_storage_t narrowed_to_bytes(float low, float high,
                                                             __nv_saturation_t saturation) {
#if defined(WARPSCOPE_FP8_INSTRUCTIONS)
    if (saturation == __NV_SATFINITE) return saturated_pair(Format(), low, high);
#endif
    return static_cast<__nv_fp8x2_storage_t>(byte_of<Format>(low, saturation) |
                                             byte_of<Format>(high, saturation) << 8);
}

template<class Format>
WARPSCOPE_HOST_DEVICE __half2 widened_to_halves(__nv_fp8x2_storage_t pair) {
#if defined(WARPSCOPE_FP8_INSTRUCTIONS)
    return __half2::of_bits(halves_of(Format(), pair));
#else
    return {__half::of_bits(half_bits_of<Format>(static_cast<__nv_fp8_storage_t>(pair))),
            __half::of_bits(half_bits_of<Format>(static_cast<__nv_fp8_storage_t>(pair >> 8)))};
#endif
}

/// From doubles by way of a float that rounds as they do. Their NaN has another pattern than
/// float's and keeps its sign, as with CUDA's own header.
template<class Format>
WARPSCOPE_HOST_DEVICE __nv_fp8_storage_t narrowed_to_byte(double value,
                                                          __nv_saturation_t saturation) {
    if (value == value) return narrowed_to_byte<Format>(sticky(__half(), value), saturation);
    const auto bits = __builtin_bit_cast(unsigned long long, value);
    return static_cast<__nv_fp8_storage_t>((bits >> 56 & 0x80u) | Format::nan_of_double);
}
template<class Format>
WARPSCOPE_HOST_DEVICE __nv_fp8x2_storage_t narrowed_to_bytes(double low, double high,
                                                             __nv_saturation_t saturation) {
    return static_cast<__nv_fp8x2_storage_t>(narrowed_to_byte<Format>(low, saturation) |
                                             narrowed_to_byte<Format>(high, saturation) << 8);
}

} // namespace warpscope_detail

// One number and two, from each type: `...` is what makes floats of the argument x.
#define WARPSCOPE_FP8_CHOICE(function, ...)                                                        \
    kind == __NV_E4M3 ? warpscope_detail::function<warpscope_detail::E4m3Format>(__VA_ARGS__)      \
                      : warpscope_detail::function<warpscope_detail::E5m2Format>(__VA_ARGS__)
#define WARPSCOPE_FP8_FROM(name, type, ...)                                                        \
    WARPSCOPE_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_##name##_to_fp8(                             \
        const type x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind) {    \
        return WARPSCOPE_FP8_CHOICE(narrowed_to_byte, __VA_ARGS__, saturate);                      \
    }
#define WARPSCOPE_FP8_FROM_TWO(name, type, ...)                                                    \
    WARPSCOPE_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_##name##_to_fp8x2(                         \
        const type x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind) {    \
        return WARPSCOPE_FP8_CHOICE(narrowed_to_bytes, __VA_ARGS__, saturate);                     \
    }
WARPSCOPE_FP8_FROM(float, float, x)
WARPSCOPE_FP8_FROM(double, double, x)
WARPSCOPE_FP8_FROM(halfraw, __half_raw, static_cast<float>(__half(x)))
WARPSCOPE_FP8_FROM(bfloat16raw, __nv_bfloat16_raw, static_cast<float>(__nv_bfloat16(x)))
WARPSCOPE_FP8_FROM_TWO(float2, float2, x.x, x.y)
WARPSCOPE_FP8_FROM_TWO(double2, double2, x.x, x.y)
WARPSCOPE_FP8_FROM_TWO(halfraw2, __half2_raw, __low2float(__half2(x)), __high2float(__half2(x)))
WARPSCOPE_FP8_FROM_TWO(bfloat16raw2, __nv_bfloat162_raw, __low2float(__nv_bfloat162(x)),
                       __high2float(__nv_bfloat162(x)))
#undef WARPSCOPE_FP8_FROM
#undef WARPSCOPE_FP8_FROM_TWO

/// Exact.
WARPSCOPE_HOST_DEVICE __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x,
                                                             const __nv_fp8_interpretation_t kind) {
    return WARPSCOPE_FP8_CHOICE(widened_to_halves, x);
}
WARPSCOPE_HOST_DEVICE __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x,
                                                         const __nv_fp8_interpretation_t kind) {
    return __half2(__nv_cvt_fp8x2_to_halfraw2(x, kind)).x;
}
#undef WARPSCOPE_FP8_CHOICE
