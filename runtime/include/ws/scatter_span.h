// scatter_span<T>: a buffer that threads write at computed places, each place once a launch.
//
// Types cannot prove that: an index that is read from memory may be anything. The `ownership`
// checker watches it instead.
#pragma once

#include "ws/checked_ref.h"
#include "ws/owned_words.h"

namespace ws {

template<element T>
class scatter_span {
public:
    __host__ scatter_span(T* data, std::uint64_t size)
        : data_(data), size_(checked_size(size)), tag_(owned_tag<T>(scatter_code)) {}

    WS_BOTH std::uint32_t size() const { return size_; }

    /// The element, or nothing outside of the span.
    WS_DEVICE checked_ref<T> get(std::uint64_t i) const { return {data_ + i, i < size_}; }
    WS_DEVICE void store(std::uint64_t i, T value) const {
        if (i < size_) data_[i] = value;
    }

private:
    T* data_;
    std::uint32_t size_, tag_;
};

} // namespace ws
