// Memory instructions without the emulator's care: what moving or updating the lanes costs alone.
#pragma once

#include <cstdint>

#include "sim/base/lane_mask.h"
#include "sim/isa/row.h"
#include "sim/program/instruction.h"

namespace warpscope {

/// How the lanes of a memory instruction lie: all at one place or each right behind the one before;
/// the same within each half or quarter of the warp (blocks 16 or 8 threads wide); or anyhow.
enum class LanePattern : std::uint8_t {
    Uniform,
    Contiguous,
    UniformHalves,
    ContiguousHalves,
    UniformQuarters,
    ContiguousQuarters,
    Scattered,
};
inline constexpr unsigned kLanePatterns = 7;
const char* name_of(LanePattern pattern);
/// Lanes that lie together: 32, 16, 8; of scattered ones 1.
constexpr unsigned lanes_together(LanePattern pattern) {
    constexpr unsigned kTogether[] = {32, 32, 16, 16, 8, 8, 1};
    return kTogether[static_cast<unsigned>(pattern)];
}
constexpr bool is_uniform(LanePattern pattern) {
    return pattern == LanePattern::Uniform || pattern == LanePattern::UniformHalves ||
           pattern == LanePattern::UniformQuarters;
}

/// What one instruction's bare accesses touch instead of simulated memory.
struct BareMemory {
    static constexpr unsigned kLargestWidth = 32; ///< bytes of a lane
    /// For lanes of `width` bytes. Holds ones as float until it is filled.
    BareMemory(LanePattern pattern, unsigned width);
    BareMemory(const BareMemory&) = delete;
    BareMemory& operator=(const BareMemory&) = delete;
    /// What lane `lane` finds, `width` bytes; the first of uniform lanes has it for all.
    void fill(unsigned lane, const void* value);

    alignas(64) std::uint8_t bytes[kLanes * kLargestWidth];
    /// Where the lanes' bytes are, as addresses in this process: one for each group of lanes that
    /// lie together. Neighbouring groups are apart.
    std::uint64_t place[kLanes];
    LanePattern pattern;
    unsigned width;
};

/// `d` as an access of all lanes to `memory` (which must outlive it): the same registers and types,
/// but no address is computed, checked or translated, and nobody is told. For loads, stores and
/// integer additions in memory; an atomic of any other kind counts as an addition. Anything else
/// comes back as it is.
isa::DecodedInstruction bare_access(const Instruction& source, const isa::DecodedInstruction& d,
                                    BareMemory& memory, isa::Level level);

} // namespace warpscope
