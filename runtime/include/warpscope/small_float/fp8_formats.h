// The 8-bit formats, and their conversions bit by bit.
//
// E4M3 has 3 fraction bits, no infinity and one NaN of each sign, so that its largest number is
// 448; E5M2 has 2 fraction bits and IEEE 754's special values, its largest number is 57344.
// Narrowing rounds to nearest even.
#pragma once

#include "bfloat16.h"
#include "half.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;

/// What becomes of numbers beyond the range: infinity (NaN in E4M3), or the largest number. NaN
/// stays NaN in both.
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

namespace warpscope_detail {

struct E4m3Format {
    static constexpr int fraction_bits = 3, exponent_bits = 4;
    static constexpr unsigned largest = 0x7e, beyond = 0x7f, nan_of_double = 0x7f;
    static constexpr auto kind = __NV_E4M3;
};
struct E5m2Format {
    static constexpr int fraction_bits = 2, exponent_bits = 5;
    static constexpr unsigned largest = 0x7b, beyond = 0x7c, nan_of_double = 0x7e;
    static constexpr auto kind = __NV_E5M2;
};

template<class Format>
WARPSCOPE_HOST_DEVICE __nv_fp8_storage_t byte_of(float value, __nv_saturation_t saturation) {
    const unsigned bits = __builtin_bit_cast(unsigned, value), magnitude = bits & 0x7fffffffu;
    const unsigned sign = bits >> 24 & 0x80u;
    if (magnitude > 0x7f800000u) return 0x7f;
    unsigned result = Format::beyond;
    if (magnitude < 0x7f800000u)
        result = rounded_magnitude<Format::fraction_bits, Format::exponent_bits>(
            magnitude, sign != 0, Direction::nearest);
    if (result > Format::largest)
        result = saturation == __NV_SATFINITE ? Format::largest : Format::beyond;
    return static_cast<__nv_fp8_storage_t>(sign | result);
}

/// The bits of the half that has the value.
template<class Format>
WARPSCOPE_HOST_DEVICE unsigned short half_bits_of(__nv_fp8_storage_t byte) {
    const unsigned magnitude = byte & 0x7fu, sign = (byte & 0x80u) << 8;
    if constexpr (Format::kind == __NV_E5M2) { // the upper half of it
        return static_cast<unsigned short>(magnitude > 0x7c ? 0x7fff : sign | magnitude << 8);
    } else {
        if (magnitude == 0x7f) return 0x7fff;
        if (magnitude >= 8) // the exponent has 8 more in half
            return static_cast<unsigned short>(sign | ((magnitude << 7) + (8u << 10)));
        const __half small(static_cast<float>(magnitude) * 0x1p-9f);
        return static_cast<unsigned short>(sign | small.bits());
    }
}

} // namespace warpscope_detail
