// The words for races: their classes, what happened, what to do.
#pragma once

#include "sim/checkers/access_log.h"
#include "sim/checkers/violation.h"

namespace warpscope {

/// Why two accesses race.
enum class RaceCause : std::uint8_t {
    Unordered,       ///< no synchronisation leads from one to the other
    WarpSynchronous, ///< lanes of one warp, at different instructions, without __syncwarp
    SameInstruction, ///< lanes of one warp, at one execution of one instruction
    Atomicity,       ///< one is atomic or volatile, the other is not
    Scope,           ///< both are strong, but the scope of one leaves the other out
    Order,           ///< strong accesses lead from one to the other, but release or acquire nothing
    LostUpdate,      ///< volatile reads and writes, between which others wrote
    Copy,            ///< a copy of the host
};

struct Race {
    RaceCause cause = RaceCause::Unordered;
    Space space = Space::Global;
    Address address = 0;
    AccessRecord now, before;
    LaneMask lanes = 0; ///< of `now`, all that raced
    unsigned lane = 0, lane_before = 0;
    LaunchId launch = 0, launch_before = 0; ///< 0: a copy
    bool same_value = false;                ///< both wrote the same bytes
    bool relies_on_reads = false;           ///< order through atomics was seen in the launch
};

Violation describe(const Race& race);

} // namespace warpscope
