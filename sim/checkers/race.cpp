// Compares every access of global and shared memory with those before it.
#include "sim/checkers/race.h"

#include <map>
#include <tuple>

#include "sim/checkers/access_log.h"
#include "sim/checkers/allocation_map.h"
#include "sim/checkers/block_order.h"
#include "sim/checkers/copy_ranges.h"
#include "sim/checkers/lane_groups.h"
#include "sim/checkers/race_report.h"
#include "sim/checkers/stream_order.h"
#include "sim/checkers/sync_points.h"

namespace warpscope {
namespace {

/// What a block needs to check its shared memory.
struct SharedShadow {
    AccessLog log;
    CellPages cells{0};
};

class RaceChecker;

class Part : public BlockObserver {
public:
    Part(RaceChecker& owner, std::uint64_t block, std::uint32_t threads,
         std::unique_ptr<SharedShadow> shared)
        : order(block, threads), shared(std::move(shared)), owner_(owner) {}
    ~Part() override;

    void on_access(const AccessEvent& access) override;
    void on_barrier(const BarrierEvent& e) override { order.on_barrier(e); }
    void on_warp_sync(const WarpSyncEvent& e) override { order.on_warp_sync(e); }
    void on_fence(const FenceEvent& e) override { order.on_fence(e); }
    void on_retire(const RetireEvent& e) override { order.on_retire(e); }

    BlockOrder order;
    std::unique_ptr<SharedShadow> shared;
    SyncPoints sync; ///< of shared memory

    /// A lane of the warp read what somebody wrote who knew `from`. That orders nothing yet, but
    /// tells what the program means to order.
    void led_here(std::uint32_t warp, const ClockPointer& from) {
        led_[warp] = Clock::join(led_[warp], from);
    }
    bool was_led(std::uint32_t warp, bool in_block, const Moment& from) const {
        for (const auto& [led, clock] : led_)
            if ((!in_block || led == warp) && clock != nullptr && clock->knows(from)) return true;
        return false;
    }

private:
    RaceChecker& owner_;
    std::map<std::uint32_t, ClockPointer> led_; ///< by warp
};

class RaceChecker : public Checker {
public:
    Interest interest() const override {
        return {.accesses = true, .synchronisation = true, .one_thread = true};
    }
    void on_allocation(const AllocationEvent& a) override {
        memory_.add(a.base, a.size, CellPages(a.size));
    }
    void on_free(const FreeEvent& a) override { memory_.remove(a.base); }
    void on_stream_edge(const StreamEdgeEvent& edge) override { streams_.on_edge(edge); }
    void on_host_copy(const HostCopyEvent& copy) override;
    void on_launch(const LaunchEvent& launch) override;
    void on_launch_restart(const LaunchEvent&) override {
        log_.forget_last();
        dead_before_ = log_.next(); // earlier launches were compared with in the run that is undone
        forget_launch();
    }
    void on_launch_end(const LaunchEndEvent&) override {
        for (auto& [key, violation] : found_)
            violations_.push_back(std::move(violation));
        found_.clear();
    }
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t block) override;
    std::vector<Violation> take_violations() override;

    void check(const AccessEvent& access, Part& part);
    void take_back(std::unique_ptr<SharedShadow> shadow) { shadows_.push_back(std::move(shadow)); }

private:
    /// An access on its way through its words.
    struct Now {
        const AccessEvent& access;
        Part& part;
        AccessLog& log;
        RecordId id;
        const AccessRecord record;
        Address address = 0; ///< of the lanes that are looked at
    };
    void check_cell(Now& now, AccessCell& cell, LaneMask lanes);
    bool check_others(Now& now, std::uint32_t others, LaneMask lanes);
    bool check_pair(Now& now, RecordId before, LaneMask lanes_before, LaneMask lanes);
    void check_lost_update(Now& now, std::uint32_t others, LaneMask lanes);
    bool all_older(const Now& now, std::uint32_t others) const;
    void synchronise(const AccessEvent& access, Part& part);
    bool alive(const AccessLog& log, RecordId id) const {
        return &log != &log_ || id >= dead_before_;
    }
    RaceCause cause(const Now& now, const AccessRecord& before, unsigned lane_before) const;
    void report(const Now& now, const AccessRecord& before, unsigned lane, unsigned lane_before,
                LaneMask lanes, RaceCause cause);
    void forget_launch() {
        std::erase_if(found_, [&](const auto& f) { return f.second.here.launch == launch_; });
        sync_.clear();
        relies_on_reads_ = false;
    }

    AllocationMap<CellPages> memory_;
    AccessLog log_;
    RecordId dead_before_ = 1; ///< records of global memory that everything now comes after
    StreamOrder streams_;
    CopyRanges copies_;
    SyncPoints sync_; ///< of global memory, in this launch
    std::vector<std::unique_ptr<SharedShadow>> shadows_;
    std::map<std::uint32_t, LaunchId> launch_of_; ///< by operation; copies are 0
    LaunchId launch_ = 0;
    std::uint32_t operation_ = 0, threads_ = 0;
    std::uint64_t shared_bytes_ = 0;
    bool full_ = false;            ///< no more records can be made
    bool relies_on_reads_ = false; ///< some order in the launch came from what was read

    using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, Space, bool>;
    std::map<Key, Violation> found_;
    std::vector<Violation> violations_;
};

Part::~Part() {
    owner_.take_back(std::move(shared));
}

void Part::on_access(const AccessEvent& access) {
    if (access.space == Space::Global || access.space == Space::Shared) owner_.check(access, *this);
}

void RaceChecker::on_launch(const LaunchEvent& launch) {
    launch_ = launch.launch;
    operation_ = streams_.begin(launch.stream);
    threads_ = static_cast<std::uint32_t>(volume(launch.block));
    shared_bytes_ = launch.static_shared_bytes + launch.dynamic_shared_bytes;
    if (streams_.before_all()) {
        dead_before_ = log_.next();
        launch_of_.clear();
        if (dead_before_ > AccessLog::kMostRecords / 2) {
            log_.clear();
            dead_before_ = 1;
            memory_.each([](auto& m) { m.value.clear(); });
        }
    }
    launch_of_[operation_] = launch_;
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
        if (shadow->log.next() > 1u << 18) shadow->log.clear();
    }
    shadow->cells = CellPages(shared_bytes_);
    return std::make_unique<Part>(*this, block, threads_, std::move(shadow));
}

void RaceChecker::on_host_copy(const HostCopyEvent& copy) {
    if (copy.size == 0) return;
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
            if (id < dead_before_ || streams_.before(before.operation)) return true;
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

// ---- one access

void RaceChecker::check(const AccessEvent& access, Part& part) {
    const bool shared = access.space == Space::Shared;
    AccessLog& log = shared ? part.shared->log : log_;
    const RecordId id = log.record(access, operation_, part.order.time(access.warp.warp));
    if (id == 0) {
        full_ = true;
        return;
    }
    Now now{access, part, log, id, log[id]};
    each_lane_group(access, [&](Address address, LaneMask lanes) {
        now.address = address;
        CellPages* cells = &part.shared->cells;
        std::uint64_t offset = address;
        if (!shared) {
            auto* memory = memory_.find(address, access.width);
            if (memory == nullptr) return;
            cells = &memory->value;
            offset -= memory->base;
            copies_.each_overlap(
                address, access.width, access.kind != AccessKind::Load, [&](const CopyRange& copy) {
                    AccessRecord before;
                    before.operation = copy.operation;
                    before.kind = copy.writes ? AccessKind::Store : AccessKind::Load;
                    report(now, before, first_lane(lanes), 0, lanes, RaceCause::Copy);
                });
        }
        cells->each(offset, access.width, [&](AccessCell& cell) { check_cell(now, cell, lanes); });
    });
    if (now.record.strong()) synchronise(access, part);
}

void RaceChecker::check_cell(Now& now, AccessCell& cell, LaneMask lanes) {
    AccessLog& log = now.log;
    if (cell.write != 0 && alive(log, cell.write >> 5))
        check_pair(now, cell.write >> 5, LaneMask{1} << (cell.write & 31), lanes);
    const bool writes = now.record.writes(), weak_write = writes && !now.record.strong();
    if (weak_write && (lanes & (lanes - 1)) != 0) {
        const unsigned last = 31u - static_cast<unsigned>(std::countl_zero(lanes));
        report(now, now.record, last, first_lane(lanes), lanes, RaceCause::SameInstruction);
    }
    // When the newest is of a launch that is over, so are all of them.
    const std::uint32_t others = alive(log, log.newest(cell.others)) ? cell.others : 0;
    AccessLog::Memo* memo = nullptr;
    if (others != 0) {
        memo = &log.memo(others, now.id, lanes);
        if (!memo->clean && (writes || log.has_write(others)))
            memo->clean = check_others(now, others, lanes);
        if (now.record.kind == AccessKind::Store && now.record.strong())
            check_lost_update(now, others, lanes);
    }
    if (weak_write) {
        cell.write = now.id << 5 | (31u - static_cast<unsigned>(std::countl_zero(lanes)));
        cell.others = 0;
        return;
    }
    if (memo != nullptr && memo->with != 0) {
        cell.others = memo->with;
        return;
    }
    cell.others = log.with(others, now.id, lanes, others != 0 && all_older(now, others));
    if (memo != nullptr) memo->with = cell.others;
}

/// Whether all the others are reads by the block before a barrier: what races with one of them
/// later races with this access, too.
bool RaceChecker::all_older(const Now& now, std::uint32_t others) const {
    if (now.record.strong() && now.record.kind == AccessKind::Load) return false;
    return now.log.each(others, [&](RecordId id, LaneMask) {
        const AccessRecord& r = now.log[id];
        return !r.strong() && r.operation == operation_ && now.part.order.all_know(r.moment(0));
    });
}

bool RaceChecker::check_others(Now& now, std::uint32_t others, LaneMask lanes) {
    bool clean = true;
    now.log.each(others, [&](RecordId id, LaneMask before) {
        if (alive(now.log, id)) clean = check_pair(now, id, before, lanes) && clean;
        return true;
    });
    return clean;
}

/// Whether both are strong at scopes that include each other, and overlap wholly.
bool may_meet(const AccessRecord& a, const AccessRecord& b) {
    const bool in_block = a.block == b.block && a.operation == b.operation;
    const auto reaches = [&](const AccessRecord& r) { return in_block || r.scope != Scope::Block; };
    return a.strong() && b.strong() && a.width == b.width && reaches(a) && reaches(b);
}

bool RaceChecker::check_pair(Now& now, RecordId id, LaneMask lanes_before, LaneMask lanes) {
    const AccessRecord& before = now.log[id];
    if ((!now.record.writes() && !before.writes()) || may_meet(now.record, before)) return true;
    if (before.operation != operation_) {
        if (streams_.before(before.operation)) return true;
        report(now, before, first_lane(lanes), first_lane(lanes_before), lanes,
               RaceCause::Unordered);
        return false;
    }
    const BlockOrder& order = now.part.order;
    if (order.all_know(before.moment(0))) return true;
    if (before.block == now.record.block && before.warp == now.record.warp &&
        lanes_before == lanes && (lanes & (lanes - 1)) == 0)
        return true;
    LaneMask racing = 0;
    unsigned lane_before = 0;
    for_each_lane(lanes, [&](unsigned l) {
        for_each_lane(lanes_before, [&](unsigned b) {
            if (order.knows(now.record.warp, l, before.moment(b))) return;
            racing |= LaneMask{1} << l;
            lane_before = b;
        });
    });
    if (racing == 0) return true;
    report(now, before, first_lane(racing), lane_before, racing, cause(now, before, lane_before));
    return false;
}

/// A strong store to a place that the lane has read without a fence since, where others store, too.
/// A fence after the read means that the lane waited for its turn there, as in a lock.
void RaceChecker::check_lost_update(Now& now, std::uint32_t others, LaneMask lanes) {
    const auto is_mine = [&](const AccessRecord& r) {
        return r.block == now.record.block && r.warp == now.record.warp;
    };
    const auto is_read = [&](RecordId id, const AccessRecord& r) {
        return alive(now.log, id) && is_mine(r) && r.kind == AccessKind::Load && r.strong();
    };
    LaneMask updating = 0;
    now.log.each(others, [&](RecordId id, LaneMask by) {
        if (is_read(id, now.log[id]) && now.log[id].time == now.record.time) updating |= by;
        return true;
    });
    updating &= lanes & ~now.access.unchanged;
    if (updating == 0) return;
    if ((lanes & (lanes - 1)) != 0) {
        const unsigned by = first_lane(lanes);
        const LaneMask lost = updating & ~(LaneMask{1} << by);
        if (lost != 0) report(now, now.record, first_lane(lost), by, lost, RaceCause::LostUpdate);
    }
    now.log.each(others, [&](RecordId id, LaneMask by) {
        const AccessRecord& r = now.log[id];
        if (is_read(id, r) && r.time < now.record.time) updating &= ~by;
        const bool stored = alive(now.log, id) && r.kind == AccessKind::Store && r.strong();
        const LaneMask lost = is_mine(r) ? updating & ~by : updating;
        if (!stored || lost == 0) return updating != 0;
        report(now, r, first_lane(lost), first_lane(by), lost, RaceCause::LostUpdate);
        return false;
    });
}

void RaceChecker::synchronise(const AccessEvent& access, Part& part) {
    const bool shared = access.space == Space::Shared;
    SyncPoints& points = shared ? part.sync : sync_;
    const Order order = static_cast<Order>(access.order);
    const Scope scope = static_cast<Scope>(access.scope);
    const std::uint32_t warp = access.warp.warp;
    const bool writes = access.kind != AccessKind::Load;
    const bool one_lane = (access.lanes & (access.lanes - 1)) == 0;
    bool passed = false;
    for_each_lane(access.lanes, [&](unsigned l) {
        const Address address = access.address(l);
        if (access.kind != AccessKind::Store) {
            if (const SyncPoint* point = points.find(address)) {
                part.order.acquire(warp, l, order, scope, point->seen_by(access.warp.block));
                if (one_lane) part.led_here(warp, point->led_from);
                relies_on_reads_ = true;
            }
        }
        if (!writes) return;
        const Released released = part.order.release(warp, l, order, scope);
        const bool nothing = released.in_block == nullptr && released.anywhere == nullptr;
        const bool leads = one_lane && (access.unchanged >> l & 1) == 0;
        passed = passed || !nothing || leads;
        if (nothing && !leads && points.find(address) == nullptr) return;
        SyncPoint& point =
            points.write(address, access.warp.block, released, access.kind == AccessKind::Store);
        if (leads) point.led_from = Clock::join(point.led_from, part.order.everything(warp, l));
    });
    // What comes after is not released by this.
    if (passed) part.order.pass_time(warp);
}

RaceCause RaceChecker::cause(const Now& now, const AccessRecord& before,
                             unsigned lane_before) const {
    if (now.record.strong() && before.strong() && now.record.width == before.width)
        return RaceCause::Scope;
    if (now.record.strong() || before.strong()) return RaceCause::Atomicity;
    const bool in_block = before.block == now.record.block;
    if (now.part.was_led(now.record.warp, in_block, before.moment(lane_before)))
        return RaceCause::Order;
    return in_block && before.warp == now.record.warp ? RaceCause::WarpSynchronous
                                                      : RaceCause::Unordered;
}

void RaceChecker::report(const Now& now, const AccessRecord& before, unsigned lane,
                         unsigned lane_before, LaneMask lanes, RaceCause cause) {
    const CodePosition here = now.record.at, there = before.at;
    const Key key{here.function,     here.instruction, there.function,
                  there.instruction, now.access.space, before.operation == operation_};
    const auto [place, fresh] = found_.try_emplace(key);
    if (!fresh) {
        ++place->second.times;
        return;
    }
    Race race{cause, now.access.space, now.address, now.record, before, lanes,
              lane,  lane_before,      launch_};
    const auto launch_before = launch_of_.find(before.operation);
    if (cause != RaceCause::Copy && launch_before != launch_of_.end())
        race.launch_before = launch_before->second;
    race.same_value = before.kind == AccessKind::Store && now.record.kind == AccessKind::Store &&
                      (lanes & ~now.access.unchanged) == 0;
    race.relies_on_reads = relies_on_reads_;
    place->second = describe(race);
}

} // namespace

std::unique_ptr<Checker> make_race_checker() {
    return std::make_unique<RaceChecker>();
}

} // namespace warpscope
