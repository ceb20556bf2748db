// The bytes of an owned span, by which the runtime finds it among a launch's arguments.
//
// {data 8, size 4, tag 4} and, for spaces with numbers of their own, {first 4, second 4}. The tag
// is 0xD15A in the upper half, then four bits of the space's code (8: scatter), then twelve of the
// element's size in bytes. Reader of these: sim/checkers/owned_buffers.h.
#pragma once

#include "ws/spaces.h"

#include <stdexcept>
#include <string>

namespace ws {

inline constexpr unsigned scatter_code = 8;

/// Elements of an owned span; the largest number is left for "none".
inline constexpr std::uint64_t largest_owned_size = 0xFFFFFFFFu - 1;

template<element T>
WS_BOTH constexpr std::uint32_t owned_tag(unsigned code) {
    return 0xD15A0000u | code << 12 | static_cast<std::uint32_t>(sizeof(T));
}

/// `size` as a span keeps it. Throws std::length_error when it is too large.
inline __host__ std::uint32_t checked_size(std::uint64_t size) {
    if (size > largest_owned_size)
        throw std::length_error("an owned span of " + std::to_string(size) +
                                " elements: it holds up to " + std::to_string(largest_owned_size) +
                                "; divide the buffer among several launches");
    return static_cast<std::uint32_t>(size);
}

/// Two more words for the spaces that need them.
template<bool HasShape>
struct shape_words {
    __host__ shape_words(std::uint32_t, std::uint32_t) {}
};
template<>
struct shape_words<true> {
    __host__ shape_words(std::uint32_t first, std::uint32_t second)
        : first_(first), second_(second) {}
    std::uint32_t first_, second_;
};

} // namespace ws
