// cuda::memcpy_async with a barrier: copies that the current phase of the barrier waits for.
//
// A copy is done when the call returns, which the interface allows; it is no cp.async instruction.
// Programs must wait for the phase all the same before they read.
#pragma once

#include <type_traits>

#include "../barrier/barrier.h"
#include "copy_bytes.h"
#include "shape.h"

namespace warpscope_detail {

template<size_t known, class Group, class Size, class Barrier>
WARPSCOPE_MEMBER void copy_in_phase(const Group& group, void* to, const void* from, Size bytes,
                                    Barrier& phase) {
    WorkOfPhase::begin(phase);
    copy_bytes<known>(group, to, from, bytes);
    WorkOfPhase::end(phase);
}

} // namespace warpscope_detail

namespace cuda {

/// Bytes, from and to any memory that the threads reach: all threads of the group call it alike,
/// each copies a part, and the current phase does not end before the parts are copied.
template<class Group, class Size, thread_scope Scope, class CompletionFunction>
WARPSCOPE_MEMBER void memcpy_async(const Group& group, void* to, const void* from, Size bytes,
                                   barrier<Scope, CompletionFunction>& phase) {
    warpscope_detail::copy_in_phase<1>(group, to, from, bytes, phase);
}
template<class Group, class T, class Size, thread_scope Scope, class CompletionFunction>
WARPSCOPE_MEMBER void memcpy_async(const Group& group, T* to, const T* from, Size bytes,
                                   barrier<Scope, CompletionFunction>& phase) {
    static_assert(::std::is_trivially_copyable<T>::value, "memcpy_async copies plain values only");
    warpscope_detail::copy_in_phase<alignof(T)>(group, to, from, bytes, phase);
}

/// The calling thread copies alone.
template<class Size, thread_scope Scope, class CompletionFunction>
WARPSCOPE_MEMBER void memcpy_async(void* to, const void* from, Size bytes,
                                   barrier<Scope, CompletionFunction>& phase) {
    memcpy_async(warpscope_detail::OneThread(), to, from, bytes, phase);
}
template<class T, class Size, thread_scope Scope, class CompletionFunction>
WARPSCOPE_MEMBER void memcpy_async(T* to, const T* from, Size bytes,
                                   barrier<Scope, CompletionFunction>& phase) {
    memcpy_async(warpscope_detail::OneThread(), to, from, bytes, phase);
}

} // namespace cuda
