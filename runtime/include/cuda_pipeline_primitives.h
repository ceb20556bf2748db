// The pipeline primitives of C. nvcc brings its own.
#pragma once

#if defined(__NVCC__)
#include_next <cuda_pipeline_primitives.h>
#else

#include "cuda_runtime.h"

#if defined(__CUDA__) && defined(__clang__)
#include "warpscope/pipeline/primitives.h"
#endif

#endif
