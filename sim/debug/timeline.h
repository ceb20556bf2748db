// Timeline: what a launch did, one entry a warp instruction, and what each cost.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/base/lane_mask.h"
#include "sim/events/observer.h"

namespace warpscope {

enum class StepKind : std::uint8_t { Compute, Branch, Shared, Global, Barrier, Exit };

struct TimelineStep {
    std::uint64_t position = 0; ///< of the launch behind it: the first step is 1
    std::uint32_t warp = 0;     ///< in its block
    CodePosition at;
    LaneMask executed = 0;
    StepKind kind = StepKind::Compute;
    /// Passes of shared memory, or sectors of global memory; 0 of other steps.
    std::uint16_t cost = 0;
};

/// A block's steps, and its part of the launch. In a launch whose blocks take turns other blocks'
/// steps lie between.
struct BlockSpan {
    std::uint64_t first = 0, last = 0; ///< positions behind its first and last step
    std::uint64_t steps = 0;
    std::uint64_t cost = 0;
    std::uint16_t peak_cost = 0;
};

/// So many steps a bin, the last may have fewer.
struct TimelineLevel {
    std::uint64_t steps_per_bin = 1;
    std::vector<std::uint16_t> peak_cost;
    std::vector<std::uint8_t> most_lanes; ///< that executed, of a step
    std::vector<std::uint8_t> fewest_lanes;
};

/// Each level's bins are four of the one before, up to a level of one bin.
std::vector<TimelineLevel> coarser_levels(TimelineLevel finest);

/// Bins for `steps` of one block.
TimelineLevel level_of(const std::vector<TimelineStep>& steps);

/// Collects all that happens in a launch, on one host thread. Takes 9 bytes a step while a launch
/// has up to four million, and then coarser bins.
class TimelineRecorder final : public Observer {
public:
    /// `block`: the one whose steps are kept one by one.
    explicit TimelineRecorder(std::optional<std::uint64_t> block = std::nullopt);
    ~TimelineRecorder() override;

    Interest interest() const override;
    void on_launch(const LaunchEvent& event) override;
    void on_launch_restart(const LaunchEvent& event) override;
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t linear_block) override;

    std::uint64_t steps() const { return steps_; }
    const std::vector<TimelineStep>& block_steps() const { return block_steps_; }
    /// By linear index.
    const std::vector<BlockSpan>& blocks() const { return blocks_; }
    const TimelineLevel& launch_level() const { return level_; }

private:
    class Part;
    void begin_step(std::uint64_t block, std::uint32_t warp, CodePosition at, LaneMask executed);
    void set_kind(StepKind kind, std::uint16_t cost);

    std::optional<std::uint64_t> block_;
    std::uint64_t steps_ = 0;
    std::uint64_t block_of_step_ = 0;
    std::vector<TimelineStep> block_steps_;
    std::vector<BlockSpan> blocks_;
    TimelineLevel level_;
};

} // namespace warpscope
