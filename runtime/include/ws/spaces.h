// Index spaces: the ways in which the threads of a launch divide the elements of a buffer.
//
// `code` and the two numbers of `shape` travel in every owned span, so that the runtime can say
// which thread an element belongs to.
#pragma once

#include "ws/qualifiers.h"

namespace ws {

/// Element blockIdx.x * blockDim.x + threadIdx.x.
struct linear {
    static constexpr unsigned code = 1;
    static constexpr bool has_shape = false;
};

/// Element row * Stride + column of a matrix whose row length is known when the kernel is compiled.
template<std::uint32_t Stride>
struct rows {
    static_assert(Stride > 0, "a row holds at least one element");
    static constexpr unsigned code = 2;
    static constexpr bool has_shape = true;
    static constexpr std::uint32_t first = Stride, second = 0;
};

/// The same where the row length comes with the span.
struct pitched {
    static constexpr unsigned code = 3;
    static constexpr bool has_shape = true;
};

/// One element for each warp.
struct warps {
    static constexpr unsigned code = 4;
    static constexpr bool has_shape = false;
};

/// N consecutive elements for each thread.
template<std::uint32_t N>
struct runs {
    static_assert(N > 0, "a run holds at least one element");
    static constexpr unsigned code = 5;
    static constexpr bool has_shape = true;
    static constexpr std::uint32_t first = N, second = 0;
};

/// Runs of N elements, dealt to the threads in turn until all are dealt.
template<std::uint32_t N>
struct strided_runs {
    static_assert(N > 0, "a run holds at least one element");
    static constexpr unsigned code = 6;
    static constexpr bool has_shape = true;
    static constexpr std::uint32_t first = N, second = 0;
};

/// A tile of Rows x Columns elements of a row-major matrix for each thread.
template<std::uint32_t Rows, std::uint32_t Columns>
struct tiles {
    static_assert(Rows > 0 && Columns > 0 && Rows < 65536 && Columns < 65536,
                  "a tile has 1 to 65535 rows and columns");
    static constexpr unsigned code = 7;
    static constexpr bool has_shape = true;
};

template<class S>
concept index_space = requires {
    { S::code } -> std::convertible_to<unsigned>;
    { S::has_shape } -> std::convertible_to<bool>;
};

} // namespace ws
