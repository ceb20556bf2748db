// The CUDA runtime API, under the name that plain C++ files include.
#pragma once

#if defined(__NVCC__)
#include_next <cuda_runtime_api.h>
#else
#include "warpscope/runtime_api.h"
#endif
