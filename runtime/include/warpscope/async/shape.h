// cuda::aligned_size_t: a number of bytes whose alignment is known.
#pragma once

#include <stddef.h>

#include "../qualifiers.h"

namespace cuda {

/// A multiple of Alignment bytes, of memory aligned so.
template<size_t Alignment>
struct aligned_size_t {
    static constexpr size_t align = Alignment;
    size_t value;
    WARPSCOPE_MEMBER constexpr explicit aligned_size_t(size_t size) : value(size) {}
    WARPSCOPE_MEMBER constexpr operator size_t() const { return value; }
};

} // namespace cuda
