// Memory instructions without the emulator's care: what moving or updating the lanes costs alone.
#pragma once

#include <cstdint>

#include "sim/base/lane_mask.h"
#include "sim/isa/row.h"
#include "sim/program/instruction.h"

namespace warpscope {

/// How the lanes of a memory instruction lie: all at one place, each right behind the one before,
/// or anyhow.
enum class LanePattern : std::uint8_t { Uniform, Contiguous, Scattered };

/// What bare accesses touch instead of simulated memory; small enough to stay in a first-level
/// cache.
struct BareMemory {
    static constexpr unsigned kLineBytes = 128;
    BareMemory();
    BareMemory(const BareMemory&) = delete;
    BareMemory& operator=(const BareMemory&) = delete;

    alignas(64) std::uint8_t bytes[kLanes * kLineBytes];
    /// Scattered accesses: where each lane's bytes are, as addresses in this process. Every lane
    /// has a cache line of its own, neighbours being apart.
    std::uint64_t place[kLanes];
};

/// `d` as an access of all lanes to `memory` (which must outlive it): the same registers and types,
/// but no address is computed, checked or translated, and nobody is told. For loads, stores and
/// integer additions in memory; an atomic of any other kind counts as an addition. Anything else
/// comes back as it is.
isa::DecodedInstruction bare_access(const Instruction& source, const isa::DecodedInstruction& d,
                                    LanePattern pattern, BareMemory& memory, isa::Level level);

} // namespace warpscope
