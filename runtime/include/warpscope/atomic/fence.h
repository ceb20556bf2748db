// Fences: what a thread did before one comes before what it does after, for the threads of a scope.
#pragma once

#include "access.h"

namespace cuda {

/// PTX fence.sc, or fence.acq_rel for any weaker order; nothing when relaxed.
WARPSCOPE_MEMBER void atomic_thread_fence(memory_order order,
                                          thread_scope scope = thread_scope_system) {
    using warpscope_detail::AtomicAccess;
    switch (scope) {
    case thread_scope_system: return AtomicAccess<thread_scope_system>::fence(order);
    case thread_scope_device: return AtomicAccess<thread_scope_device>::fence(order);
    case thread_scope_block: return AtomicAccess<thread_scope_block>::fence(order);
    case thread_scope_thread: return AtomicAccess<thread_scope_thread>::fence(order);
    }
}
/// Keeps the compiler from moving accesses across it; no instruction.
WARPSCOPE_MEMBER void atomic_signal_fence(memory_order) {
    __asm__ volatile("" ::: "memory");
}

namespace std {
WARPSCOPE_MEMBER void atomic_thread_fence(memory_order order) {
    ::cuda::atomic_thread_fence(order, thread_scope_system);
}
using ::cuda::atomic_signal_fence;
} // namespace std

} // namespace cuda
