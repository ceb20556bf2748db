// __reduce_*_sync for both integer types; the compiler's own pass mask and value in the wrong order.
#pragma once

#include "qualifiers.h"

#define WARPSCOPE_REDUCE(name, type, builtin)                                                      \
    WARPSCOPE_DEVICE type name(unsigned int mask, type value) { return builtin(value, mask); }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
WARPSCOPE_REDUCE(__reduce_add_sync, int, __nvvm_redux_sync_add)
WARPSCOPE_REDUCE(__reduce_add_sync, unsigned int, __nvvm_redux_sync_add)
WARPSCOPE_REDUCE(__reduce_min_sync, int, __nvvm_redux_sync_min)
WARPSCOPE_REDUCE(__reduce_min_sync, unsigned int, __nvvm_redux_sync_umin)
WARPSCOPE_REDUCE(__reduce_max_sync, int, __nvvm_redux_sync_max)
WARPSCOPE_REDUCE(__reduce_max_sync, unsigned int, __nvvm_redux_sync_umax)
WARPSCOPE_REDUCE(__reduce_and_sync, unsigned int, __nvvm_redux_sync_and)
WARPSCOPE_REDUCE(__reduce_or_sync, unsigned int, __nvvm_redux_sync_or)
WARPSCOPE_REDUCE(__reduce_xor_sync, unsigned int, __nvvm_redux_sync_xor)
#endif

#undef WARPSCOPE_REDUCE
