// The vector types, under CUDA's name for them.
#pragma once

#if defined(__NVCC__)
#include_next <vector_types.h>
#else
#include "warpscope/vector_types.h"
#endif
