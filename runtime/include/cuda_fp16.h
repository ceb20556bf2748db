// __half and __half2: 16-bit floating-point numbers of 10 fraction bits.
//
// This is a contents page. nvcc brings its own.
#pragma once

#if defined(__NVCC__)
#include_next <cuda_fp16.h>
#else

#include "cuda_runtime.h"
#include "warpscope/small_float/half.h"

#endif
