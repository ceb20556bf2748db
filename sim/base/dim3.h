// Dim3: the three extents of a grid or a block, and the linear order CUDA gives them.
#pragma once

#include <cstdint>

namespace warpscope {

struct Dim3 {
    std::uint32_t x = 1, y = 1, z = 1;
    friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// Number of elements; 64 bits, because a grid may hold 2^31 * 65535 * 65535 blocks.
constexpr std::uint64_t volume(const Dim3& d) {
    return std::uint64_t{d.x} * d.y * d.z;
}

/// x varies fastest (CUDA C++ Programming Guide, "Thread Hierarchy").
constexpr std::uint64_t linear_index(const Dim3& at, const Dim3& extent) {
    return at.x + std::uint64_t{extent.x} * (at.y + std::uint64_t{extent.y} * at.z);
}

constexpr Dim3 from_linear_index(std::uint64_t index, const Dim3& extent) {
    const std::uint64_t plane = std::uint64_t{extent.x} * extent.y;
    return {static_cast<std::uint32_t>(index % extent.x),
            static_cast<std::uint32_t>(index / extent.x % extent.y),
            static_cast<std::uint32_t>(index / plane)};
}

} // namespace warpscope
