// The CUDA headers the compiler ships, included in the one order and environment they work in.
//
// They declare the device functions (__shfl_sync, __ldg, __fmaf_rn, sinf …) over compiler builtins
// and over the __nv_* functions of the device library.
#pragma once

#include <limits.h>

#include "builtin_variables.h"
#include "system_calls.h"
#include "vector_functions.h"

// The widest set of functions in both passes, so that host and device see the same overloads.
#pragma push_macro("__CUDA_ARCH__")
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#endif

typedef unsigned int cuuint32_t;

// Inlined and without line information: what they do belongs to the line that calls them.
// Since CUDA 9.2 the compiler's headers have __vadd2 and its kin as video instructions; before, as calls of the device
// library, which is what this asks for.
#pragma push_macro("CUDA_VERSION")
#undef CUDA_VERSION
#define CUDA_VERSION 9010
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))
#include <__clang_cuda_libdevice_declares.h>
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
// clang-format off: each of these needs what stands above it. The compiler's __reduce_*_sync are put aside for
// those of reduce.h.
#include <__clang_cuda_device_functions.h>
#pragma pop_macro("CUDA_VERSION")
#include <__clang_cuda_math.h>
#include "intrinsics.h"
#include <__clang_cuda_cmath.h>
#define __reduce_add_sync __warpscope_unused_reduce_add_sync
#define __reduce_min_sync __warpscope_unused_reduce_min_sync
#define __reduce_max_sync __warpscope_unused_reduce_max_sync
#define __reduce_and_sync __warpscope_unused_reduce_and_sync
#define __reduce_or_sync __warpscope_unused_reduce_or_sync
#define __reduce_xor_sync __warpscope_unused_reduce_xor_sync
#include <__clang_cuda_intrinsics.h>
#undef __reduce_add_sync
#undef __reduce_min_sync
#undef __reduce_max_sync
#undef __reduce_and_sync
#undef __reduce_or_sync
#undef __reduce_xor_sync
#include "min_max.h"
#include <__clang_cuda_complex_builtins.h>
// clang-format on
#pragma clang attribute pop
// Device versions of new and delete, which the compiler's wrapper defines once __device__ exists.
#include <new>
#pragma clang attribute pop

#pragma pop_macro("__CUDA_ARCH__")
