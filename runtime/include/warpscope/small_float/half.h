// __half and __half2, by way of the operations that both 16-bit formats have.
#pragma once

#include "integers.h"
#include "rounding.h"

#define WARPSCOPE_SCALAR __half
#define WARPSCOPE_PAIR __half2
#define WARPSCOPE_OTHER __nv_bfloat16
#define WARPSCOPE_FORMAT ::warpscope_detail::HalfFormat
#define WARPSCOPE_NAME(before, after) before##half##after
#define WARPSCOPE_NAME_NAME(before, middle, after) before##half##middle##half##after
#define WARPSCOPE_PTX "f16"
#include "types.inc"
typedef __warpscope_half_raw __half_raw;
typedef __warpscope_half2_raw __half2_raw;

#include "conversions.inc"

#if defined(__CUDA__) && defined(__clang__)
#include "half_instructions.h"
#endif

#include "arithmetic.inc"

#include "comparisons.inc"

#if defined(__CUDA__) && defined(__clang__)
#include "functions.inc"

#include "lanes_and_memory.inc"
#endif

#undef WARPSCOPE_SCALAR
#undef WARPSCOPE_PAIR
#undef WARPSCOPE_OTHER
#undef WARPSCOPE_FORMAT
#undef WARPSCOPE_NAME
#undef WARPSCOPE_NAME_NAME
#undef WARPSCOPE_PTX

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

#define CUDART_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x0000u))
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x8000u))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001u))
#define CUDART_ONE_FP16 __ushort_as_half(static_cast<unsigned short>(0x3c00u))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bffu))
#define CUDART_INF_FP16 __ushort_as_half(static_cast<unsigned short>(0x7c00u))
#define CUDART_NAN_FP16 __ushort_as_half(static_cast<unsigned short>(0x7fffu))
