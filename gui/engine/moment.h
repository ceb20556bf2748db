// Moment: all that panels show of a launch after one step; made by the engine, then never changed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "gui/engine/facts.h"
#include "sim/debug/snapshot.h"
#include "sim/debug/step_record.h"
#include "sim/rules/bank_conflicts.h"

namespace warpscope::gui {

using warpscope::LaneAccess;
using warpscope::StepRecord;

/// An access to memory, and the step that made it.
struct PastAccess {
    std::uint64_t position = 0; ///< 0: there was none
    std::uint32_t warp = 0, function = 0, instruction = 0;
    LaneAccess access;
};

/// The kind of access as sim/rules call it.
SharedOperation shared_operation(AccessKind kind);

/// One warp instruction of a block.
struct TimelineRow {
    std::uint64_t position = 0; ///< of the launch, once it has run
    std::uint32_t warp = 0;
    std::uint32_t function = 0, instruction = 0;
    LaneMask active = 0, executed = 0;
    std::uint16_t passes = 0,
                  least_passes = 0; ///< of shared memory: as it was, and what the width asks for
    std::uint16_t sectors = 0,
                  least_sectors = 0;    ///< of global or local memory; packed without gaps
    bool access = false, store = false; ///< of shared, global or local memory
    bool local = false;
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
    /// Of the warp of the step, the last access to shared and to global memory up to here.
    PastAccess shared, global;
    std::uint64_t block = 0; ///< the block that panels show, linear
    bool ended = false;
    std::string end_text;     ///< why, once ended
    LaneMask fault_lanes = 0; ///< of the step, when it is where the launch stopped by a fault

    /// The block in the snapshot, or null when it has not begun or is gone.
    const SnapshotBlock* shown_block() const;
    std::size_t shown_block_index() const; ///< snapshot.blocks.size() when there is none
};

} // namespace warpscope::gui
