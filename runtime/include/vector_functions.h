// make_int2 and the like, under CUDA's name for them.
#pragma once

#if defined(__NVCC__)
#include_next <vector_functions.h>
#else
#include "warpscope/vector_functions.h"
#endif
