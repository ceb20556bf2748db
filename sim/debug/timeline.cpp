// Adds up what steps cost, bin by bin and block by block.
#include "sim/debug/timeline.h"

#include <algorithm>

#include "sim/rules/bank_conflicts.h"
#include "sim/rules/coalescing.h"

namespace warpscope {
namespace {

constexpr std::uint64_t kMostBins = std::uint64_t{1} << 22;
constexpr std::uint64_t kBinsOfNext = 4;

void join(TimelineLevel& to, std::size_t bin, const TimelineLevel& from, std::size_t other) {
    if (bin == to.peak_cost.size()) {
        to.peak_cost.push_back(from.peak_cost[other]);
        to.most_lanes.push_back(from.most_lanes[other]);
        to.fewest_lanes.push_back(from.fewest_lanes[other]);
        return;
    }
    to.peak_cost[bin] = std::max(to.peak_cost[bin], from.peak_cost[other]);
    to.most_lanes[bin] = std::max(to.most_lanes[bin], from.most_lanes[other]);
    to.fewest_lanes[bin] = std::min(to.fewest_lanes[bin], from.fewest_lanes[other]);
}

TimelineLevel joined(const TimelineLevel& level, std::uint64_t bins) {
    TimelineLevel next;
    next.steps_per_bin = level.steps_per_bin * bins;
    for (std::size_t k = 0; k < level.peak_cost.size(); ++k)
        join(next, k / bins, level, k);
    return next;
}

void add_step(TimelineLevel& level, std::uint64_t step, LaneMask executed) {
    const std::size_t bin = step / level.steps_per_bin;
    const auto lanes = static_cast<std::uint8_t>(count_lanes(executed));
    if (bin == level.peak_cost.size()) {
        level.peak_cost.push_back(0);
        level.most_lanes.push_back(lanes);
        level.fewest_lanes.push_back(lanes);
        return;
    }
    level.most_lanes[bin] = std::max(level.most_lanes[bin], lanes);
    level.fewest_lanes[bin] = std::min(level.fewest_lanes[bin], lanes);
}

SharedOperation shared_operation(AccessKind kind) {
    switch (kind) {
    case AccessKind::Load: return SharedOperation::Load;
    case AccessKind::Store: return SharedOperation::Store;
    case AccessKind::Atomic:
    case AccessKind::Reduction: return SharedOperation::Atomic;
    }
    return SharedOperation::Load;
}

std::uint16_t cost_of(const AccessEvent& event) {
    Address places[kLanes] = {};
    for_each_lane(event.lanes, [&](unsigned lane) { places[lane] = event.address(lane); });
    if (event.space == Space::Shared)
        return static_cast<std::uint16_t>(
            shared_cost({shared_operation(event.kind), event.width, event.lanes, places})
                .wavefronts);
    return static_cast<std::uint16_t>(global_cost({event.width, event.lanes, places}).sectors);
}

} // namespace

std::vector<TimelineLevel> coarser_levels(TimelineLevel finest) {
    std::vector<TimelineLevel> levels = {std::move(finest)};
    while (levels.back().peak_cost.size() > 1)
        levels.push_back(joined(levels.back(), kBinsOfNext));
    return levels;
}

TimelineLevel level_of(const std::vector<TimelineStep>& steps) {
    TimelineLevel level;
    for (const TimelineStep& step : steps) {
        const auto lanes = static_cast<std::uint8_t>(count_lanes(step.executed));
        level.peak_cost.push_back(step.cost);
        level.most_lanes.push_back(lanes);
        level.fewest_lanes.push_back(lanes);
    }
    return level;
}

class TimelineRecorder::Part final : public BlockObserver {
public:
    explicit Part(TimelineRecorder& recorder) : recorder_(recorder) {}

    void on_instruction(const InstructionEvent& event) override {
        recorder_.begin_step(event.warp.block, event.warp.warp, event.at, event.executed);
    }
    void on_unfinished(const InstructionEvent& event) override { on_instruction(event); }
    void on_access(const AccessEvent& event) override {
        if (event.space == Space::Shared) recorder_.set_kind(StepKind::Shared, cost_of(event));
        if (event.space == Space::Global) recorder_.set_kind(StepKind::Global, cost_of(event));
    }
    void on_branch(const BranchEvent&) override { recorder_.set_kind(StepKind::Branch, 0); }
    void on_barrier(const BarrierEvent&) override { recorder_.set_kind(StepKind::Barrier, 0); }
    void on_retire(const RetireEvent&) override { recorder_.set_kind(StepKind::Exit, 0); }

private:
    TimelineRecorder& recorder_;
};

TimelineRecorder::TimelineRecorder(std::optional<std::uint64_t> block) : block_(block) {}
TimelineRecorder::~TimelineRecorder() = default;

Interest TimelineRecorder::interest() const {
    return {.instructions = true,
            .accesses = true,
            .synchronisation = true,
            .branches = true,
            .one_thread = true};
}

void TimelineRecorder::on_launch(const LaunchEvent& event) {
    steps_ = 0;
    block_steps_.clear();
    level_ = {};
    blocks_.assign(volume(event.grid), {});
}

void TimelineRecorder::on_launch_restart(const LaunchEvent& event) {
    on_launch(event);
}

std::unique_ptr<BlockObserver> TimelineRecorder::begin_block(LaunchId, std::uint64_t) {
    return std::make_unique<Part>(*this);
}

void TimelineRecorder::begin_step(std::uint64_t block, std::uint32_t warp, CodePosition at,
                                  LaneMask executed) {
    ++steps_;
    block_of_step_ = block;
    BlockSpan& span = blocks_[block];
    if (span.steps++ == 0) span.first = steps_;
    span.last = steps_;
    if (block_ == block) block_steps_.push_back({steps_, warp, at, executed, StepKind::Compute, 0});
    if ((steps_ - 1) / level_.steps_per_bin == kMostBins) level_ = joined(level_, 2);
    add_step(level_, steps_ - 1, executed);
}

/// Of the step that began last, which may reach several spaces and sum up.
void TimelineRecorder::set_kind(StepKind kind, std::uint16_t cost) {
    if (steps_ == 0) return;
    BlockSpan& span = blocks_[block_of_step_];
    span.cost += cost;
    span.peak_cost = std::max(span.peak_cost, cost);
    std::uint16_t& peak = level_.peak_cost.back();
    peak = std::max(peak, cost);
    if (block_ != block_of_step_) return;
    TimelineStep& step = block_steps_.back();
    step.kind = kind;
    step.cost = static_cast<std::uint16_t>(step.cost + cost);
}

} // namespace warpscope
