// Moment: all that panels show of a launch after one step; made by the engine, then never changed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/engine/facts.h"
#include "gui/engine/lane_values.h"
#include "gui/engine/timeline_index.h"
#include "sim/debug/snapshot.h"
#include "sim/debug/step_record.h"
#include "sim/debug/timeline.h"
#include "sim/rules/bank_conflicts.h"

namespace warpscope::gui {

using warpscope::BlockSpan;
using warpscope::LaneAccess;
using warpscope::StepRecord;
using warpscope::Timeline;
using warpscope::TimelineRow;

/// An access to memory, and the step that made it.
struct PastAccess {
    std::uint64_t position = 0; ///< 0: there was none
    std::uint32_t warp = 0, function = 0, instruction = 0;
    LaneAccess access;
};

/// The kind of access as sim/rules call it.
SharedOperation shared_operation(AccessKind kind);

/// What happened in the moment's going there, for the status: why a run ended.
struct StopNote {
    std::string text;
    LaneMask lanes = 0; ///< those that met a breakpoint, or were followed; 0: nobody in particular
    std::vector<unsigned> breakpoints; ///< that were met, by id
};

struct Moment {
    std::uint64_t id = 0; ///< another one for each
    std::optional<Hash>
        hash; ///< of all that the program can see, if Engine::want_hashes() was called
    std::shared_ptr<const LaunchFacts> facts;
    std::shared_ptr<const Timeline> timeline;   ///< of the block that ran last
    std::shared_ptr<const TimelineIndex> index; ///< of the timeline
    std::shared_ptr<const LaunchIndex> launch;
    Snapshot snapshot;
    StepRecord step;
    /// Of the warp of the step, the last access to shared and to global memory up to here.
    PastAccess shared, global;
    /// Variables and watches of the step's warp, and of the one that was asked about.
    std::vector<WarpValues> values;
    bool has_names = false;  ///< built with --debug: variables of the source are known
    std::uint64_t block = 0; ///< the block that panels show, linear
    bool ended = false;
    std::string end_text;         ///< why, once ended
    std::optional<StopNote> stop; ///< how a run or a search came here
    LaneMask fault_lanes = 0;     ///< of the step, when it is where the launch stopped by a fault

    /// The block in the snapshot, or null when it has not begun or is gone.
    const SnapshotBlock* shown_block() const;
    std::size_t shown_block_index() const; ///< snapshot.blocks.size() when there is none
};

} // namespace warpscope::gui
