// Part of cooperative groups: see warpscope/groups/memcpy_async.h.
#pragma once

#if defined(__NVCC__)
#include_next <cooperative_groups/memcpy_async.h>
#else

#include "../cooperative_groups.h"

#if defined(__CUDA__) && defined(__clang__)
#include "../warpscope/groups/memcpy_async.h"
#endif

#endif
