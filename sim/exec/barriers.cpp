// Block barriers (PTX ISA, "bar, barrier"): arrivals are counted, waiting lanes go on when the
// count is full.
#include "sim/exec/engine.h"

namespace warpscope {

/// The current split came to a barrier with the request in the context. False on a fault.
bool Engine::arrive_at_barrier() {
    Warp& warp = *context_.warp;
    const BarrierRequest& request = context_.barrier;
    const LaneMask coming = context_.active;
    if (request.barrier >= kBarriers) {
        raise(FaultKind::BadBarrier, coming,
              "barrier " + std::to_string(request.barrier) + " does not exist; a block has 16");
        return false;
    }
    if (request.aligned && request.threads % kLanes != 0) {
        raise(FaultKind::BadBarrier, coming,
              "the thread count " + std::to_string(request.threads) +
                  " is not a multiple of the warp size");
        return false;
    }
    if (const LaneMask passing = current().lanes & ~coming; passing != 0) {
        const std::uint32_t rest = split_off(warp, warp.current, passing);
        warp.splits[rest].pc += 1;
        settle(warp, rest);
    }
    Split& self = current();
    self.state = SplitState::AtBarrier;
    self.barrier = request.barrier;
    self.barrier_destination = request.destination;
    self.aligned_wait = request.aligned && self.lanes != warp.alive;
    if (self.aligned_wait) {
        // The aligned form needs the whole warp: join those of its lanes that already wait at this
        // very place.
        for (std::uint32_t s = 0; s < warp.splits.size(); ++s) {
            const Split& other = warp.splits[s];
            if (s == warp.current || !other.aligned_wait || other.state != SplitState::AtBarrier)
                continue;
            if (other.pc != current().pc || other.frame != current().frame ||
                other.rejoin != current().rejoin)
                continue;
            current().lanes |= other.lanes;
            warp.splits.erase(warp.splits.begin() + s);
            if (warp.current > s) --warp.current;
            --s;
        }
        if (current().lanes != warp.alive) return true; // the others may still come; see stuck.cpp
        current().aligned_wait = false;
        context_.active = current().lanes;
        const auto& d = function_->code[current().pc];
        d.run(context_, d); // once more for all lanes: predicates of bar.red
    }
    return enter_barrier();
}

/// The lanes of the current split, whole as the instruction demands, count at the barrier.
bool Engine::enter_barrier() {
    Warp& warp = *context_.warp;
    const BarrierRequest& request = context_.barrier;
    BarrierState& barrier = context_.block->barriers[request.barrier];
    const bool counted = request.threads != 0;
    if (barrier.expected != 0 && counted && barrier.expected != request.threads) {
        raise(FaultKind::BadBarrier, current().lanes,
              "the barrier waits for " + std::to_string(barrier.expected) +
                  " threads, this instruction says " + std::to_string(request.threads));
        return false;
    }
    if (counted) barrier.expected = request.threads;
    barrier.all_threads |= !counted;
    barrier.operation = request.operation;
    const std::uint32_t id = request.barrier;
    count_arrival(id, current().lanes);
    const bool waits = request.operation != BarrierOperation::Arrive;
    announce_barrier(waits ? BarrierEvent::Phase::Arrive
                           : BarrierEvent::Phase::ArriveWithoutWaiting,
                     id, current().lanes, barrier.expected);
    if (!waits) {
        current().state = SplitState::Ready;
        ++current().pc;
        settle(warp, warp.current);
    }
    open_barrier_if_full(id);
    return true;
}

/// Lanes of the warp exited: those that wait at an aligned barrier may now be all that are left.
bool Engine::complete_aligned_wait(Warp& warp) {
    for (std::uint32_t s = 0; s < warp.splits.size(); ++s) {
        Split& split = warp.splits[s];
        const bool waits = split.state == SplitState::AtBarrier && split.aligned_wait;
        if (!waits || split.lanes != warp.alive) continue;
        split.aligned_wait = false;
        warp.current = s;
        bind_split(warp);
        context_.active = split.lanes;
        const isa::DecodedInstruction& d = function_->code[split.pc];
        d.run(context_, d);
        return enter_barrier();
    }
    return true;
}

/// Counts `lanes`; the aligned forms count whole warps, whatever their number of threads.
void Engine::count_arrival(std::uint32_t id, LaneMask lanes) {
    BarrierState& barrier = context_.block->barriers[id];
    const BarrierRequest& request = context_.barrier;
    const bool whole_warp = request.aligned && request.threads != 0;
    barrier.arrived += whole_warp ? kLanes : count_lanes(lanes);
    barrier.count_true += count_lanes(lanes & request.predicate);
    barrier.count_voted += count_lanes(lanes);
}

void Engine::open_barrier_if_full(std::uint32_t id) {
    Block& block = *context_.block;
    BarrierState& barrier = block.barriers[id];
    const std::uint32_t expected =
        barrier.all_threads && barrier.expected == 0 ? block.living_threads : barrier.expected;
    if (barrier.arrived == 0 || barrier.arrived < expected) return;
    const BarrierState full = barrier;
    barrier = BarrierState{};
    ++barriers_completed_;
    announce_barrier(BarrierEvent::Phase::Open, id, 0, expected);
    for (Warp& warp : block.warps) {
        for (std::uint32_t s = 0; s < warp.splits.size();) {
            Split& split = warp.splits[s];
            const bool waits =
                split.state == SplitState::AtBarrier && split.barrier == id && !split.aligned_wait;
            if (!waits) {
                ++s;
                continue;
            }
            std::uint8_t* registers = warp.registers.data() + warp.frames[split.frame].registers;
            if (split.barrier_destination != kNoPosition) {
                auto* lanes =
                    reinterpret_cast<std::uint32_t*>(registers + split.barrier_destination);
                if (full.operation == BarrierOperation::ReduceCount) {
                    for_each_lane(split.lanes,
                                  [&](unsigned lane) { lanes[lane] = full.count_true; });
                } else {
                    const bool value = full.operation == BarrierOperation::ReduceAnd
                                           ? full.count_true == full.count_voted
                                           : full.count_true != 0;
                    lanes[0] = (lanes[0] & ~split.lanes) | (value ? split.lanes : 0);
                }
            }
            split.state = SplitState::Ready;
            split.pc += 1;
            const bool arrives = split.pc == split.rejoin_pc;
            if (arrives) arrive_at_rejoin(warp, s);
            s = arrives ? 0 : s + 1;
        }
    }
}

/// Threads exited: a barrier that waits for all living threads may now be full, and so may a member
/// mask.
void Engine::recheck_barriers() {
    for (std::uint32_t id = 0; id < kBarriers; ++id)
        if (context_.block->barriers[id].all_threads) open_barrier_if_full(id);
}

} // namespace warpscope
