// Part of cuda_runtime.h, under a name that programs include.
#pragma once

#if defined(__NVCC__)
#include_next <cuda_device_runtime_api.h>
#else
#include "warpscope/runtime_api.h"
#endif
