// __nv_fp8_e4m3 and __nv_fp8_e5m2: 8-bit floating-point numbers, alone, in pairs and by four.
//
// This is a contents page. nvcc brings its own.
#pragma once

#if defined(__NVCC__)
#include_next <cuda_fp8.h>
#else

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "warpscope/small_float/fp8.h"

#endif
