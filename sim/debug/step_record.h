// StepRecord: what one warp instruction did, as plain values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/address.h"
#include "sim/base/lane_mask.h"
#include "sim/debug/snapshot.h"
#include "sim/events/events.h"

namespace warpscope {

/// The bytes that a warp instruction reached in one space.
struct LaneAccess {
    Space space = Space::Global;
    AccessKind kind = AccessKind::Load;
    unsigned width = 0;   ///< bytes a lane touches, vectors included: 1 to 32
    unsigned element = 0; ///< bytes of one element
    LaneMask lanes = 0;
    /// A global address, or an offset in the space; says nothing for lanes outside `lanes`.
    std::array<Address, kLanes> address{};
    /// `width` bytes a lane at lane * width, before and after; equal for loads.
    std::vector<std::uint8_t> old_values, new_values;

    bool writes() const { return kind != AccessKind::Load; }
    /// A lane's element number `index` after the access, in the low bits.
    std::uint64_t value(unsigned lane, unsigned index = 0) const;
};

/// Lanes that came to a barrier, or that it let go.
struct StepBarrier {
    BarrierEvent::Phase phase = BarrierEvent::Phase::Arrive;
    std::uint32_t barrier = 0;
    LaneMask lanes = 0;
    std::uint32_t expected_threads = 0;
};

struct StepBranch {
    LaneMask taken = 0, not_taken = 0;
    std::uint32_t target = 0, reconvergence = 0; ///< instruction indices in the same function
};

struct StepRecord {
    std::uint64_t position = 0; ///< of the launch once it was done: the first step is 1
    std::uint64_t block = 0;    ///< linear index
    std::uint32_t warp = 0;     ///< in its block
    CodePlace at;
    LaneMask active = 0;   ///< lanes of the split
    LaneMask executed = 0; ///< of them, those whose guard was true
    /// A `.sync` instruction that waits or waited for other lanes, or one that faulted.
    bool unfinished = false;
    bool faulted = false; ///< it stopped the launch
    std::vector<LaneAccess> accesses;
    std::vector<StepBarrier> barriers;
    std::optional<StepBranch> branch; ///< at which lanes parted
    LaneMask retired = 0;             ///< lanes that left the kernel
    std::vector<std::string> printed; ///< by lanes in rising order
};

} // namespace warpscope
