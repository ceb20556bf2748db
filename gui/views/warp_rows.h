// The warps of a block as rows of 32 lanes: who runs, who waits, who is gone.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "gui/engine/moment.h"

namespace warpscope::views {

enum class LaneState : std::uint8_t {
    Stepped,   ///< executed the step that is shown
    Active,    ///< runs when its warp does
    Divergent, ///< on the other side of a branch
    Rejoining, ///< waits for other lanes of its warp
    AtBarrier, ///< waits for other warps
    Exited,
    Faulted,
    Absent, ///< the block has fewer threads
};
const char* name_of(LaneState state);

struct WarpRow {
    std::uint32_t warp = 0;
    std::string at; ///< "52 ld.shared": PTX line and mnemonic of its last instruction
    std::uint32_t ptx_line = 0, function = 0, instruction = 0; ///< of that
    bool begun = false;                                        ///< it has run at all
    std::array<LaneState, kLanes> lane{};
    bool stepped = false;
    unsigned lanes_on = 0, lanes_of = 0; ///< active lanes, and lanes that exist
    std::uint32_t barrier_warps = 0;
};

/// One row a warp of the shown block, in order.
std::vector<WarpRow> warp_rows(const gui::Moment& moment);

/// Sentence on one lane: "thread (7,3,0), waits at the barrier of line 35".
std::string describe_lane(const gui::Moment& moment, const WarpRow& row, unsigned lane);

/// Lines of 32 cells that may be drawn as one: [first, first + count) have equal states.
struct LaneRun {
    unsigned first = 0, count = 0;
    LaneState state = LaneState::Active;
};
std::vector<LaneRun> runs_of(const std::array<LaneState, kLanes>& lanes);

} // namespace warpscope::views
