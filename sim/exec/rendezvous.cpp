// Rendezvous: `.sync` instructions wait until all living lanes that their member mask names have
// come.
#include "sim/exec/engine.h"

namespace warpscope {

using isa::DecodedInstruction;
using isa::Outcome;

/// Lanes that named different masks and cannot all go on: those that have to wait part from the
/// others, and either execute the instruction again on their own. It has not been executed yet.
void Engine::part_by_mask() {
    Warp& warp = *context_.warp;
    Split& self = current();
    counter_->take_back(self.pc, self.lanes, context_.active);
    split_off(warp, warp.current, self.lanes & ~context_.part_lanes);
}

/// The current split waits; if it was the last one missing, the instruction runs for all lanes
/// together.
bool Engine::wait_for_lanes(const DecodedInstruction& d) {
    Warp& warp = *context_.warp;
    const LaneMask waiting = context_.active;
    if (const LaneMask passing = current().lanes & ~waiting; passing != 0) {
        const std::uint32_t rest = split_off(warp, warp.current, passing);
        warp.splits[rest].pc += 1;
        settle(warp, rest);
    }
    Split& self = current();
    self.state = SplitState::AtWarpSync;
    self.members = context_.member_mask;

    const CodePosition here = position();
    const auto only_waits = [&](const Split& split) {
        const Function& f = *plan_.executable->functions[warp.frames[split.frame].function].source;
        return f.instructions[split.pc].traits.instruction_class == InstructionClass::WarpSync;
    };
    bool only_orders = true;
    LaneMask come = 0;
    for (const Split& split : warp.splits)
        if (split.state == SplitState::AtWarpSync && split.members == self.members)
            come |= split.lanes;
    if ((self.members & warp.alive & ~come) != 0) return true; // not all here yet

    bool same_place = true;
    for (const Split& split : warp.splits)
        if (split.state == SplitState::AtWarpSync && split.members == self.members) {
            same_place &= split.pc == self.pc && split.frame == self.frame;
            only_orders &= only_waits(split);
        }
    if (!same_place && !only_orders) {
        raise(FaultKind::BadMemberMask, come,
              "the lanes that the member mask names came to different instructions; lanes exchange "
              "values only at "
              "one and the same");
        return false;
    }
    const LaneMask members = self.members;
    if (!only_orders) {
        // All lanes are at one instruction of one frame: their registers are the same lane vectors.
        context_.active = come;
        if (d.run(context_, d) == Outcome::Fault) {
            complete_fault();
            return false;
        }
    }
    if (only_orders) announce_warp_sync(here, come);
    for (Split& split : warp.splits)
        if (split.state == SplitState::AtWarpSync && split.members == members &&
            (split.lanes & come) != 0) {
            split.state = SplitState::Ready;
            split.pc += 1;
        }
    // Settling removes splits, so the search starts over after each.
    for (std::uint32_t s = 0; s < warp.splits.size();) {
        const bool arrives = warp.splits[s].state == SplitState::Ready &&
                             warp.splits[s].pc == warp.splits[s].rejoin_pc;
        if (arrives) arrive_at_rejoin(warp, s);
        s = arrives ? 0 : s + 1;
    }
    return true;
}

} // namespace warpscope
