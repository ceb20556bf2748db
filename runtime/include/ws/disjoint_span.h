// disjoint_span<T, Space>: a buffer whose elements are divided among the threads of a launch.
//
// Only the host makes one. A thread reaches the elements that a witness of the span's own space
// proves to be its own, and no others; each access is tested against the size.
#pragma once

#include "ws/checked_ref.h"
#include "ws/owned_words.h"
#include "ws/thread_index.h"
#include "ws/tile_index.h"

namespace ws {

/// Messages for indices that a span does not take.
template<class T, class S, class Other>
struct refused_index {
    static WS_DEVICE checked_ref<T> reference() {
        static_assert(!std::is_arithmetic_v<Other>,
                      "a number does not prove that the element is this thread's own: use "
                      "ws::index_1d() or another index function, or a ws::scatter_span");
        static_assert(
            std::is_arithmetic_v<Other>,
            "the index belongs to another index space than the span: both must be linear, "
            "or have the same row length, run length or tile");
        return {nullptr, false};
    }
};

template<element T, index_space S>
class disjoint_span {
public:
    /// `size` elements; see owned_words.h for the largest.
    __host__ disjoint_span(T* data, std::uint64_t size)
        requires(!std::same_as<S, pitched>)
        : data_(data), size_(checked_size(size)), tag_(owned_tag<T>(S::code)), shape_(shape()) {}
    /// A matrix of `rows` rows of `pitch` elements.
    __host__ disjoint_span(T* data, std::uint32_t rows, std::uint32_t pitch)
        requires std::same_as<S, pitched>
        : data_(data), size_(checked_size(std::uint64_t{rows} * pitch)),
          tag_(owned_tag<T>(S::code)), shape_(pitch, rows) {}

    WS_BOTH std::uint32_t size() const { return size_; }
    WS_BOTH std::uint32_t pitch() const
        requires std::same_as<S, pitched>
    {
        return shape_.first_;
    }

    /// The calling thread's element, or nothing when it has none.
    WS_DEVICE checked_ref<T> get(thread_index<S> i) const
        requires(S::code <= warps::code)
    {
        if constexpr (std::same_as<S, pitched>)
            return {data_ + i.value_, i.row_ < shape_.second_ && i.pitch_ == shape_.first_};
        else
            return {data_ + i.value_, i.value_ < size_};
    }
    WS_DEVICE void store(thread_index<S> i, T value) const
        requires(S::code <= warps::code)
    {
        if (auto place = get(i)) *place = value;
    }

    /// The calling thread's run, cut off at the end.
    WS_DEVICE auto get(thread_index<S> i) const
        requires(S::code == runs<1>::code)
    {
        constexpr std::uint32_t length = S::first;
        const std::uint32_t left = i.value_ < size_ ? size_ - i.value_ : 0;
        return checked_run<T, length>(data_ + i.value_, i.value_, left < length ? left : length);
    }

    // What does not prove that an element is the thread's own, with the reason.
    template<class Other>
    WS_DEVICE checked_ref<T> get(const Other&) const {
        return refused_index<T, S, Other>::reference();
    }
    template<class Other>
    WS_DEVICE void store(const Other&, const T&) const {
        (void)refused_index<T, S, Other>::reference();
    }
    template<class Other>
    WS_DEVICE T& operator[](const Other&) const {
        static_assert(sizeof(Other) == 0,
                      "an owned span has no operator[]: use store(index, value), "
                      "or get(index) and test what it gives");
        return *data_;
    }

private:
    static __host__ shape_words<S::has_shape> shape() {
        if constexpr (S::has_shape)
            return {S::first, S::second};
        else
            return {0, 0};
    }

    T* data_;
    std::uint32_t size_, tag_;
    [[no_unique_address]] shape_words<S::has_shape> shape_;
};

/// The runs that are dealt to the calling thread in turn:
/// `for (auto run : out.get(ws::grid_stride_runs<4>())) …`.
template<element T, std::uint32_t N>
class disjoint_span<T, strided_runs<N>> {
public:
    __host__ disjoint_span(T* data, std::uint64_t size)
        : data_(data), size_(checked_size(size)), tag_(owned_tag<T>(strided_runs<N>::code)),
          shape_(N, 0) {}

    WS_BOTH std::uint32_t size() const { return size_; }
    WS_DEVICE run_sequence<T, N> get(thread_runs<N> runs) const {
        return {data_, runs.first(), runs.stride(), size_};
    }

private:
    T* data_;
    std::uint32_t size_, tag_;
    shape_words<true> shape_;
};

/// A row-major matrix of `rows` x `columns` elements in tiles. Rows lie next to each other.
template<element T, std::uint32_t Rows, std::uint32_t Columns>
class disjoint_span<T, tiles<Rows, Columns>> {
public:
    __host__ disjoint_span(T* data, std::uint32_t rows, std::uint32_t columns)
        : data_(data), size_(checked_size(std::uint64_t{rows} * columns)),
          tag_(owned_tag<T>(tiles<Rows, Columns>::code)), shape_(columns, Rows << 16 | Columns) {}

    WS_BOTH std::uint32_t size() const { return size_; }
    WS_BOTH std::uint32_t columns() const { return shape_.first_; }
    WS_BOTH std::uint32_t rows() const { return columns() == 0 ? 0 : size_ / columns(); }

    /// The calling thread's tile, cut off at the edges.
    WS_DEVICE checked_tile<T> get(thread_tile<Rows, Columns> tile) const {
        const std::uint32_t below = tile.row() < rows() ? rows() - tile.row() : 0;
        const std::uint32_t right = tile.column() < columns() ? columns() - tile.column() : 0;
        return {data_ + std::uint64_t{tile.row()} * columns() + tile.column(), columns(),
                below < Rows ? below : Rows, right < Columns ? right : Columns};
    }

private:
    T* data_;
    std::uint32_t size_, tag_;
    shape_words<true> shape_;
};

} // namespace ws
