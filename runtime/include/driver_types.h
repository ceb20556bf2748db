// Handles, flags and structures of the runtime API, under CUDA's name for them.
#pragma once

#if defined(__NVCC__)
#include_next <driver_types.h>
#else
#include "warpscope/driver_types.h"
#endif
