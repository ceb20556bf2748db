// Builds events from what an instruction left behind and hands them to the block's observers.
#include "sim/exec/engine.h"

#include <bit>
#include <utility>

namespace warpscope {

void Engine::announce(const isa::DecodedInstruction& d, std::uint32_t pc) {
    const Warp& warp = *context_.warp;
    const CodePosition at = {warp.frames[warp.splits[warp.current].frame].function, pc};
    if (plan_.interest.instructions) {
        const InstructionEvent event = {warp_id(), at, context_.split, context_.active};
        for (BlockObserver* o : observers)
            o->on_instruction(event);
    }
    if (records_ != nullptr)
        announce_accesses(std::exchange(records_->filled, std::uint8_t{0}), pc);
    if (order_records_ == nullptr) return;
    if (order_records_->fence) {
        order_records_->fence = false;
        const FenceEvent event = {warp_id(), at, context_.active,
                                  static_cast<std::uint8_t>(d.order),
                                  static_cast<std::uint8_t>(d.scope)};
        for (BlockObserver* o : observers)
            o->on_fence(event);
    }
    for (unsigned g = 0; g < order_records_->groups; ++g)
        announce_warp_sync(at, order_records_->members[g]);
    order_records_->groups = 0;
}

void Engine::announce_unfinished() {
    if (!plan_.interest.instructions) return;
    const InstructionEvent event = {warp_id(), position(), context_.split, context_.active};
    for (BlockObserver* o : observers)
        o->on_unfinished(event);
}

void Engine::announce_accesses(unsigned filled, std::uint32_t pc) {
    for (; filled != 0; filled &= filled - 1) {
        AccessEvent& event = records_->in[std::countr_zero(filled)].event;
        event.at.instruction = pc;
        for (BlockObserver* o : observers)
            o->on_access(event);
    }
}

void Engine::announce_branch(LaneMask taken, LaneMask not_taken, std::uint32_t target,
                             std::uint32_t reconvergence) {
    const BranchEvent event = {warp_id(), position(), taken, not_taken, target, reconvergence};
    for (BlockObserver* o : observers)
        o->on_branch(event);
}

void Engine::announce_barrier(BarrierEvent::Phase phase, std::uint32_t barrier, LaneMask lanes,
                              std::uint32_t expected) {
    if (!plan_.interest.synchronisation) return;
    const CodePosition at = context_.warp->splits.empty() ? CodePosition{} : position();
    const BarrierEvent event = {warp_id(), at, lanes, barrier, expected, phase};
    for (BlockObserver* o : observers)
        o->on_barrier(event);
}

void Engine::announce_warp_sync(CodePosition at, LaneMask members) {
    if (!plan_.interest.synchronisation) return;
    const WarpSyncEvent event = {warp_id(), at, members};
    for (BlockObserver* o : observers)
        o->on_warp_sync(event);
}

void Engine::announce_retire(LaneMask lanes) {
    if (!plan_.interest.synchronisation) return;
    const RetireEvent event = {warp_id(), position(), lanes};
    for (BlockObserver* o : observers)
        o->on_retire(event);
}

} // namespace warpscope
