// What CUDA gives barriers of block scope by mbarrier and bulk copy instructions, refused by name:
// the emulator has none of these instructions, and barriers here are ordinary words.
#pragma once

#include "../async/shape.h"
#include "barrier.h"

#define WARPSCOPE_NEEDS_MBARRIER(name, instead)                                                    \
    __attribute__((unavailable(                                                                    \
        name " needs mbarrier instructions, which Warpscope does not have: " instead)))

namespace cuda {
namespace device {

using block_barrier = ::cuda::barrier<thread_scope_block>;

WARPSCOPE_NEEDS_MBARRIER("barrier_native_handle", "use the members of cuda::barrier")
__device__ unsigned long long* barrier_native_handle(block_barrier&);
WARPSCOPE_NEEDS_MBARRIER("barrier_arrive_tx", "use cuda::memcpy_async and arrive")
__device__ block_barrier::arrival_token barrier_arrive_tx(block_barrier&, ptrdiff_t, ptrdiff_t);
WARPSCOPE_NEEDS_MBARRIER("barrier_expect_tx", "use cuda::memcpy_async")
__device__ void barrier_expect_tx(block_barrier&, ptrdiff_t);
template<class T, size_t Alignment>
WARPSCOPE_NEEDS_MBARRIER("memcpy_async_tx", "use cuda::memcpy_async")
__device__ void memcpy_async_tx(T*, const T*, aligned_size_t<Alignment>, block_barrier&);

} // namespace device
} // namespace cuda

#undef WARPSCOPE_NEEDS_MBARRIER
