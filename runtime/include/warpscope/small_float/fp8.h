// __nv_fp8_e4m3, __nv_fp8_e5m2 and their pairs and fours, from one description of both formats.
#pragma once

#include "fp8_conversions.h"

#define WARPSCOPE_BYTE __nv_fp8_e4m3
#define WARPSCOPE_BYTE_PAIR __nv_fp8x2_e4m3
#define WARPSCOPE_BYTE_FOUR __nv_fp8x4_e4m3
#define WARPSCOPE_BYTE_KIND __NV_E4M3
#include "fp8_types.inc"
#undef WARPSCOPE_BYTE
#undef WARPSCOPE_BYTE_PAIR
#undef WARPSCOPE_BYTE_FOUR
#undef WARPSCOPE_BYTE_KIND

#define WARPSCOPE_BYTE __nv_fp8_e5m2
#define WARPSCOPE_BYTE_PAIR __nv_fp8x2_e5m2
#define WARPSCOPE_BYTE_FOUR __nv_fp8x4_e5m2
#define WARPSCOPE_BYTE_KIND __NV_E5M2
#include "fp8_types.inc"
#undef WARPSCOPE_BYTE
#undef WARPSCOPE_BYTE_PAIR
#undef WARPSCOPE_BYTE_FOUR
#undef WARPSCOPE_BYTE_KIND
