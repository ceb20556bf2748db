// References that may be absent, and parts of a buffer cut off at its end: what owned spans give.
#pragma once

#include "ws/qualifiers.h"

namespace ws {

/// A reference to one element, or nothing. Testing it is the bounds test that a kernel needs
/// anyway: `if (auto y = out.get(i)) *y = 1;`
template<class T>
class [[nodiscard]] checked_ref {
public:
    WS_DEVICE checked_ref(T* place, bool present) : place_(place), present_(present) {}
    checked_ref(const checked_ref&) = delete;
    checked_ref& operator=(const checked_ref&) = delete;

    WS_DEVICE explicit operator bool() const { return present_; }
    /// Only where it is present.
    WS_DEVICE T& operator*() const { return *place_; }
    WS_DEVICE T* operator->() const { return place_; }

private:
    T* place_;
    bool present_;
};

/// Up to N consecutive elements: fewer, or none, at the end of the buffer.
template<class T, std::uint32_t N>
class [[nodiscard]] checked_run {
public:
    WS_DEVICE checked_run(T* place, std::uint64_t first, std::uint32_t size)
        : place_(place), first_(first), size_(size) {}
    checked_run(const checked_run&) = delete;
    checked_run& operator=(const checked_run&) = delete;

    WS_DEVICE std::uint32_t size() const { return size_; }
    /// Whether all N elements are there, so that one wide access may take them.
    WS_DEVICE bool is_full() const { return size_ == N; }
    WS_DEVICE explicit operator bool() const { return size_ != 0; }
    /// The number of its first element in the buffer.
    WS_DEVICE std::uint64_t first() const { return first_; }
    /// `k` below size().
    WS_DEVICE T& operator[](std::uint32_t k) const { return place_[k]; }
    WS_DEVICE T* begin() const { return place_; }
    WS_DEVICE T* end() const { return place_ + size_; }
    /// `function(element)` for each, unrolled: fewer instructions than a loop over a few elements.
    template<class Function>
    WS_DEVICE void each(Function function) const {
#pragma unroll
        for (std::uint32_t k = 0; k < N; ++k)
            if (k < size_) function(place_[k]);
    }

private:
    T* place_;
    std::uint64_t first_;
    std::uint32_t size_;
};

/// All runs of one thread, to be walked by a range-for.
template<class T, std::uint32_t N>
class [[nodiscard]] run_sequence {
public:
    struct sentinel {};
    class iterator {
    public:
        WS_DEVICE iterator(T* data, std::uint64_t at, std::uint64_t stride, std::uint64_t size)
            : data_(data), at_(at), stride_(stride), size_(size) {}
        WS_DEVICE checked_run<T, N> operator*() const {
            const std::uint64_t left = size_ - at_;
            return {data_ + at_, at_, left < N ? static_cast<std::uint32_t>(left) : N};
        }
        WS_DEVICE iterator& operator++() {
            at_ += stride_;
            return *this;
        }
        WS_DEVICE bool operator==(sentinel) const { return at_ >= size_; }

    private:
        T* data_;
        std::uint64_t at_, stride_, size_;
    };

    WS_DEVICE run_sequence(T* data, std::uint64_t first, std::uint64_t stride, std::uint64_t size)
        : data_(data), first_(first), stride_(stride), size_(size) {}
    WS_DEVICE iterator begin() const { return {data_, first_, stride_, size_}; }
    WS_DEVICE sentinel end() const { return {}; }

private:
    T* data_;
    std::uint64_t first_, stride_, size_;
};

/// A tile of up to Rows x Columns elements: smaller, or empty, at the matrix's edges.
template<class T>
class [[nodiscard]] checked_tile {
public:
    WS_DEVICE checked_tile(T* place, std::uint32_t pitch, std::uint32_t rows, std::uint32_t columns)
        : place_(place), pitch_(pitch), rows_(rows), columns_(columns) {}
    checked_tile(const checked_tile&) = delete;
    checked_tile& operator=(const checked_tile&) = delete;

    WS_DEVICE std::uint32_t rows() const { return rows_; }
    WS_DEVICE std::uint32_t columns() const { return columns_; }
    WS_DEVICE explicit operator bool() const { return rows_ != 0 && columns_ != 0; }
    /// `row` below rows(), `column` below columns().
    WS_DEVICE T& operator()(std::uint32_t row, std::uint32_t column) const {
        return place_[std::uint64_t{row} * pitch_ + column];
    }

private:
    T* place_;
    std::uint32_t pitch_, rows_, columns_;
};

} // namespace ws
