// __nv_bfloat16 and __nv_bfloat162, by way of the operations that both 16-bit formats have.
#pragma once

#include "half.h"
#include "integers.h"
#include "rounding.h"

#define WARPSCOPE_SCALAR __nv_bfloat16
#define WARPSCOPE_PAIR __nv_bfloat162
#define WARPSCOPE_OTHER __half
#define WARPSCOPE_FORMAT ::warpscope_detail::Bfloat16Format
#define WARPSCOPE_NAME(before, after) before##bfloat16##after
#define WARPSCOPE_NAME_NAME(before, middle, after) before##bfloat16##middle##bfloat16##after
#define WARPSCOPE_PTX "bf16"
#include "types.inc"
typedef __warpscope_bfloat16_raw __nv_bfloat16_raw;
typedef __warpscope_bfloat162_raw __nv_bfloat162_raw;

#include "conversions.inc"

#if defined(__CUDA__) && defined(__clang__)
#include "bfloat16_instructions.h"
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

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0000u))
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x8000u))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001u))
#define CUDART_ONE_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x3f80u))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f7fu))
#define CUDART_INF_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f80u))
#define CUDART_NAN_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7fffu))

__host__ __device__ inline __half::__half(const __nv_bfloat16& value)
    : __half(static_cast<float>(value)) {}
__host__ __device__ inline __nv_bfloat16::__nv_bfloat16(const __half& value)
    : __nv_bfloat16(static_cast<float>(value)) {}
