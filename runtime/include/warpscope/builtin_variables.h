// threadIdx, blockIdx, blockDim, gridDim and warpSize in device code.
//
// Each component is a property whose getter reads the special register. The getters carry no line
// information, so the read belongs to the line that wrote `threadIdx.x`.
#pragma once

#include "vector_types.h"

#define WARPSCOPE_COMPONENT(component, read)                                                       \
    __declspec(property(get = get_##component)) unsigned int component;                            \
    __device__ __inline__                                                                          \
        __attribute__((always_inline, nodebug)) static unsigned int get_##component() {            \
        return read;                                                                               \
    }

// Copies are harmless (`auto t = threadIdx;`): a copy reads the same registers. The address is not
// to be had, as in CUDA.
#define WARPSCOPE_BUILTIN_VARIABLE(name, sreg)                                                     \
    struct __cuda_builtin_##name##_t {                                                             \
        WARPSCOPE_COMPONENT(x, __nvvm_read_ptx_sreg_##sreg##_x())                                  \
        WARPSCOPE_COMPONENT(y, __nvvm_read_ptx_sreg_##sreg##_y())                                  \
        WARPSCOPE_COMPONENT(z, __nvvm_read_ptx_sreg_##sreg##_z())                                  \
        __device__ __inline__ __attribute__((always_inline, nodebug)) operator dim3() const {      \
            return dim3(x, y, z);                                                                  \
        }                                                                                          \
        __device__ __inline__ __attribute__((always_inline, nodebug)) operator uint3() const {     \
            return uint3{x, y, z};                                                                 \
        }                                                                                          \
        __device__ void operator=(const __cuda_builtin_##name##_t&) const = delete;                \
        __device__ __cuda_builtin_##name##_t* operator&() const = delete;                          \
    };                                                                                             \
    static constexpr __device__ __cuda_builtin_##name##_t name{};

WARPSCOPE_BUILTIN_VARIABLE(threadIdx, tid)
WARPSCOPE_BUILTIN_VARIABLE(blockIdx, ctaid)
WARPSCOPE_BUILTIN_VARIABLE(blockDim, ntid)
WARPSCOPE_BUILTIN_VARIABLE(gridDim, nctaid)

#undef WARPSCOPE_BUILTIN_VARIABLE
#undef WARPSCOPE_COMPONENT

static constexpr __device__ int warpSize = 32;
