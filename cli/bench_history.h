// What going back costs: running with a history, and single steps back from all over a launch.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/debug/session.h"

namespace warpscope::cli {

struct HistoryCost {
    double forward_seconds = 0;       ///< to the end, with checkpoints on the way
    double plain_seconds = 0;         ///< the same, stepped without a history
    std::vector<double> back_seconds; ///< of single steps back
    std::uint64_t warp_instructions = 0, bytes = 0;
};

/// `again` is the same launch on memory of its own.
Result<HistoryCost> measure_history(PreparedLaunch launch, PreparedLaunch again);

} // namespace warpscope::cli
