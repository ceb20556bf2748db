// Part of cooperative groups: see warpscope/groups/reduce.h.
#pragma once

#if defined(__NVCC__)
#include_next <cooperative_groups/reduce.h>
#else

#include "../cooperative_groups.h"

#if defined(__CUDA__) && defined(__clang__)
#include "../warpscope/groups/reduce.h"
#endif

#endif
