// Part of cooperative groups: see warpscope/groups/scan.h.
#pragma once

#if defined(__NVCC__)
#include_next <cooperative_groups/scan.h>
#else

#include "../cooperative_groups.h"

#if defined(__CUDA__) && defined(__clang__)
#include "../warpscope/groups/scan.h"
#endif

#endif
