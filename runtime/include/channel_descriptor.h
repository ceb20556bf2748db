// Handles, flags and structures of the runtime API, under CUDA's name for them.
#pragma once

#if defined(__NVCC__)
#include_next <channel_descriptor.h>
#else
#include "warpscope/channel_formats.h"
#endif
