// Witnesses: values that prove which elements belong to the calling thread and to no other.
//
// Only the functions here make them. That they name one thread alone depends on the launch (a 1-D
// index in a launch with blockDim.y > 1 names several); the runtime checks that before the launch.
#pragma once

#include "ws/spaces.h"

namespace ws {

template<element T, index_space S = linear>
class disjoint_span;

template<index_space S>
class thread_index;
WS_DEVICE thread_index<linear> index_1d();
template<std::uint32_t Stride>
WS_DEVICE thread_index<rows<Stride>> index_2d();
WS_DEVICE thread_index<pitched> index_2d(std::uint32_t pitch);
WS_DEVICE thread_index<warps> warp_index();
template<std::uint32_t N>
WS_DEVICE thread_index<runs<N>> run_index();

/// Indices that name no element: no span has as many.
inline constexpr std::uint32_t no_index = 0xFFFFFFFFu;

/// The one element of a thread in the space S.
template<index_space S>
class thread_index {
public:
    thread_index(const thread_index&) = default;
    thread_index& operator=(const thread_index&) = delete;

    /// Its number in the buffer; no_index where this thread has none.
    WS_DEVICE std::uint32_t value() const { return value_; }
    WS_DEVICE explicit operator bool() const { return value_ != no_index; }

private:
    WS_DEVICE explicit thread_index(std::uint32_t value) : value_(value) {}

    friend __device__ thread_index<linear> index_1d();
    template<std::uint32_t Stride>
    friend __device__ thread_index<rows<Stride>> index_2d();
    friend __device__ thread_index<warps> warp_index();
    template<std::uint32_t N>
    friend __device__ thread_index<runs<N>> run_index();
    template<element, index_space>
    friend class disjoint_span;

    std::uint32_t value_;
};

/// The row goes along: a product of row and row length may be larger than 32 bits hold, and the row
/// length may be another than the span's.
template<>
class thread_index<pitched> {
public:
    thread_index(const thread_index&) = default;
    thread_index& operator=(const thread_index&) = delete;

    WS_DEVICE std::uint32_t value() const { return row_ == no_index ? no_index : value_; }
    WS_DEVICE explicit operator bool() const { return row_ != no_index; }

private:
    WS_DEVICE thread_index(std::uint32_t value, std::uint32_t row, std::uint32_t pitch)
        : value_(value), row_(row), pitch_(pitch) {}

    friend __device__ thread_index<pitched> index_2d(std::uint32_t pitch);
    template<element, index_space>
    friend class disjoint_span;

    std::uint32_t value_, row_, pitch_;
};

/// blockIdx.x * blockDim.x + threadIdx.x, for 1-D launches.
WS_DEVICE thread_index<linear> index_1d() {
    WS_LAUNCH_FACT("rank 1");
    return thread_index<linear>(blockIdx.x * blockDim.x + threadIdx.x);
}

/// The element in this thread's row and column of a matrix with rows of Stride elements, for 2-D
/// launches. Threads to the right of a row have none.
template<std::uint32_t Stride>
WS_DEVICE thread_index<rows<Stride>> index_2d() {
    WS_LAUNCH_FACT("rank 2 rows %0", ::"n"(Stride));
    const std::uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
    const std::uint32_t row = blockIdx.y * blockDim.y + threadIdx.y;
    return thread_index<rows<Stride>>(column < Stride ? row * Stride + column : no_index);
}

/// The same for a row length that is known when the kernel runs. Threads may give different ones:
/// each index works only in spans with its own row length.
WS_DEVICE thread_index<pitched> index_2d(std::uint32_t pitch) {
    WS_LAUNCH_FACT("rank 2");
    const std::uint32_t column = blockIdx.x * blockDim.x + threadIdx.x;
    const std::uint32_t row = blockIdx.y * blockDim.y + threadIdx.y;
    return thread_index<pitched>(row * pitch + column, column < pitch ? row : no_index, pitch);
}

/// The element of this thread's warp, for 1-D launches. Lane 0 has it; the other lanes have none.
WS_DEVICE thread_index<warps> warp_index() {
    WS_LAUNCH_FACT("rank 1");
    const std::uint32_t warps_of_a_block = (blockDim.x + 31) / 32;
    const std::uint32_t warp = blockIdx.x * warps_of_a_block + threadIdx.x / 32;
    return thread_index<warps>(threadIdx.x % 32 == 0 ? warp : no_index);
}

/// The first of the N consecutive elements of this thread, for 1-D launches.
template<std::uint32_t N>
WS_DEVICE thread_index<runs<N>> run_index() {
    WS_LAUNCH_FACT("rank 1 each %0", ::"n"(N));
    return thread_index<runs<N>>((blockIdx.x * blockDim.x + threadIdx.x) * N);
}

} // namespace ws
