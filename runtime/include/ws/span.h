// span<T>: a buffer and its size, for reading (span<const T>) and for elements that nobody owns.
#pragma once

#include "ws/thread_index.h"

namespace ws {

/// Host code and device code make spans alike; nothing here divides elements among threads.
template<class T>
    requires element<std::remove_const_t<T>>
class span {
public:
    WS_BOTH span(T* data, std::uint64_t size) : data_(data), size_(size) {}
    template<class U>
        requires std::same_as<const U, T>
    WS_BOTH span(const span<U>& other) : data_(other.data()), size_(other.size()) {}

    WS_BOTH T* data() const { return data_; }
    WS_BOTH std::uint64_t size() const { return size_; }

    /// Not tested against the size: the emulator reports what lies outside of the allocation.
    WS_DEVICE T& operator[](std::uint64_t i) const { return data_[i]; }
    template<index_space S>
    WS_DEVICE T& operator[](thread_index<S> i) const {
        return data_[i.value()];
    }

    /// The element, or `otherwise` outside of the span.
    template<index_space S>
    WS_DEVICE std::remove_const_t<T> load(thread_index<S> i,
                                          std::remove_const_t<T> otherwise) const {
        return i.value() < size_ ? data_[i.value()] : otherwise;
    }
    WS_DEVICE std::remove_const_t<T> load(std::uint64_t i, std::remove_const_t<T> otherwise) const {
        return i < size_ ? data_[i] : otherwise;
    }

private:
    T* data_;
    std::uint64_t size_;
};

} // namespace ws
