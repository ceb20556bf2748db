// cuda::atomic: a value that the threads of a scope may read and change at the same time.
#pragma once

#include "access.h"

namespace cuda {

/// An atomic T of 1, 2, 4 or 8 bytes, in a place of 4 or 8. Its memory is global, shared or the
/// host's: device code cannot update one in a local variable (PTX ISA, "atom").
template<class T, thread_scope Scope = thread_scope_system>
class atomic {
    using Access = warpscope_detail::AtomicAccess<Scope>;

public:
    /// The value is undefined, so that __shared__ variables can have this type.
    atomic() = default;
    WARPSCOPE_MEMBER constexpr atomic(T value) noexcept : value_(value) {}
    atomic(const atomic&) = delete;
    atomic& operator=(const atomic&) = delete;

#define WARPSCOPE_SELF
#include "members.inc"
#undef WARPSCOPE_SELF

private:
    WARPSCOPE_MEMBER const T* place() const { return &value_; }
    WARPSCOPE_MEMBER T* place() { return &value_; }

    alignas(sizeof(T) < 4 ? 4 : sizeof(T)) T value_;
};

namespace std {
template<class T>
using atomic = ::cuda::atomic<T, thread_scope_system>;
} // namespace std

} // namespace cuda
