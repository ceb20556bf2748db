// Compares one access with those before it at the same place.
#include "sim/checkers/race_checker.h"

namespace warpscope::racing {
namespace {

unsigned last_lane(LaneMask lanes) {
    return 31u - static_cast<unsigned>(std::countl_zero(lanes));
}

/// Whether both are strong at scopes that include each other, and overlap wholly.
bool may_meet(const AccessRecord& a, const AccessRecord& b) {
    const bool in_block = a.block == b.block && a.operation == b.operation;
    const auto reaches = [&](const AccessRecord& r) { return in_block || r.scope != Scope::Block; };
    // Of 8 bits there are no atomic operations: compare-and-swap of 16 stands for them.
    const bool same_object = a.width == b.width || a.width + b.width == 3;
    return a.strong() && b.strong() && same_object && reaches(a) && reaches(b);
}

} // namespace

void RaceChecker::check(const AccessEvent& access, Part& part) {
    const bool shared = access.space == Space::Shared;
    LaneGroups::Groups* const groups = groups_.find(access);
    if (groups != nullptr && is_repeated(access, part, *groups)) return;
    AccessLog& log = shared ? part.shared->log : log_;
    const RecordId id = log.record(access, operation_, part.order.time(access.warp.warp));
    if (id == 0) {
        full_ = true;
        return;
    }
    const bool few = shared ? !meets_in_part_ : few_of_global_;
    const AccessRecord& record = log[id];
    const UsualAccess usual(log, shared ? part.known : dead_, record, shared,
                            few && (shared || alone_));
    Now now{access, part, log, id, record, shared, few, usual, groups};
    if (shared && record.writes()) part.changes = change();
    const bool copies = !shared && !copies_.none_concurrent();
    if (copies || (!check_rows(now) && (groups != nullptr || !all_said(now)))) check_words(now);
    if (groups != nullptr && shared) {
        groups->settled = now.said && usual.can_be_said() ? part.changes : 0;
        groups->first = access.first;
        groups->code = access.at;
    }
    if (record.strong()) synchronise(access, part);
}

/// Tiles are read by warp after warp in the same way: once two of them have, the others say
/// nothing new until something else happens to the memory.
bool RaceChecker::is_repeated(const AccessEvent& access, const Part& part,
                              const LaneGroups::Groups& groups) const {
    return access.space == Space::Shared && groups.settled == part.changes &&
           groups.first == access.first && groups.code == access.at && !meets_in_part_ &&
           access.kind == AccessKind::Load && static_cast<Order>(access.order) == Order::Weak;
}

/// Whether every lane's words need no more accesses like this, so that it does not matter which
/// lanes meet.
bool RaceChecker::all_said(Now& now) {
    const AccessEvent& access = now.access;
    if (access.offset == nullptr || !now.usual.can_be_said()) return false;
    std::uint64_t base = access.first;
    CellPages* cells = &now.part.shared->cells;
    if (!now.shared) {
        auto* memory = memory_.find(access.address(first_lane(access.lanes)));
        if (memory == nullptr) return false;
        cells = &memory->value;
        base -= memory->base;
        for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1)
            if (base + access.offset[first_lane(rest)] >= memory->size) return false;
    }
    for (LaneMask rest = access.lanes; rest != 0; rest &= rest - 1) {
        const auto row = cells->row_at(base + access.offset[first_lane(rest)], access.width);
        for (const AccessCell* cell = row.first; cell != row.first + row.cells; ++cell)
            if (!now.usual.is_old_single(cell->write) || !now.usual.is_said(cell->others))
                return false;
    }
    return true;
}

void RaceChecker::check_words(Now& now) {
    const AccessEvent& access = now.access;
    const bool reads_tile = now.groups != nullptr && now.shared && access.width == 4;
    if (reads_tile && now.few && !now.record.strong() && !now.record.writes())
        return read_words(now);
    const auto visit = [&](Address address, LaneMask lanes) { check_word(now, address, lanes); };
    if (now.groups != nullptr)
        LaneGroups::each(*now.groups, access.first, visit);
    else
        groups_.each(access, visit);
}

void RaceChecker::check_word(Now& now, Address address, LaneMask lanes) {
    const AccessEvent& access = now.access;
    now.address = address;
    CellPages* cells = &now.part.shared->cells;
    std::uint64_t offset = address;
    if (!now.shared) {
        auto* memory = memory_.find(address, access.width);
        if (memory == nullptr) return;
        cells = &memory->value;
        offset -= memory->base;
        copies_.each_overlap(address, access.width, access.kind != AccessKind::Load,
                             [&](const CopyRange& copy) {
                                 AccessRecord before;
                                 before.operation = copy.operation;
                                 before.kind = copy.writes ? AccessKind::Store : AccessKind::Load;
                                 report(now, before, first_lane(lanes), 0, lanes, RaceCause::Copy);
                             });
    }
    cells->each(offset, access.width, [&](AccessCell& cell) {
        if (now.usual.is_old_single(cell.write) && now.usual.is_said(cell.others)) return;
        now.said = false;
        if (!settle(now, cell, lanes)) check_cell(now, cell, lanes);
    });
}

/// Whether the access of one lane comes before these of this warp, or is one of the same lane.
/// `last`: what was found out for the cell before, which mostly holds here, too.
bool RaceChecker::is_harmless(const Now& now, Judged& last, std::uint32_t single,
                              LaneMask lanes) const {
    const RecordId id = single >> 5;
    if (last.record != id) {
        const AccessRecord& r = now.log[id];
        const bool in_launch = r.operation == operation_;
        last = {id, Judged::As::Foreign};
        if (in_launch ? now.part.order.all_know(r.moment(0)) : streams_.before(r.operation))
            last.as = Judged::As::Known;
        else if (in_launch && r.block == now.record.block && r.warp == now.record.warp)
            last.as = Judged::As::Own;
    }
    if (last.as == Judged::As::Own) return lanes == LaneMask{1} << (single & 31);
    return last.as == Judged::As::Known;
}

/// What most accesses find. True: they race with nothing, and the cell is as they leave it; false:
/// nothing was done.
bool RaceChecker::settle(Now& now, AccessCell& cell, LaneMask lanes) {
    const UsualAccess& usual = now.usual;
    const std::uint32_t write = cell.write, others = cell.others;
    if (!usual.is_old_single(write) && !is_harmless(now, now.write, write, lanes)) return false;
    const bool single = (others & AccessLog::kSet) == 0;
    if (now.record.writes() && !now.record.strong()) {
        if ((lanes & (lanes - 1)) != 0) return false;
        if (!usual.is_old(others) && !(single && is_harmless(now, now.other, others, lanes)))
            return false;
        cell = {now.id << 5 | first_lane(lanes), 0};
        return true;
    }
    if (usual.is_said(others)) return true;
    if (now.record.kind == AccessKind::Store) return false;
    if (others == 0 || ((now.few || !now.shared) && usual.is_old(others))) {
        cell.others = now.log.only(now.id, lanes);
        return true;
    }
    if (!now.few || now.record.strong() || now.log.has_write(others)) return false;
    if (!single && now.log.head(others).record == now.id &&
        (lanes & ~now.log.head(others).lanes) == 0)
        return true;
    cell.others = now.log.with_two_warps(others, now.id, lanes);
    return true;
}

void RaceChecker::check_cell(Now& now, AccessCell& cell, LaneMask lanes) {
    AccessLog& log = now.log;
    if (cell.write != 0 && alive(log, cell.write >> 5))
        check_pair(now, cell.write >> 5, LaneMask{1} << (cell.write & 31), lanes);
    const bool writes = now.record.writes(), weak_write = writes && !now.record.strong();
    if (weak_write && (lanes & (lanes - 1)) != 0) {
        const unsigned last = last_lane(lanes);
        report(now, now.record, last, first_lane(lanes), lanes, RaceCause::SameInstruction);
    }
    // When the newest is of a launch that is over, so are all of them.
    const std::uint32_t others = alive(log, log.newest(cell.others)) ? cell.others : 0;
    if (others != 0 && now.record.kind == AccessKind::Store && now.record.strong())
        check_lost_update(now, others, lanes);
    if (weak_write) {
        if (others != 0) check_others(now, others, lanes);
        cell.write = now.id << 5 | last_lane(lanes);
        cell.others = 0;
    } else if (others == 0) {
        cell.others = log.with(0, now.id, lanes);
    } else if (now.few) {
        if (writes || log.has_write(others)) check_others(now, others, lanes);
        // The block's accesses before a barrier are all older than the newest of them.
        const AccessRecord& newest = log[log.newest(others)];
        const bool over = now.shared && now.part.order.all_know(newest.moment(0));
        cell.others = log.with_two_warps(over ? 0 : others, now.id, lanes);
    } else {
        AccessLog::Memo& memo = log.memo(others, now.id, lanes);
        const bool meets = now.record.strong() && now.record.scope != Scope::Block &&
                           log.all_meet(others, now.record.width);
        if (!memo.clean && !meets && (writes || log.has_write(others)))
            memo.clean = check_others(now, others, lanes);
        if (memo.with == 0)
            memo.with = log.with(all_older(now, others) ? 0 : others, now.id, lanes);
        cell.others = memo.with;
    }
}

/// Whether all the others are weak accesses by the block before a barrier: what races with one of
/// them later races with this access, too.
bool RaceChecker::all_older(const Now& now, std::uint32_t others) const {
    if (now.record.strong()) return false;
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
    // Its turn: a fence came after the read, or the read acquires.
    const auto is_turn = [&](const AccessRecord& r) {
        return r.time < now.record.time || r.order == Order::Acquire;
    };
    LaneMask updating = 0;
    now.log.each(others, [&](RecordId id, LaneMask by) {
        if (is_read(id, now.log[id]) && !is_turn(now.log[id])) updating |= by;
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
        if (is_read(id, r) && is_turn(r)) updating &= ~by;
        const bool stored = alive(now.log, id) && r.kind == AccessKind::Store && r.strong();
        LaneMask lost = is_mine(r) ? updating & ~by : updating;
        // Under a lock, say, the other store is known to come before the read.
        for_each_lane(lost, [&](unsigned l) {
            if (now.part.order.knows(now.record.warp, l, r.moment(first_lane(by))))
                lost &= ~(LaneMask{1} << l);
        });
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
    const bool relaxed = order == Order::Relaxed || order == Order::Volatile;
    if (relaxed && points.empty() && (!writes || (!one_lane && !part.order.may_release()))) return;
    bool passed = false;
    for_each_lane(access.lanes, [&](unsigned l) {
        const Address address = access.address(l);
        if (!relaxed) met_in_part();
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

} // namespace warpscope::racing
