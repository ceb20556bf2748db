// LaneStorage: a growable, copyable byte array whose start is aligned to a cache line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace warpscope {

/// Alignment of every lane vector, in bytes.
inline constexpr std::size_t kLaneVectorAlignment = 64;

class LaneStorage {
public:
    LaneStorage() = default;
    LaneStorage(const LaneStorage& other) { assign(other); }
    LaneStorage& operator=(const LaneStorage& other) {
        if (this != &other) assign(other);
        return *this;
    }
    LaneStorage(LaneStorage&&) = default;
    LaneStorage& operator=(LaneStorage&&) = default;

    std::uint8_t* data() { return bytes_.get(); }
    const std::uint8_t* data() const { return bytes_.get(); }
    std::size_t size() const { return size_; }

    /// Grows to at least `size` bytes, keeps the content, zeroes what is new. Never shrinks.
    void grow(std::size_t size) {
        if (size <= size_) return;
        Bytes bigger = allocate(size);
        if (size_ != 0) std::memcpy(bigger.get(), bytes_.get(), size_);
        std::memset(bigger.get() + size_, 0, size - size_);
        bytes_ = std::move(bigger);
        size_ = size;
    }

private:
    struct Release {
        void operator()(std::uint8_t* p) const {
            ::operator delete[](p, std::align_val_t{kLaneVectorAlignment});
        }
    };
    using Bytes = std::unique_ptr<std::uint8_t[], Release>;
    static Bytes allocate(std::size_t size) {
        return Bytes(static_cast<std::uint8_t*>(
            ::operator new[](size, std::align_val_t{kLaneVectorAlignment})));
    }
    void assign(const LaneStorage& other) {
        if (size_ != other.size_) bytes_ = other.size_ ? allocate(other.size_) : nullptr;
        size_ = other.size_;
        if (size_ != 0) std::memcpy(bytes_.get(), other.bytes_.get(), size_);
    }

    Bytes bytes_;
    std::size_t size_ = 0;
};

} // namespace warpscope
