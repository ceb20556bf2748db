// The words CUDA adds to C++: __global__, __device__, __shared__ and their companions.
//
// Outside a CUDA compilation (a .cpp file that includes a shared header) they vanish.
#pragma once

#define CUDARTAPI
#define CUDART_CB

#if defined(__CUDA__) && defined(__clang__)

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))

// A managed variable is a device variable whose host copy lives in a section of its own: that is
// how the runtime tells it from others when the variable is registered.
#if defined(__CUDA_ARCH__)
#define __managed__ __attribute__((device))
#else
#define __managed__ __attribute__((device)) __attribute__((section("ws_managed")))
#endif

#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
// A hint that a parameter is read only; no program depends on it.
#define __grid_constant__

// __noinline__ is a keyword of this compiler.
#define __forceinline__ __inline__ __attribute__((always_inline))

// Our own wrappers: inlined, and without line information, so that what they do is attributed to
// the line that calls them.
#define WARPSCOPE_DEVICE static __device__ __inline__ __attribute__((always_inline, nodebug))
#define WARPSCOPE_HOST static __host__ __inline__ __attribute__((always_inline, nodebug))
#define WARPSCOPE_HOST_DEVICE                                                                      \
    static __host__ __device__ __inline__ __attribute__((always_inline, nodebug))
// The same for members of classes that host and device code use.
#define WARPSCOPE_MEMBER __host__ __device__ __inline__ __attribute__((always_inline, nodebug))

#else

#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define WARPSCOPE_HOST static inline
#define WARPSCOPE_HOST_DEVICE static inline
#define WARPSCOPE_MEMBER inline

#endif

#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
