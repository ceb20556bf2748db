// Branches, returns and exits: how a split's lanes go on after a control instruction.
#include "sim/exec/engine.h"

namespace warpscope {

using isa::DecodedInstruction;
using isa::Outcome;

CodePosition Engine::position() const {
    const Warp& warp = *context_.warp;
    const Split& split = warp.splits[warp.current];
    return {warp.frames[split.frame].function, split.pc};
}

void Engine::raise(FaultKind kind, LaneMask lanes, std::string detail) {
    context_.fault = FaultEvent{};
    context_.fault.kind = kind;
    context_.fault.lanes = lanes;
    context_.fault.lane = lanes != 0 ? first_lane(lanes) : 0;
    context_.fault.detail = std::move(detail);
    complete_fault();
}

/// Adds where the fault happened and who called; keeps it as the launch's fault.
void Engine::complete_fault() {
    fault = context_.fault;
    fault.warp = warp_id();
    // An instruction only knows that no memory is there; the device remembers what was.
    if (fault.kind == FaultKind::OutOfBounds && fault.space == Space::Global &&
        plan_.memory->nearest(fault.address).freed != nullptr)
        fault.kind = FaultKind::UseAfterFree;
    const Warp& warp = *context_.warp;
    if (!warp.splits.empty()) {
        fault.at = position();
        std::uint16_t f = warp.splits[warp.current].frame;
        for (; warp.frames[f].parent != kNone16; f = warp.frames[f].parent) {
            const Frame& frame = warp.frames[f];
            fault.callers.push_back({warp.frames[frame.parent].function, frame.return_to - 1});
        }
    }
    for (BlockObserver* o : observers)
        o->on_fault(fault);
}

bool Engine::follow(const DecodedInstruction& d, Outcome outcome) {
    Warp& warp = *context_.warp;
    switch (outcome) {
    case Outcome::Branch: branch(d); return true;
    case Outcome::BranchIndexed: branch_indexed(d); return true;
    case Outcome::Call: return call(d);
    case Outcome::Return: return leave(d, false);
    case Outcome::Exit: return leave(d, true);
    case Outcome::Barrier: return arrive_at_barrier();
    case Outcome::WaitForLanes: announce_unfinished(); return wait_for_lanes(d);
    case Outcome::PartByMask:
        announce_unfinished();
        part_by_mask();
        return true;
    case Outcome::Yield:
        ++current().pc;
        settle(warp, warp.current);
        choose_split(warp, plan_.options.divergence, true);
        return true;
    case Outcome::Fault:
        announce_unfinished();
        complete_fault();
        return false;
    case Outcome::Next: return true;
    }
    return true;
}

/// After a back-edge: lets the other splits of the warp run now and then, and those that waited too
/// long go on.
bool Engine::after_back_edge(Split& split, bool spin) {
    Warp& warp = *context_.warp;
    if (spin) ++warp.spin_edges;
    if (warp.splits.size() == 1 || plan_.options.divergence == DivergenceModel::Stack) return false;
    const std::uint32_t patience = spin ? kYieldAfterSpinEdges : kYieldAfterBackEdges;
    if (++split.back_edges < patience) return false;
    split.back_edges = 0;
    release_waiting(warp, false);
    return choose_split(warp, DivergenceModel::Volta, true);
}

void Engine::branch(const DecodedInstruction& d) {
    Warp& warp = *context_.warp;
    const std::uint32_t s = warp.current;
    const std::uint32_t pc = warp.splits[s].pc;
    const LaneMask lanes = warp.splits[s].lanes, taken = context_.active;
    const bool back = d.target <= pc;
    if (taken == lanes) {
        Split& split = warp.splits[s];
        split.pc = d.target;
        if (split.pc == split.rejoin_pc)
            arrive_at_rejoin(warp, s);
        else if (back)
            after_back_edge(split, d.displacement != 0);
        return;
    }
    if (back && d.displacement != 0) ++warp.spin_edges;
    part(d, taken, d.target, pc + 1);
}

/// The current split parts: lanes `taken` go to `target`, the others to `next`. Counts and
/// announces it.
Parted Engine::part(const DecodedInstruction& d, LaneMask taken, std::uint32_t target,
                    std::uint32_t next) {
    Warp& warp = *context_.warp;
    const Split& split = current();
    const LaneMask others = split.lanes & ~taken;
    DivergenceCount& count = divergence_[warp.frames[split.frame].function][split.pc];
    count.times += 1;
    count.taken += count_lanes(taken);
    count.not_taken += count_lanes(others);
    if (plan_.interest.branches) announce_branch(taken, others, target, d.reconvergence);
    return diverge(warp, warp.current, taken, target, next, d.reconvergence);
}

/// brx.idx: lanes with equal targets go together. Each group parts from the lanes that are left;
/// those whose guard was false are left last and fall through.
void Engine::branch_indexed(const DecodedInstruction& d) {
    Warp& warp = *context_.warp;
    const std::uint32_t pc = current().pc;
    const std::vector<std::uint32_t>& table = function_->tables[d.target];
    LaneMask rest = context_.active;
    for_each_lane(rest, [&](unsigned lane) {
        if (context_.lane_targets[lane] >= table.size()) context_.lane_targets[lane] = 0;
    });
    while (true) {
        const std::uint32_t target = table[context_.lane_targets[first_lane(rest)]];
        LaneMask group = 0;
        for_each_lane(rest, [&](unsigned lane) {
            if (table[context_.lane_targets[lane]] == target) group |= 1u << lane;
        });
        if (group == current().lanes) {
            current().pc = target;
            settle(warp, warp.current);
            return;
        }
        rest &= ~group;
        const Parted parted = part(d, group, target, rest != 0 ? pc : pc + 1);
        if (rest == 0) return;
        warp.current = parted.other;
    }
}

/// ret and exit. In a kernel both end the lanes; a device function's `ret` goes to its last
/// instruction, where all paths meet, and only that one returns.
bool Engine::leave(const DecodedInstruction& d, bool exit) {
    Warp& warp = *context_.warp;
    const bool in_kernel = warp.frames[current().frame].parent == kNone16;
    const std::uint32_t end = static_cast<std::uint32_t>(function_->code.size() - 1);
    const LaneMask leaving = context_.active;
    if (!exit && !in_kernel && current().pc != end) {
        DecodedInstruction to_end = d;
        to_end.target = end;
        to_end.displacement = 0;
        branch(to_end);
        return true;
    }
    if (const LaneMask staying = current().lanes & ~leaving; staying != 0) {
        const std::uint32_t rest = split_off(warp, warp.current, staying);
        warp.splits[rest].pc += 1;
        settle(warp,
               rest); // can only remove this split at the back: the leaving one keeps its place
    }
    if (!exit && !in_kernel) {
        return_from(warp, warp.current);
        return true;
    }
    announce_retire(leaving);
    retire(warp, warp.current);
    context_.block->living_threads -= count_lanes(leaving);
    if (warp.finished()) --context_.block->living_warps;
    if (!warp.finished() && !complete_aligned_wait(warp)) return false;
    recheck_barriers();
    return true;
}

} // namespace warpscope
