// memcpy_async: the threads of a group copy together. Copies are done when the call returns, which
// the interface allows; programs must call wait all the same before they read.
#pragma once

#include "../async/copy_bytes.h"
#include "../async/shape.h"
#include "group.h"

namespace cooperative_groups {

/// Bytes, from shared or global memory to either.
template<class Group, class T, class Size>
WARPSCOPE_GROUP void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes) {
    warpscope_detail::copy_bytes<alignof(T)>(group, to, from, bytes);
}
template<class Group, class Size>
WARPSCOPE_GROUP void memcpy_async(const Group& group, void* to, const void* from,
                                  const Size& bytes) {
    warpscope_detail::copy_bytes(group, to, from, bytes);
}
/// Elements: as many as both sides have.
template<class Group, class T, class ToSize, class FromSize>
WARPSCOPE_GROUP void memcpy_async(const Group& group, T* to, const ToSize& to_count, const T* from,
                                  const FromSize& from_count) {
    const size_t count = static_cast<size_t>(to_count) < static_cast<size_t>(from_count)
                             ? static_cast<size_t>(to_count)
                             : static_cast<size_t>(from_count);
    warpscope_detail::copy_bytes<alignof(T)>(group, to, from, count * sizeof(T));
}

/// Waits for the group's copies; afterwards all its threads see them.
template<class Group>
WARPSCOPE_GROUP void wait(const Group& group) {
    group.sync();
}
/// Waits for all but the last N steps of copies.
template<unsigned N, class Group>
WARPSCOPE_GROUP void wait_prior(const Group& group) {
    group.sync();
}

} // namespace cooperative_groups
