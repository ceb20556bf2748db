// Recording steps: events become rows, costs come from sim/rules.
#include "gui/engine/recorder.h"

#include <algorithm>

#include "sim/rules/bank_conflicts.h"
#include "sim/rules/coalescing.h"

namespace warpscope::gui {

class Recorder::Part : public BlockObserver {
public:
    explicit Part(Recorder& recorder) : recorder_(recorder) {}
    void on_instruction(const InstructionEvent& event) override { recorder_.add(event); }
    void on_access(const AccessEvent& event) override { recorder_.add(event); }

private:
    Recorder& recorder_;
};

void Recorder::on_launch(const LaunchEvent&) {
    last_ = {};
    count_ = 0;
    rows_.clear();
    blocks_.clear();
}

std::unique_ptr<BlockObserver> Recorder::begin_block(LaunchId, std::uint64_t) {
    return std::make_unique<Part>(*this);
}

void Recorder::add(const InstructionEvent& event) {
    last_.position = ++count_;
    last_.block = event.warp.block;
    last_.warp = event.warp.warp;
    last_.function = event.at.function;
    last_.instruction = event.at.instruction;
    last_.active = event.active;
    last_.executed = event.executed;
    last_.accesses.clear();
    if (!keep_rows || rows_.size() >= kMostRows) return;
    TimelineRow row;
    row.position = count_;
    row.warp = event.warp.warp;
    row.function = event.at.function;
    row.instruction = event.at.instruction;
    row.active = event.active;
    row.executed = event.executed;
    rows_.push_back(row);
    blocks_.push_back(event.warp.block);
}

void Recorder::add(const AccessEvent& event) {
    LaneAccess access;
    access.space = event.space;
    access.kind = event.kind;
    access.width = event.width;
    access.element = event.element;
    access.lanes = event.lanes;
    for_each_lane(event.lanes, [&](unsigned lane) { access.address[lane] = event.address(lane); });
    if (event.old_values != nullptr) {
        const std::size_t bytes = std::size_t{event.width} * kLanes;
        access.old_values.assign(event.old_values, event.old_values + bytes);
        access.new_values.assign(event.new_values, event.new_values + bytes);
    }
    if (keep_rows && !rows_.empty() && rows_.back().position == last_.position)
        add_cost(access, rows_.back());
    last_.accesses.push_back(std::move(access));
}

void add_cost(const LaneAccess& access, TimelineRow& row) {
    row.access = true;
    if (access.kind != AccessKind::Load) row.store = true;
    if (access.space == Space::Shared) {
        const SharedOperation operation = access.kind == AccessKind::Load ? SharedOperation::Load
                                          : access.kind == AccessKind::Store
                                              ? SharedOperation::Store
                                              : SharedOperation::Atomic;
        const SharedCost cost =
            shared_cost({operation, access.width, access.lanes, access.address.data()});
        row.passes = static_cast<std::uint16_t>(row.passes + cost.wavefronts);
        row.least_passes =
            static_cast<std::uint16_t>(row.least_passes + cost.wavefronts - cost.conflicts);
    } else if (access.space == Space::Global || access.space == Space::Local) {
        const GlobalAccess shape = {access.width, access.lanes, access.address.data()};
        const bool atomic =
            access.kind == AccessKind::Atomic || access.kind == AccessKind::Reduction;
        const GlobalCost cost = access.space == Space::Local ? local_cost(shape)
                                : atomic                     ? atomic_cost(shape)
                                                             : global_cost(shape);
        row.sectors = static_cast<std::uint16_t>(row.sectors + cost.sectors);
        const unsigned least = (cost.bytes_used + kCacheSectorBytes - 1) / kCacheSectorBytes;
        row.least_sectors = static_cast<std::uint16_t>(
            row.least_sectors + (atomic ? cost.sectors : std::min(least, cost.sectors)));
    }
}

} // namespace warpscope::gui
