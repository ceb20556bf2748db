// Part of cuda_runtime.h, under a name that programs include.
#pragma once

#if defined(__NVCC__)
#include_next <surface_indirect_functions.h>
#else
#include "cuda_runtime.h"
#endif
