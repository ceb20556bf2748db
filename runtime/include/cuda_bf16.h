// __nv_bfloat16 and __nv_bfloat162: 16-bit floating-point numbers of 7 fraction bits and the range of float.
//
// This is a contents page. nvcc brings its own.
#pragma once

#if defined(__NVCC__)
#include_next <cuda_bf16.h>
#else

#include "cuda_runtime.h"
#include "warpscope/small_float/bfloat16.h"

#endif
