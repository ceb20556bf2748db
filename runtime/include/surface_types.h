// Handles, flags and structures of the runtime API, under CUDA's name for them.
#pragma once

#if defined(__NVCC__)
#include_next <surface_types.h>
#else
#include "warpscope/texture_types.h"
#endif
