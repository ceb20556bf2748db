// The version of CUDA these headers follow. The driver API is not provided.
#pragma once

#if defined(__NVCC__)
#include_next <cuda.h>
#else
#define CUDA_VERSION 12040
#endif
