// Turning events into rows; what accesses cost comes from sim/rules.
#include "sim/debug/timeline.h"

#include <algorithm>

#include "sim/rules/bank_conflicts.h"
#include "sim/rules/coalescing.h"

namespace warpscope {
namespace {

constexpr std::uint64_t kMostBins = std::uint64_t{1} << 22;
constexpr std::uint64_t kBinsOfNext = 4;

TimelineLevel joined(const TimelineLevel& level, std::uint64_t bins) {
    TimelineLevel next;
    next.steps_per_bin = level.steps_per_bin * bins;
    next.bins.resize((level.bins.size() + bins - 1) / bins);
    for (std::size_t k = 0; k < level.bins.size(); ++k)
        add_most(next.bins[k / bins], level.bins[k]);
    return next;
}

void take(const InstructionEvent& event, TimelineRow& row) {
    row.warp = event.warp.warp;
    row.function = event.at.function;
    row.instruction = event.at.instruction;
    row.active = event.active;
    row.executed = event.executed;
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

/// What an access costs, into `row`.
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

bool opens(const BarrierEvent& event) {
    return event.phase == BarrierEvent::Phase::Open;
}

} // namespace

std::uint64_t badness(const TimelineRow& row) {
    // Each kind outweighs all of the next: a warp has 32 lanes, an access at most 1024 sectors.
    constexpr std::uint64_t kConflict = 1u << 20, kWaste = 1u << 8;
    const std::uint64_t conflicts = row.passes - row.least_passes;
    const std::uint64_t waste = row.sectors - row.least_sectors;
    const unsigned on = count_lanes(row.active);
    // Every loop ends with few lanes; half a warp that idles is where it begins to hurt.
    const std::uint64_t idle = on != 0 && on <= kLanes / 2 ? 1 : 0;
    return conflicts * kConflict + waste * kWaste + idle;
}

std::size_t Timeline::index_at(std::uint64_t position) const {
    const auto after = std::upper_bound(
        rows.begin(), rows.end(), position,
        [](std::uint64_t at, const TimelineRow& row) { return at < row.position; });
    return after == rows.begin() ? rows.size() : static_cast<std::size_t>(after - rows.begin()) - 1;
}

TimelineBin bin_of(const TimelineRow& row, std::uint8_t kind) {
    TimelineBin bin;
    bin.cost = std::max(row.passes, row.sectors);
    if (row.passes > row.least_passes)
        bin.degree = static_cast<std::uint8_t>(
            std::min<unsigned>(UINT8_MAX, row.passes / std::max<unsigned>(1, row.least_passes)));
    bin.lanes = static_cast<std::uint8_t>(count_lanes(row.executed));
    bin.kind = kind;
    bin.opens = row.opens;
    return bin;
}

void add_most(TimelineBin& to, const TimelineBin& other) {
    to.cost = std::max(to.cost, other.cost);
    to.degree = std::max(to.degree, other.degree);
    to.lanes = std::max(to.lanes, other.lanes);
    to.kind = std::max(to.kind, other.kind);
    to.opens |= other.opens;
}

std::vector<TimelineLevel> coarser_levels(TimelineLevel finest) {
    std::vector<TimelineLevel> levels;
    levels.push_back(std::move(finest));
    while (levels.back().bins.size() > 1)
        levels.push_back(joined(levels.back(), kBinsOfNext));
    return levels;
}

TimelineBin most_in(const std::vector<TimelineLevel>& levels, std::uint64_t first,
                    std::uint64_t last) {
    TimelineBin most;
    if (levels.empty()) return most;
    last = std::min<std::uint64_t>(last, levels[0].bins.size());
    while (first < last) {
        // The coarsest bin that begins here and ends in time.
        std::size_t level = 0;
        std::uint64_t size = 1;
        while (level + 1 < levels.size() && first % (size * kBinsOfNext) == 0 &&
               first + size * kBinsOfNext <= last)
            ++level, size *= kBinsOfNext;
        add_most(most, levels[level].bins[first / size]);
        first += size;
    }
    return most;
}

class LaunchSurvey::Part final : public BlockObserver {
public:
    explicit Part(LaunchSurvey& survey) : survey_(survey) {}
    void on_instruction(const InstructionEvent& event) override { survey_.begin(event); }
    void on_unfinished(const InstructionEvent& event) override { survey_.begin(event); }
    void on_access(const AccessEvent& event) override { add_cost(event, survey_.now_); }
    void on_barrier(const BarrierEvent& event) override { survey_.now_.opens |= opens(event); }

private:
    LaunchSurvey& survey_;
};

LaunchSurvey::LaunchSurvey() = default;
LaunchSurvey::~LaunchSurvey() = default;

void LaunchSurvey::on_launch(const LaunchEvent& event) {
    blocks_.assign(volume(event.grid), {});
    now_ = {};
    counted_ = 0;
    worst_.reset();
    level_ = {};
}

std::unique_ptr<BlockObserver> LaunchSurvey::begin_block(LaunchId, std::uint64_t) {
    return std::make_unique<Part>(*this);
}

void LaunchSurvey::finish() {
    if (now_.position == counted_) return;
    counted_ = now_.position;
    if (!worst_ || badness(now_) > badness(*worst_)) worst_ = now_;
    if ((counted_ - 1) / level_.steps_per_bin == kMostBins) level_ = joined(level_, 2);
    const std::uint64_t bin = (counted_ - 1) / level_.steps_per_bin;
    if (bin == level_.bins.size()) level_.bins.emplace_back();
    add_most(level_.bins[bin], bin_of(now_));
}

void LaunchSurvey::begin(const InstructionEvent& event) {
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

void BlockSteps::on_barrier(const BarrierEvent& event) {
    if (event.warp.block == block_) row_.opens |= opens(event);
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

} // namespace warpscope
