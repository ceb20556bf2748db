// Types of the runtime API, under an old name that programs still include.
#pragma once

#if defined(__NVCC__)
#include_next <builtin_types.h>
#else
#include "warpscope/driver_types.h"
#endif
