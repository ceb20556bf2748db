// Turning events into rows; what accesses cost comes from sim/rules.
#include "gui/engine/recorder.h"

#include <algorithm>

#include "gui/views/opening.h"
#include "sim/rules/bank_conflicts.h"
#include "sim/rules/coalescing.h"

namespace warpscope::gui {
namespace {

void take(const InstructionEvent& event, TimelineRow& row) {
    row.warp = event.warp.warp;
    row.function = event.at.function;
    row.instruction = event.at.instruction;
    row.active = event.active;
    row.executed = event.executed;
}

} // namespace

class Survey::Part : public BlockObserver {
public:
    explicit Part(Survey& survey) : survey_(survey) {}
    void on_instruction(const InstructionEvent& event) override { survey_.begin(event); }
    void on_unfinished(const InstructionEvent& event) override { survey_.begin(event); }
    void on_access(const AccessEvent& event) override { add_cost(event, survey_.now_); }

private:
    Survey& survey_;
};

Survey::Survey() = default;
Survey::~Survey() = default;

void Survey::on_launch(const LaunchEvent& event) {
    blocks_.assign(volume(event.grid), {});
    now_ = {};
    worst_.reset();
}

std::unique_ptr<BlockObserver> Survey::begin_block(LaunchId, std::uint64_t) {
    return std::make_unique<Part>(*this);
}

void Survey::finish() {
    if (now_.position == 0) return;
    if (!worst_ || views::badness(now_) > views::badness(*worst_)) worst_ = now_;
}

void Survey::begin(const InstructionEvent& event) {
    finish();
    const std::uint64_t position = now_.position + 1;
    now_ = {};
    now_.position = position;
    take(event, now_);
    BlockSpan& span = blocks_[event.warp.block];
    if (span.steps++ == 0) span.first = position;
    span.last = position;
}

void BlockSteps::on_instruction(const InstructionEvent& event) {
    if (heard_ || event.warp.block != block_) return;
    heard_ = true;
    take(event, row_);
}

void BlockSteps::on_access(const AccessEvent& event) {
    if (event.warp.block == block_) add_cost(event, row_);
}

bool BlockSteps::matches(const Session& session) {
    if (heard_) {
        row_.position = session.position();
        if (rows_.size() < kMostRows)
            rows_.push_back(row_);
        else
            whole_ = false;
    }
    return session.position() >= last_ || !whole_;
}

void add_cost(const AccessEvent& event, TimelineRow& row) {
    std::array<Address, kLanes> places{};
    for_each_lane(event.lanes, [&](unsigned lane) { places[lane] = event.address(lane); });
    const auto add = [](std::uint16_t& to, unsigned more) {
        to = static_cast<std::uint16_t>(to + more);
    };
    if (event.space == Space::Shared) {
        const SharedCost cost =
            shared_cost({shared_operation(event.kind), event.width, event.lanes, places.data()});
        add(row.passes, cost.wavefronts);
        add(row.least_passes, cost.wavefronts - cost.conflicts);
    } else if (event.space == Space::Global || event.space == Space::Local) {
        const GlobalAccess shape = {event.width, event.lanes, places.data()};
        const bool atomic = event.kind == AccessKind::Atomic || event.kind == AccessKind::Reduction;
        const GlobalCost cost = event.space == Space::Local ? local_cost(shape)
                                : atomic                    ? atomic_cost(shape)
                                                            : global_cost(shape);
        const unsigned packed = (cost.bytes_used + kCacheSectorBytes - 1) / kCacheSectorBytes;
        add(row.sectors, cost.sectors);
        add(row.least_sectors, atomic ? cost.sectors : std::min(packed, cost.sectors));
        if (event.space == Space::Local) row.local = true;
    } else {
        return;
    }
    row.access = true;
    if (event.kind != AccessKind::Load) row.store = true;
}

} // namespace warpscope::gui
