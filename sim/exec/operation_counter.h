// OperationCounter: how often each instruction of a function ran, counted by straight runs.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/lane_mask.h"
#include "sim/exec/launch.h"

namespace warpscope {

/// A straight run of instructions by one set of lanes is noted at its two ends only; what each
/// instruction did follows by summing up, so that the step loop has nothing to count.
class OperationCounter {
public:
    explicit OperationCounter(std::size_t instructions)
        : ends_(instructions + 1), stopped_(instructions) {}

    /// `lanes` ran the instructions first ... end - 1.
    void ran(std::uint32_t first, std::uint32_t end, LaneMask lanes) {
        note(first, end, 1, count_lanes(lanes));
    }
    /// Lanes of such a run whose guard was false at `pc`.
    void guard_stopped(std::uint32_t pc, LaneMask lanes) { stopped_[pc] += count_lanes(lanes); }
    /// An instruction that was counted for `lanes`, `active` of which passed its guard, will be
    /// executed again.
    void take_back(std::uint32_t pc, LaneMask lanes, LaneMask active) {
        note(pc, pc + 1, -1, -static_cast<std::int64_t>(count_lanes(lanes)));
        stopped_[pc] -= count_lanes(lanes & ~active);
    }
    /// One count per instruction.
    std::vector<OperationCount> counts() const {
        std::vector<OperationCount> counts(stopped_.size());
        std::int64_t executions = 0, lanes = 0;
        for (std::size_t pc = 0; pc < counts.size(); ++pc) {
            executions += ends_[pc].executions;
            lanes += ends_[pc].lanes;
            counts[pc].executions = static_cast<std::uint64_t>(executions);
            counts[pc].split_lanes = static_cast<std::uint64_t>(lanes);
            counts[pc].threads = static_cast<std::uint64_t>(lanes - stopped_[pc]);
        }
        return counts;
    }

private:
    /// Runs that begin at an instruction less those that ended before it.
    struct End {
        std::int64_t executions = 0, lanes = 0;
    };
    void note(std::uint32_t first, std::uint32_t end, std::int64_t times, std::int64_t lanes) {
        ends_[first].executions += times;
        ends_[first].lanes += lanes;
        ends_[end].executions -= times;
        ends_[end].lanes -= lanes;
    }

    std::vector<End> ends_;
    std::vector<std::int64_t> stopped_;
};

} // namespace warpscope
