// TimelineIndex: what views look up in a block's steps, made once when the timeline is, so that no
// frame goes through all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gui/engine/facts.h"
#include "sim/debug/timeline.h"

namespace warpscope::gui {

/// What a step does, in the order of what counts most where a pixel holds several.
enum class StepKind : std::uint8_t {
    None,
    Compute, ///< neither memory, branch nor barrier
    Branch,
    Global, ///< global or local memory
    Shared,
    Barrier, ///< comes to a barrier
    Exit,
    Conflict, ///< shared memory, in more passes than it needs
};
StepKind kind_of(const LaunchFacts& facts, const TimelineRow& row);

/// What one instruction costs in a block.
struct PlaceCost {
    std::uint64_t passes = 0, avoidable = 0, sectors = 0;
    unsigned worst_passes = 0, worst_avoidable = 0, worst_sectors = 0; ///< of one execution
    std::uint32_t runs = 0;                                            ///< executions, by all warps
};

/// Rows between two openings of the block's barrier, by source lines.
struct TimePhase {
    std::uint64_t first = 0, last = 0; ///< rows
    std::uint32_t first_line = 0, last_line = 0;
};

struct TimelineIndex {
    struct Warp {
        std::vector<std::uint32_t> rows;   ///< indices of its rows, rising
        std::vector<TimelineLevel> levels; ///< over those; TimelineBin::kind is a StepKind
        /// Positions in `rows` at which other lanes run than at the row before, rising.
        std::vector<std::uint32_t> mask_changes;
        /// Position in `rows` of its last row at or before row `index`; nothing before its first.
        std::optional<std::size_t> last_at(std::size_t index) const;
        /// Position in `rows` of its first row at or after row `index`; rows.size() behind its
        /// last.
        std::size_t first_from(std::size_t index) const;
    };
    std::vector<Warp> warps;
    std::vector<TimelineLevel> levels;   ///< over all rows
    std::vector<std::uint32_t> openings; ///< rows at which a barrier opened
    std::vector<TimePhase> phases;
    std::vector<std::vector<PlaceCost>> costs; ///< by function, by instruction
};
TimelineIndex index_of(const Timeline& timeline, const LaunchFacts& facts);

/// The launch as its survey saw it.
struct LaunchIndex {
    std::uint64_t steps = 0;
    bool whole = true;                 ///< false: it goes on behind them
    std::vector<TimelineLevel> levels; ///< over them
};

} // namespace warpscope::gui
