// The CUDA C++ language and runtime API, for programs compiled with clang and no CUDA toolkit.
//
// This is a contents page. Every compilation of a .cu file includes it first. nvcc brings its own.
#pragma once

#if defined(__NVCC__)
#include_next <cuda_runtime.h>
#else

#if defined(__CUDA__) && defined(__clang__)
// Device overloads must be declared before <cmath>: else its constexpr functions become
// host-and-device ones, which nothing can overload.
#include <__clang_cuda_math_forward_declares.h>

#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#endif

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdlib>
#include <utility>

#include "cuda.h"
#include "warpscope/qualifiers.h"
#include "warpscope/vector_functions.h"
#include "warpscope/vector_types.h"

#if defined(__CUDA__) && defined(__clang__)
#include "warpscope/compiler_headers.h"

#include "warpscope/atomics.h"
#include "warpscope/cached_access.h"
#include "warpscope/dynamic_programming.h"
#include "warpscope/float_overloads.h"
#include "warpscope/reduce.h"
#endif

#include "warpscope/math_overloads.h"
#include "warpscope/runtime_api.h"

#if defined(__CUDA__) && defined(__clang__)
#include "warpscope/surface_functions.h"
#include "warpscope/texture_functions.h"
#endif

#endif
