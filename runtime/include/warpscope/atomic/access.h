// How an object of each scope is accessed, in device code and in host code.
#pragma once

#if defined(__CUDA_ARCH__)
#include "plain_access.h"
#include "ptx_access.h"
#else
#include "host_access.h"
#endif

namespace warpscope_detail {

#if defined(__CUDA_ARCH__)
template<thread_scope scope>
struct atomic_access {
    using type = PtxAccess<scope>;
};
template<>
struct atomic_access<cuda::thread_scope_thread> {
    using type = PlainAccess;
};
#else
template<thread_scope>
struct atomic_access {
    using type = HostAccess;
};
#endif

template<thread_scope scope>
using AtomicAccess = typename atomic_access<scope>::type;

/// Between two looks at a value that others will change. In device code nothing: a loop with an
/// ordered load lets the other lanes of the warp run.
WARPSCOPE_MEMBER void pause_waiting() {
#if !defined(__CUDA_ARCH__)
    sched_yield();
#endif
}

} // namespace warpscope_detail
