// grid_covers(span): a clause that holds when a launch has a thread for every element of the span.
#pragma once

#include "ws/contract.h"
#include "ws/disjoint_span.h"

namespace ws {

/// Says that a launch is meant to cover the first elements of a span only.
struct prefix_t {};
inline constexpr prefix_t prefix{};

/// Elements that have a thread, of how many; for a prefix the other way round.
struct coverage {
    std::uint64_t covered, elements;
    bool is_prefix;

    WS_DEVICE contract::result clause() const {
        const contract::value left{contract::kind::unsigned_integer, covered};
        const contract::value right{contract::kind::unsigned_integer, elements};
        if (is_prefix) return {covered <= elements, "<=", left, right};
        return {covered >= elements, ">=", left, right};
    }
};

namespace detail {

WS_DEVICE std::uint64_t smaller(std::uint64_t a, std::uint64_t b) {
    return a < b ? a : b;
}
WS_DEVICE std::uint64_t threads_x() {
    return std::uint64_t{gridDim.x} * blockDim.x;
}
WS_DEVICE std::uint64_t threads_y() {
    return std::uint64_t{gridDim.y} * blockDim.y;
}

/// Of a matrix of `size` elements in rows of `stride`, whose last row may be shorter.
WS_DEVICE coverage cover_rows(std::uint64_t size, std::uint64_t stride) {
    if (stride == 0) return {0, size, false};
    const std::uint64_t rows = (size + stride - 1) / stride;
    return {smaller(threads_x(), stride) * smaller(threads_y(), rows), stride * rows, false};
}

template<class T>
WS_DEVICE coverage cover(const disjoint_span<T, linear>& span) {
    return {threads_x(), span.size(), false};
}
template<class T, std::uint32_t Stride>
WS_DEVICE coverage cover(const disjoint_span<T, rows<Stride>>& span) {
    return cover_rows(span.size(), Stride);
}
template<class T>
WS_DEVICE coverage cover(const disjoint_span<T, pitched>& span) {
    return cover_rows(span.size(), span.pitch());
}
template<class T>
WS_DEVICE coverage cover(const disjoint_span<T, warps>& span) {
    return {std::uint64_t{gridDim.x} * ((blockDim.x + 31) / 32), span.size(), false};
}
template<class T, std::uint32_t N>
WS_DEVICE coverage cover(const disjoint_span<T, runs<N>>& span) {
    return {threads_x() * N, span.size(), false};
}
/// Threads go on until all runs are dealt.
template<class T, std::uint32_t N>
WS_DEVICE coverage cover(const disjoint_span<T, strided_runs<N>>& span) {
    return {span.size(), span.size(), false};
}
template<class T, std::uint32_t Rows, std::uint32_t Columns>
WS_DEVICE coverage cover(const disjoint_span<T, tiles<Rows, Columns>>& span) {
    return {smaller(threads_x() * Columns, span.columns()) *
                smaller(threads_y() * Rows, span.rows()),
            span.size(), false};
}

} // namespace detail

template<class T, class S>
WS_DEVICE coverage grid_covers(const disjoint_span<T, S>& span) {
    return detail::cover(span);
}
/// The opt-out: fewer threads than elements are meant.
template<class T, class S>
WS_DEVICE coverage grid_covers(const disjoint_span<T, S>& span, prefix_t) {
    coverage c = detail::cover(span);
    c.is_prefix = true;
    return c;
}

/// Whether runs of N elements with this stride belong to one thread each; see grid_stride_runs.
struct stride_check {
    std::uint64_t stride, dealt;
    WS_DEVICE contract::result clause() const {
        return {stride >= dealt,
                ">=",
                {contract::kind::unsigned_integer, stride},
                {contract::kind::unsigned_integer, dealt}};
    }
};
template<std::uint32_t N>
WS_DEVICE stride_check stride_fits(std::uint32_t stride) {
    return {stride, detail::threads_x() * N};
}

} // namespace ws
