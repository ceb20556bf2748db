// AddressPatterns: how the addresses of a warp's lanes lie, found out once for several
// instructions.
#pragma once

#include <cstdint>

#include "sim/base/lane_mask.h"

namespace warpscope {

/// How the addresses of a warp instruction's active lanes lie, before the displacement is added.
struct AddressPattern {
    enum class Shape : std::uint8_t {
        Uniform, ///< all the same
        Run,     ///< `stride` apart, from lane to lane
        Offsets, ///< lane l at `lowest` + `offset`[l]
        Far,     ///< some 2^31 bytes or more apart: the other fields mean nothing
    };
    std::uint64_t owner = 0; ///< what it was computed for: group and epoch; 0: nothing
    LaneMask active = 0;
    Shape shape = Shape::Far;
    std::uint8_t stride = 0;    ///< of the runs
    std::uint16_t same = 0;     ///< bit k: the addresses in vector k of `offset` are the same
    std::uint16_t running = 0;  ///< bit k: they are `stride` apart
    std::uint32_t low_bits = 0; ///< all bits in which an offset and `lowest` differ from 0
    std::uint64_t lowest = 0;   ///< smallest address of an active lane
    std::uint64_t first = 0;    ///< address of the first active lane
    std::uint32_t span = 0;     ///< largest address less smallest
    /// In bytes; of inactive lanes, that of the first active one.
    alignas(64) std::uint32_t offset[kLanes];
};

/// Patterns of instructions that share an address register: the first one of them computes the
/// pattern, the others find it. Nothing is found in a new epoch.
struct AddressPatterns {
    static constexpr std::uint32_t kSlots = 8;
    std::uint64_t epoch = 0; ///< in the upper half
    AddressPattern of_group[kSlots];

    void forget() { epoch += std::uint64_t{1} << 32; }
};

} // namespace warpscope
