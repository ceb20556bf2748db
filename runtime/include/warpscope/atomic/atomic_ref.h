// cuda::atomic_ref: atomic access to an ordinary variable.
#pragma once

#include "access.h"

namespace cuda {

/// While a variable is used through one, it must be used through such references only, all of the
/// same scope. It is aligned to its size, in memory as for cuda::atomic. A single byte is changed
/// together with its neighbour in the same two bytes, which must be memory of the program, too.
template<class T, thread_scope Scope = thread_scope_system>
class atomic_ref {
    using Access = warpscope_detail::AtomicAccess<Scope>;

public:
    static constexpr size_t required_alignment = sizeof(T);

    WARPSCOPE_MEMBER explicit atomic_ref(T& variable) noexcept : place_(&variable) {}
    atomic_ref(const atomic_ref&) = default;
    atomic_ref& operator=(const atomic_ref&) = delete;

#define WARPSCOPE_SELF const
#include "members.inc"
#undef WARPSCOPE_SELF

private:
    WARPSCOPE_MEMBER T* place() const { return place_; }

    T* place_;
};

namespace std {
template<class T>
using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
} // namespace std

} // namespace cuda
