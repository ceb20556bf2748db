// Follows launches, streams and copies; hands accesses on.
#include "sim/checkers/race.h"

#include "sim/checkers/race_checker.h"
#include "sim/events/host_stream.h"

namespace warpscope {
namespace racing {

Part::~Part() {
    owner_.take_back(std::move(shared));
}

void Part::on_barrier(const BarrierEvent& e) {
    if (e.expected_threads != 0 && e.phase != BarrierEvent::Phase::Open) owner_.met_in_part();
    const std::uint32_t before = order.full_barriers();
    order.on_barrier(e);
    if (order.full_barriers() == before) return;
    known = shared->log.mark();
    changes = owner_.change();
}

void Part::on_fence(const FenceEvent& e) {
    owner_.met_in_part();
    order.on_fence(e);
}

void Part::on_access(const AccessEvent& access) {
    if (access.space == Space::Global || access.space == Space::Shared) owner_.check(access, *this);
}

void RaceChecker::on_launch(const LaunchEvent& launch) {
    launch_ = launch.launch;
    operation_ = streams_.begin(launch.stream);
    threads_ = static_cast<std::uint32_t>(volume(launch.block));
    shared_bytes_ = launch.static_shared_bytes + launch.dynamic_shared_bytes;
    alone_ = streams_.before_all();
    if (alone_) {
        dead_ = log_.mark();
        launch_of_.clear();
        if (dead_.records > AccessLog::kMostRecords / 2) {
            log_.clear();
            dead_ = {};
            memory_.each([](auto& m) { m.value.clear(); });
        }
    }
    launch_of_[operation_] = launch_;
    kernel_ = launch.kernel;
    meets_in_part_ = kernel_meets_in_part_[kernel_];
    few_of_global_ = !launch.ordered;
    copies_.drop_ordered(streams_);
    found_.clear();
    forget_launch();
}

std::unique_ptr<BlockObserver> RaceChecker::begin_block(LaunchId, std::uint64_t block) {
    std::unique_ptr<SharedShadow> shadow;
    if (shadows_.empty()) {
        shadow = std::make_unique<SharedShadow>();
    } else {
        shadow = std::move(shadows_.back());
        shadows_.pop_back();
        shadow->log.clear(); // no cell holds any of it
    }
    shadow->cells = CellPages(shared_bytes_);
    auto part = std::make_unique<Part>(*this, block, threads_, std::move(shadow));
    part->changes = change();
    return part;
}

void RaceChecker::on_host_copy(const HostCopyEvent& copy) {
    if (copy.size == 0 || copy.stream == kHostStream) return;
    const std::uint32_t operation = streams_.begin(copy.stream);
    copies_.drop_ordered(streams_);
    const bool concurrent = !streams_.before_all();
    const auto compare = [&](Address from, bool writes) {
        if (from == 0) return;
        copies_.add({operation, from, copy.size, writes});
        auto* memory = concurrent ? memory_.find(from) : nullptr;
        if (memory == nullptr) return;
        AccessRecord as_record;
        as_record.operation = operation;
        as_record.kind = writes ? AccessKind::Store : AccessKind::Load;
        const auto with = [&](std::uint64_t offset, RecordId id, unsigned lane) {
            const AccessRecord& before = log_[id];
            if (id < dead_.records || streams_.before(before.operation)) return true;
            if (!writes && !before.writes()) return true;
            Race race{RaceCause::Copy,
                      Space::Global,
                      memory->base + offset,
                      before,
                      as_record,
                      LaneMask{1} << lane,
                      lane,
                      0,
                      launch_of_[before.operation]};
            violations_.push_back(describe(race));
            return false; // one is enough
        };
        memory->value.each_touched(
            from - memory->base, copy.size, [&](std::uint64_t offset, AccessCell& cell) {
                if (cell.write != 0 && !with(offset, cell.write >> 5, cell.write & 31))
                    return false;
                return log_.each(cell.others, [&](RecordId id, LaneMask lanes) {
                    return with(offset, id, first_lane(lanes));
                });
            });
    };
    if (copy.direction != HostCopyEvent::Direction::FromDevice) compare(copy.destination, true);
    if (copy.direction != HostCopyEvent::Direction::ToDevice) compare(copy.source, false);
}

std::vector<Violation> RaceChecker::take_violations() {
    if (full_) {
        Violation v;
        v.kind = "TooLarge";
        v.severity = Severity::Note;
        v.message = "the launch made more different accesses than can be remembered: races of the "
                    "last ones may be missing";
        v.here.launch = launch_;
        violations_.push_back(std::move(v));
        full_ = false;
    }
    return std::exchange(violations_, {});
}

} // namespace racing

std::unique_ptr<Checker> make_race_checker() {
    return std::make_unique<racing::RaceChecker>();
}

} // namespace warpscope
