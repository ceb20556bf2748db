// How the functions of ws:: are declared, and what host and device code may call.
#pragma once

#include <cuda_runtime.h>

#include <concepts>
#include <cstdint>
#include <type_traits>

#if defined(__clang__) && defined(__CUDA__)
// Without line information of their own: what they do belongs to the line that calls them.
#define WS_DEVICE __device__ __attribute__((always_inline, nodebug)) inline
#define WS_BOTH __host__ __device__ __attribute__((always_inline, nodebug)) inline
#elif defined(__CUDACC__)
#define WS_DEVICE __device__ __forceinline__
#define WS_BOTH __host__ __device__ __forceinline__
#else
#define WS_DEVICE __device__ inline
#define WS_BOTH inline
#endif

// What a launch must be like for an index to name one thread alone: a comment in the PTX, which the
// runtime reads before the launch. It costs no instruction. Never inside a loop: compilers do not
// unroll loops with assembly in them.
#if defined(__CUDA_ARCH__)
#define WS_LAUNCH_FACT(text, ...) asm volatile("// ws.launch " text __VA_ARGS__)
#else
#define WS_LAUNCH_FACT(text, ...) ((void)0)
#endif

namespace ws {

/// What spans hold: objects whose bytes are their value.
template<class T>
concept element = std::is_trivially_copyable_v<T> && std::is_object_v<T> && sizeof(T) < 4096;

} // namespace ws
