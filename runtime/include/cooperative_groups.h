// Cooperative groups: sets of threads as values, with their rank, size, barrier and exchanges.
//
// This is a contents page. nvcc brings its own.
#pragma once

#if defined(__NVCC__)
#include_next <cooperative_groups.h>
#else

#include "cuda_runtime.h"

#if defined(__CUDA__) && defined(__clang__)
#include "warpscope/groups/block.h"
#include "warpscope/groups/coalesced.h"
#include "warpscope/groups/grid.h"
#include "warpscope/groups/group.h"
#include "warpscope/groups/partition.h"
#include "warpscope/groups/tile.h"
#endif

#endif
