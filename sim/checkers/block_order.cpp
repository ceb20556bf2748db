// Barriers, warp synchronisation, fences, releases and acquisitions of one block.
#include "sim/checkers/block_order.h"

namespace warpscope {
namespace {

bool releases(Order order) {
    return order == Order::Release || order == Order::AcquireRelease ||
           order == Order::SequentiallyConsistent;
}
bool acquires(Order order) {
    return order == Order::Acquire || order == Order::AcquireRelease ||
           order == Order::SequentiallyConsistent;
}
/// Volatile accesses name no scope: "treated as relaxed with system scope" (PTX ISA, "ld").
bool beyond_block(Scope scope) {
    return scope != Scope::Block;
}

void add(ClockPointer& to, const ClockPointer& clock) {
    to = Clock::join(to, clock);
}

} // namespace

BlockOrder::BlockOrder(std::uint64_t block, std::uint32_t threads)
    : block_(block), warps_((threads + kLanes - 1) / kLanes),
      barrier_(std::make_shared<std::vector<std::uint32_t>>(warps_.size())), threads_(threads) {
    if (const unsigned in_last = threads % kLanes; in_last != 0)
        warps_.back().exited = ~lowest_lanes(in_last);
}

std::array<BlockOrder::Lane, kLanes>& BlockOrder::lanes_of(std::uint32_t warp) {
    Warp& w = warps_[warp];
    if (w.lanes == nullptr) w.lanes = std::make_unique<std::array<Lane, kLanes>>();
    return *w.lanes;
}

bool BlockOrder::knows(std::uint32_t warp, unsigned lane, const Moment& m) const {
    const Warp& me = warps_[warp];
    if (m.block == block_) {
        if (m.warp == warp && (m.lane == lane || m.time <= me.synced)) return true;
        if (m.time <= (*barrier_)[m.warp]) return true;
    }
    if (common_known_ != nullptr && common_known_->knows(m)) return true;
    if (me.lanes == nullptr) return false;
    const ClockPointer& known = (*me.lanes)[lane].known;
    return known != nullptr && known->knows(m);
}

/// Without what the lane itself did.
ClockPointer BlockOrder::everything_known(std::uint32_t warp, unsigned lane) const {
    const Warp& me = warps_[warp];
    BlockTimes own{barrier_, {}};
    if (me.synced > (*barrier_)[warp]) {
        own.lanes.emplace_back();
        own.lanes.back().warp = warp;
        own.lanes.back().time.fill(me.synced);
    }
    ClockPointer known = Clock::join(common_known_, Clock::of_block(block_, std::move(own)));
    if (me.lanes != nullptr) add(known, (*me.lanes)[lane].known);
    return known;
}

ClockPointer BlockOrder::published(std::uint32_t warp, unsigned lane, const Published& p) const {
    if (p.time == 0) return p.known;
    return Clock::join(p.known, Clock::of_lanes(block_, warp, 1u << lane, p.time));
}

unsigned BlockOrder::living() const {
    unsigned count = 0;
    for (const Warp& w : warps_)
        count += kLanes - count_lanes(w.exited);
    return count;
}

/// Joins what the lanes know beyond the block's barriers, and what they published.
void BlockOrder::collect(std::uint32_t warp, LaneMask lanes, Arrival& into) const {
    const Warp& w = warps_[warp];
    if (w.lanes == nullptr) return;
    const Lane* before = nullptr;
    for_each_lane(lanes, [&](unsigned l) {
        const Lane& lane = (*w.lanes)[l];
        if (before == nullptr || lane.known != before->known) add(into.brings, lane.known);
        add(into.brings_in_block, published(warp, l, lane.in_block));
        add(into.brings_anywhere, published(warp, l, lane.anywhere));
        before = &lane;
    });
}

void BlockOrder::open_for_all() {
    Arrival all;
    auto times = std::make_shared<std::vector<std::uint32_t>>();
    for (std::uint32_t w = 0; w < warps_.size(); ++w) {
        collect(w, kAllLanes, all);
        times->push_back(warps_[w].time++);
    }
    barrier_ = times;
    ++full_barriers_;
    add(common_known_, all.brings);
    add(common_in_block_, all.brings_in_block);
    add(common_anywhere_, all.brings_anywhere);
    for (Warp& w : warps_) {
        if (w.lanes == nullptr) continue;
        for (Lane& lane : *w.lanes) {
            lane.known = nullptr;
            lane.in_block = lane.anywhere = {};
        }
    }
}

/// Some threads of the block met: what each knew and did, those that waited know now.
void BlockOrder::meet(const std::vector<Arrival>& arrivals) {
    Arrival all;
    for (const Arrival& a : arrivals) {
        add(all.brings, a.brings);
        add(all.brings_in_block, a.brings_in_block);
        add(all.brings_anywhere, a.brings_anywhere);
        if (!a.waits) continue;
        const ClockPointer done = Clock::of_lanes(block_, a.warp, a.lanes, warps_[a.warp].time);
        add(all.brings, done);
        // Lanes of a warp that met before bring the others along.
        if (warps_[a.warp].synced != 0)
            add(all.brings, Clock::of_lanes(block_, a.warp, kAllLanes, warps_[a.warp].synced));
        collect(a.warp, a.lanes, all);
    }
    for (const Arrival& a : arrivals) {
        if (!a.waits) continue;
        std::array<Lane, kLanes>& lanes = lanes_of(a.warp);
        for_each_lane(a.lanes, [&](unsigned l) {
            add(lanes[l].known, all.brings);
            if (all.brings_in_block != nullptr) lanes[l].in_block = {all.brings_in_block, 0};
            if (all.brings_anywhere != nullptr) lanes[l].anywhere = {all.brings_anywhere, 0};
        });
    }
    std::uint32_t last = UINT32_MAX;
    for (const Arrival& a : arrivals)
        if (a.waits && a.warp != last) ++warps_[last = a.warp].time;
}

void BlockOrder::on_barrier(const BarrierEvent& event) {
    Barrier& barrier = barriers_[event.barrier];
    if (event.phase != BarrierEvent::Phase::Open) {
        Arrival a;
        a.warp = event.warp.warp;
        a.lanes = event.lanes;
        a.waits = event.phase == BarrierEvent::Phase::Arrive;
        if (!a.waits) {
            collect(a.warp, a.lanes, a);
            add(a.brings, everything_known(a.warp, first_lane(a.lanes)));
            add(a.brings, Clock::of_lanes(block_, a.warp, a.lanes, warps_[a.warp].time));
            ++warps_[a.warp].time;
        }
        barrier.counted = event.expected_threads != 0;
        barrier.arrived.push_back(std::move(a));
        return;
    }
    const Barrier full = std::exchange(barrier, {});
    unsigned waiting = 0;
    for (const Arrival& a : full.arrived)
        waiting += a.waits ? count_lanes(a.lanes) : 0;
    // Where all threads are waited for, those that exited count as arrived.
    waiting >= (full.counted ? threads_ : living()) ? open_for_all() : meet(full.arrived);
}

void BlockOrder::on_warp_sync(const WarpSyncEvent& event) {
    Warp& w = warps_[event.warp.warp];
    if ((event.members | w.exited) != kAllLanes) {
        Arrival lanes;
        lanes.warp = event.warp.warp;
        lanes.lanes = event.members;
        lanes.waits = true;
        return meet({lanes});
    }
    w.synced = w.time++;
    if (w.lanes == nullptr) return;
    Arrival all;
    collect(event.warp.warp, event.members, all);
    for_each_lane(event.members, [&](unsigned l) {
        Lane& lane = (*w.lanes)[l];
        lane.known = all.brings;
        if (all.brings_in_block != nullptr) lane.in_block = {all.brings_in_block, 0};
        if (all.brings_anywhere != nullptr) lane.anywhere = {all.brings_anywhere, 0};
    });
}

void BlockOrder::on_fence(const FenceEvent& event) {
    const Order order = static_cast<Order>(event.order);
    if (order == Order::Weak) return; // a proxy fence
    const bool beyond = beyond_block(static_cast<Scope>(event.scope));
    const std::uint32_t warp = event.warp.warp;
    std::array<Lane, kLanes>& lanes = lanes_of(warp);
    ClockPointer last_known, last_everything;
    bool first = true;
    for_each_lane(event.lanes, [&](unsigned l) {
        Lane& lane = lanes[l];
        add(lane.known, lane.read_in_block);
        if (beyond) add(lane.known, lane.read_anywhere);
        lane.read_in_block = nullptr;
        if (beyond) lane.read_anywhere = nullptr;
        if (first || lane.known != last_known) last_everything = everything_known(warp, l);
        first = false;
        last_known = lane.known;
        lane.in_block = {last_everything, warps_[warp].time};
        if (beyond) lane.anywhere = lane.in_block;
    });
    may_release_ = true;
    ++warps_[warp].time;
}

Released BlockOrder::release(std::uint32_t warp, unsigned lane, Order order, Scope scope) {
    Released released;
    if (releases(order)) {
        released.in_block = everything(warp, lane);
        if (beyond_block(scope)) released.anywhere = released.in_block;
        return released;
    }
    if (!may_release_) return released;
    released.in_block = common_in_block_;
    released.anywhere = common_anywhere_;
    if (warps_[warp].lanes != nullptr) {
        const Lane& me = (*warps_[warp].lanes)[lane];
        add(released.in_block, published(warp, lane, me.in_block));
        add(released.anywhere, published(warp, lane, me.anywhere));
    }
    if (!beyond_block(scope)) released.anywhere = nullptr;
    return released;
}

void BlockOrder::acquire(std::uint32_t warp, unsigned lane, Order order, Scope scope,
                         const Released& released) {
    Lane& me = lanes_of(warp)[lane];
    const bool now = acquires(order);
    add(now ? me.known : me.read_in_block, released.in_block);
    if (beyond_block(scope)) add(now ? me.known : me.read_anywhere, released.anywhere);
}

} // namespace warpscope
