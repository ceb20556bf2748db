// How the lanes of one warp came to part: rows from its entry to now, and how often each lane ran
// the instruction that is shown.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "gui/engine/moment.h"
#include "gui/views/warp_rows.h"

namespace warpscope::views {

struct SplitRow {
    std::int32_t parent = -1;      ///< row that these lanes parted from; -1: the entry
    std::uint32_t branch_line = 0; ///< after which line they were alone; 0: the entry
    LaneMask mask = 0;             ///< lanes that went on together
    LaneMask exited = 0;           ///< lanes that had left by then
};

struct SplitView {
    std::vector<SplitRow> rows; ///< from the entry on; the last is what runs now
    std::array<LaneState, kLanes> now{};
    LaneMask working = 0;
    unsigned lanes = 0; ///< that exist
    /// Of the instruction of the step: how often each lane runs it in all, and has up to now.
    std::array<std::uint32_t, kLanes> rounds{}, rounds_done{};
    std::uint32_t round = 0, most_rounds = 0;    ///< of the warp
    std::uint64_t lane_slots = 0, lane_work = 0; ///< rounds * 32, and lanes that worked in them
    std::uint32_t line = 0;
    bool looping = false; ///< some lane runs it more than once
    std::string headline, sentence;
};

SplitView split_view(const gui::Moment& moment, std::uint32_t warp);

} // namespace warpscope::views
