// memcpy_async: the threads of a group copy together. Copies are done when the call returns, which
// the interface allows; programs must call wait all the same before they read.
#pragma once

#include "group.h"

namespace cuda {

/// A size known to be a multiple of N, of memory aligned so.
template<size_t N>
struct aligned_size_t {
    static constexpr size_t align = N;
    size_t value;
    WARPSCOPE_GROUP constexpr explicit aligned_size_t(size_t size) : value(size) {}
    WARPSCOPE_GROUP constexpr operator size_t() const { return value; }
};

} // namespace cuda

namespace cooperative_groups {
namespace details {

/// Copies in units of Word, as many as fit, and returns the bytes done.
template<class Word, class Group>
WARPSCOPE_GROUP size_t copy_words(const Group& group, char* to, const char* from, size_t bytes) {
    const size_t count = bytes / sizeof(Word);
    for (size_t i = group.thread_rank(); i < count; i += group.size())
        reinterpret_cast<Word*>(to)[i] = reinterpret_cast<const Word*>(from)[i];
    return count * sizeof(Word);
}

template<class Group>
WARPSCOPE_GROUP void copy_bytes(const Group& group, void* to, const void* from, size_t bytes) {
    char* target = static_cast<char*>(to);
    const char* source = static_cast<const char*>(from);
    const size_t alignment =
        reinterpret_cast<size_t>(target) | reinterpret_cast<size_t>(source);
    size_t done = 0;
    if (alignment % 16 == 0) done = copy_words<int4>(group, target, source, bytes);
    else if (alignment % 4 == 0) done = copy_words<int>(group, target, source, bytes);
    copy_words<char>(group, target + done, source + done, bytes - done);
}

} // namespace details

/// Bytes, from shared or global memory to either.
template<class Group, class T, class Size>
WARPSCOPE_GROUP void memcpy_async(const Group& group, T* to, const T* from, const Size& bytes) {
    details::copy_bytes(group, to, from, static_cast<size_t>(bytes));
}
template<class Group, class Size>
WARPSCOPE_GROUP void memcpy_async(const Group& group, void* to, const void* from,
                                  const Size& bytes) {
    details::copy_bytes(group, to, from, static_cast<size_t>(bytes));
}
/// Elements: as many as both sides have.
template<class Group, class T, class ToSize, class FromSize>
WARPSCOPE_GROUP void memcpy_async(const Group& group, T* to, const ToSize& to_count, const T* from,
                                  const FromSize& from_count) {
    const size_t count = static_cast<size_t>(to_count) < static_cast<size_t>(from_count)
                             ? static_cast<size_t>(to_count)
                             : static_cast<size_t>(from_count);
    details::copy_bytes(group, to, from, count * sizeof(T));
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
