// The warps of a block over its steps: what each did or waited for, at most one piece a pixel.
#pragma once

#include <cstdint>
#include <vector>

#include "gui/engine/moment.h"

namespace warpscope::views {

/// What a warp does in a stretch of steps; where a pixel holds several, the largest counts.
enum class StripState : std::uint8_t {
    None,    ///< has not begun, or has left
    Idle,    ///< other warps run
    Waiting, ///< at a barrier
    Compute, ///< runs: neither memory, branch nor barrier
    Branch,
    Global, ///< global or local memory
    Shared,
    Barrier, ///< comes to a barrier
    Exit,
    Conflict, ///< shared memory, in more passes than it needs
};
const char* name_of(StripState state);

struct StripPiece {
    std::uint32_t first = 0, count = 0; ///< pixel columns
    StripState state = StripState::None;
    unsigned degree = 1; ///< of a conflict
};

struct StripRow {
    std::uint32_t warp = 0;
    std::vector<StripPiece> pieces; ///< neighbours differ; None is left out
};

struct StripRange {
    std::uint64_t first = 0, count = 0; ///< rows of the timeline; count 0: all of them
    bool operator==(const StripRange&) const = default;
};

struct TimelineStrip {
    StripRange range; ///< that is shown
    std::vector<StripRow> rows;
    std::uint64_t steps = 0; ///< of the block
};

/// `columns` is what there are pixels for.
TimelineStrip timeline_strip(const gui::Moment& moment, StripRange range, unsigned columns);

/// The range after the wheel turned by `notches` at `share` of the width, 0 to 1: the step under
/// the pointer stays there. At least 16 steps, or all.
StripRange zoomed(StripRange range, std::uint64_t steps, double share, float notches);

/// What a range of steps costs.
struct StripSums {
    std::uint64_t steps = 0, passes = 0, avoidable_passes = 0, sectors = 0;
    double lanes = 0; ///< that worked, of a step
};
StripSums sums_of(const gui::Moment& moment, StripRange range);

} // namespace warpscope::views
