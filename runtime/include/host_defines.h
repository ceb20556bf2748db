// __host__, __device__ and the like, under CUDA's name for them.
#pragma once

#if defined(__NVCC__)
#include_next <host_defines.h>
#else
#include "warpscope/qualifiers.h"
#endif
