// cuda::memcpy_async with a pipeline: copies that belong to the stage that the thread has acquired.
//
// A copy is done when the call returns, which the interface allows; it is no cp.async instruction.
// Programs must wait for the stage all the same before they read.
#pragma once

#include <type_traits>

#include "../barrier/barrier.h"
#include "../pipeline/pipeline.h"
#include "copy_bytes.h"
#include "shape.h"

namespace cuda {

/// Bytes, from and to any memory that the threads reach: all threads of the group call it alike,
/// and each copies a part.
template<class Group, class Size, thread_scope Scope>
WARPSCOPE_MEMBER void memcpy_async(const Group& group, void* to, const void* from, Size bytes,
                                   pipeline<Scope>&) {
    warpscope_detail::copy_bytes(group, to, from, bytes);
}
template<class Group, class T, class Size, thread_scope Scope>
WARPSCOPE_MEMBER void memcpy_async(const Group& group, T* to, const T* from, Size bytes,
                                   pipeline<Scope>&) {
    static_assert(::std::is_trivially_copyable<T>::value, "memcpy_async copies plain values only");
    warpscope_detail::copy_bytes<alignof(T)>(group, to, from, bytes);
}

/// The calling thread copies alone.
template<class Size, thread_scope Scope>
WARPSCOPE_MEMBER void memcpy_async(void* to, const void* from, Size bytes, pipeline<Scope>& stage) {
    memcpy_async(warpscope_detail::OneThread(), to, from, bytes, stage);
}
template<class T, class Size, thread_scope Scope>
WARPSCOPE_MEMBER void memcpy_async(T* to, const T* from, Size bytes, pipeline<Scope>& stage) {
    memcpy_async(warpscope_detail::OneThread(), to, from, bytes, stage);
}

/// Waits for the copies of all stages but the last Prior ones.
template<uint8_t Prior>
WARPSCOPE_MEMBER void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&) {}

/// The current phase of the barrier waits for the copies that the thread has made.
template<thread_scope Scope, class CompletionFunction>
WARPSCOPE_MEMBER void pipeline_producer_commit(pipeline<thread_scope_thread>&,
                                               barrier<Scope, CompletionFunction>& phase) {
    warpscope_detail::WorkOfPhase::begin(phase);
    warpscope_detail::WorkOfPhase::end(phase);
}

} // namespace cuda
