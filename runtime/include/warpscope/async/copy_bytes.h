// Copies that the threads of a group make together, in the widest words that fit.
#pragma once

#include <stddef.h>

#include "shape.h"

namespace warpscope_detail {

/// A group of one thread: what copies without a group are made by.
struct OneThread {
    WARPSCOPE_MEMBER static constexpr size_t thread_rank() { return 0; }
    WARPSCOPE_MEMBER static constexpr size_t size() { return 1; }
};

/// A word of that many bytes, which may be part of an object of any type.
template<size_t width>
struct copy_word;
#define WARPSCOPE_COPY_WORD(width, ...)                                                            \
    template<>                                                                                     \
    struct copy_word<width> {                                                                      \
        typedef __VA_ARGS__ type __attribute__((may_alias));                                       \
    };
WARPSCOPE_COPY_WORD(1, unsigned char)
WARPSCOPE_COPY_WORD(2, unsigned short)
WARPSCOPE_COPY_WORD(4, unsigned int)
WARPSCOPE_COPY_WORD(8, unsigned long long)
WARPSCOPE_COPY_WORD(16, unsigned int __attribute__((vector_size(16))))
#undef WARPSCOPE_COPY_WORD

/// The calling thread's part of a copy in words of `width` bytes, to which both sides are aligned,
/// as many as fit; returns the bytes that the group copies so.
template<size_t width, class Group>
WARPSCOPE_MEMBER size_t copy_words(const Group& group, char* to, const char* from, size_t bytes) {
    using Word = typename copy_word<width>::type;
    const size_t count = bytes / width;
    for (size_t i = group.thread_rank(); i < count; i += group.size())
        reinterpret_cast<Word*>(to)[i] = reinterpret_cast<const Word*>(from)[i];
    return count * width;
}

/// What a size says about the addresses and itself: multiples of this.
template<class Size>
inline constexpr size_t alignment_of_size = 1;
template<size_t alignment>
inline constexpr size_t alignment_of_size<cuda::aligned_size_t<alignment>> = alignment;

/// Whether the addresses, which are multiples of `known`, and the size are multiples of `width`.
template<size_t width, size_t known, class Size>
WARPSCOPE_MEMBER bool fits(size_t addresses, const Size& size) {
    if constexpr (alignment_of_size<Size> >= width) return true;
    const size_t bytes = static_cast<size_t>(size);
    return (known >= width ? bytes : addresses | bytes) % width == 0;
}

/// All threads of the group call it alike, and each copies a part. `known` is the alignment of the
/// addresses as far as their types tell.
template<size_t known = 1, class Group, class Size>
WARPSCOPE_MEMBER void copy_bytes(const Group& group, void* to, const void* from, const Size& size) {
    char* const target = static_cast<char*>(to);
    const char* const source = static_cast<const char*>(from);
    const size_t bytes = static_cast<size_t>(size);
    const size_t addresses = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from);
    if (fits<16, known>(addresses, size)) {
        copy_words<16>(group, target, source, bytes);
    } else if (fits<8, known>(addresses, size)) {
        copy_words<8>(group, target, source, bytes);
    } else if (fits<4, known>(addresses, size)) {
        copy_words<4>(group, target, source, bytes);
    } else if (fits<2, known>(addresses, size)) {
        copy_words<2>(group, target, source, bytes);
    } else {
        const size_t done = addresses % 4 == 0 ? copy_words<4>(group, target, source, bytes) : 0;
        copy_words<1>(group, target + done, source + done, bytes - done);
    }
}

} // namespace warpscope_detail
