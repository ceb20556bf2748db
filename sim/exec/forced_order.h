// Forced order: a schedule in which one access of a launch waits until another has been executed.
//
// Everything else goes as it would have: warps and blocks take the turns that the seed gives them,
// and only the lane that is held back lets them pass. It is let go when the other access has been
// executed, when nothing else can run, or when the others have run for longer than they should.
#pragma once

#include <cstdint>

#include "sim/events/ids.h"

namespace warpscope {

/// One execution of an instruction by one lane.
struct ForcedAccess {
    WarpId warp;
    unsigned lane = 0;
    CodePosition at;
    std::uint64_t occurrence = 1; ///< the lane's how manieth of this instruction, from 1, whatever
                                  ///< the guard
};

/// `first` is to be executed before `second`. Two different executions.
struct ForcedOrder {
    ForcedAccess first, second;
    std::uint64_t patience = UINT64_MAX; ///< warp instructions that `second` is held back at most
    bool within_warp() const { return first.warp == second.warp; }
    bool between_blocks() const { return first.warp.block != second.warp.block; }
};

/// What became of a forced order.
enum class ForcedEnd : std::uint8_t {
    None,    ///< nothing was forced
    Kept,    ///< `first` was executed, then `second`
    GivenUp, ///< `second` had to go on before `first` was executed
    NotMet,  ///< one of the two was not executed at all
};

} // namespace warpscope
