// Clock: up to when somebody knows what the threads of other warps and blocks have done.
//
// Every warp has a time, which passes when its threads synchronise or release. "t knows u up to T"
// means that what u did at times up to T happens before what t does now. Whole blocks and warps
// that synchronise know the same, so a clock names threads one by one only where they differ (the
// vector clocks of Mattern and Fidge, folded along the hierarchy of threads).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sim/base/lane_mask.h"

namespace warpscope {

/// A thread at a time of its warp.
struct Moment {
    std::uint64_t block = 0;
    std::uint32_t warp = 0;
    unsigned lane = 0;
    std::uint32_t time = 0;
};

struct LaneTimes {
    std::uint32_t warp = 0;
    std::array<std::uint32_t, kLanes> time{};
};

/// Of one block: of each thread the later of both counts.
struct BlockTimes {
    std::shared_ptr<const std::vector<std::uint32_t>> warps; ///< all lanes of each warp; or null
    std::vector<LaneTimes> lanes;                            ///< by warp
};

/// Immutable, so that many threads share one. Null is the clock that knows nothing.
class Clock;
using ClockPointer = std::shared_ptr<const Clock>;

class Clock {
public:
    static ClockPointer of_block(std::uint64_t block, BlockTimes times);
    /// Of the lanes of one warp, up to `time`.
    static ClockPointer of_lanes(std::uint64_t block, std::uint32_t warp, LaneMask lanes,
                                 std::uint32_t time);

    bool knows(const Moment& moment) const;

    /// What either knows; one of the two itself when it knows all of it.
    static ClockPointer join(const ClockPointer& a, const ClockPointer& b);

private:
    using Times = std::shared_ptr<const BlockTimes>;
    static Times join_block(const Times& a, const Times& b);

    std::vector<std::pair<std::uint64_t, Times>> blocks_; ///< by block
};

} // namespace warpscope
