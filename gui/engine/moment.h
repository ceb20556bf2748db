// Moment: all that panels show of a launch after one step; made by the engine, then never changed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "gui/engine/facts.h"
#include "sim/debug/snapshot.h"

namespace warpscope::gui {

/// What one warp instruction did to one space of memory.
struct LaneAccess {
    Space space = Space::Global;
    AccessKind kind = AccessKind::Load;
    unsigned width = 0, element = 0; ///< bytes a lane touches, and of one element of that
    LaneMask lanes = 0;
    std::array<Address, kLanes> address{};            ///< global, or an offset in the space
    std::vector<std::uint8_t> old_values, new_values; ///< `width` bytes a lane
};

/// What the warp instruction at a position did.
struct StepRecord {
    std::uint64_t position = 0; ///< 0: nothing has run yet
    std::uint64_t block = 0;    ///< linear
    std::uint32_t warp = 0;
    std::uint32_t function = 0, instruction = 0;
    LaneMask active = 0, executed = 0; ///< lanes of the split, and those whose guard was true
    std::vector<LaneAccess> accesses;
};

/// One warp instruction of a block.
struct TimelineRow {
    std::uint64_t position = 0; ///< of the launch, once it has run
    std::uint32_t warp = 0;
    std::uint32_t function = 0, instruction = 0;
    LaneMask active = 0, executed = 0;
    std::uint16_t passes = 0,
                  least_passes = 0; ///< of shared memory: as it was, and what the width asks for
    std::uint16_t sectors = 0,
                  least_sectors = 0; ///< of global or local memory; packed without gaps
    bool access = false, store = false;
};

/// A block from its first warp instruction to its last.
struct Timeline {
    std::uint64_t block = 0;
    std::vector<TimelineRow> rows; ///< by position
    bool whole = true;             ///< false: the block goes on behind the last row

    /// Index of the last row at or before the position; rows.size() when there is none.
    std::size_t index_at(std::uint64_t position) const;
};

struct Moment {
    std::uint64_t id = 0; ///< another one for each
    std::shared_ptr<const LaunchFacts> facts;
    std::shared_ptr<const Timeline> timeline; ///< of the block that ran last
    Snapshot snapshot;
    StepRecord step;
    std::uint64_t block = 0; ///< the block that panels show, linear
    bool ended = false;
    std::string end_text; ///< why, once ended

    /// The block in the snapshot, or null when it has not begun or is gone.
    const SnapshotBlock* shown_block() const;
    std::size_t shown_block_index() const; ///< snapshot.blocks.size() when there is none
};

} // namespace warpscope::gui
