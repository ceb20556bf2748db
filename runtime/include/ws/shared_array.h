// Shared memory with a size that goes with it: shared_array, and the launch's dynamic part.
#pragma once

#include "ws/checked_ref.h"
#include "ws/span.h"

namespace ws {

/// `__shared__ ws::shared_array<float, 256> s;`. Its elements begin uninitialised.
template<element T, std::uint32_t Size, std::uint32_t Alignment = alignof(T)>
    requires(Size > 0 && Alignment >= alignof(T) && (Alignment & (Alignment - 1)) == 0)
class shared_array {
public:
    static constexpr WS_BOTH std::uint32_t size() { return Size; }

    /// Not tested against the size.
    WS_DEVICE T& operator[](std::uint32_t i) { return elements_[i]; }
    WS_DEVICE const T& operator[](std::uint32_t i) const { return elements_[i]; }
    /// Nothing outside of the array.
    WS_DEVICE checked_ref<T> get(std::uint32_t i) { return {elements_ + i, i < Size}; }
    WS_DEVICE operator span<const T>() const { return {elements_, Size}; }
    WS_DEVICE T* begin() { return elements_; }
    WS_DEVICE T* end() { return elements_ + Size; }

private:
    alignas(Alignment) T elements_[Size];
};

/// The launch's dynamic shared memory from `offset_bytes` on, as elements; empty when there is
/// none. `offset_bytes` is a multiple of the element's alignment, which is 16 at most.
template<element T>
    requires(alignof(T) <= 16)
WS_DEVICE span<T> dynamic_shared(std::uint32_t offset_bytes = 0) {
    extern __shared__ uint4 ws_dynamic_shared_memory[];
    std::uint32_t bytes;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    const std::uint32_t left = offset_bytes < bytes ? bytes - offset_bytes : 0;
    return {reinterpret_cast<T*>(reinterpret_cast<char*>(ws_dynamic_shared_memory) + offset_bytes),
            left / sizeof(T)};
}

} // namespace ws
