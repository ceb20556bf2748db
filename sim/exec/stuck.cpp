// When nothing can run: let waiting lanes go on where the model allows it, else say who waits for
// whom.
#include "sim/exec/engine.h"

namespace warpscope {
namespace {

std::string lanes_text(LaneMask lanes) {
    std::string text;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        if (!has_lane(lanes, lane)) continue;
        unsigned last = lane;
        while (last + 1 < kLanes && has_lane(lanes, last + 1))
            ++last;
        text += (text.empty() ? "" : ",") + std::to_string(lane);
        if (last > lane) text += "-" + std::to_string(last);
        lane = last;
    }
    return (count_lanes(lanes) == 1 ? "lane " : "lanes ") + text;
}

std::string place_text(const Executable& executable, const Warp& warp, const Split& split) {
    const Function& f = *executable.functions[warp.frames[split.frame].function].source;
    if (split.pc >= f.instructions.size()) return "the end of " + f.name;
    const Instruction& i = f.instructions[split.pc];
    const SourceLocation& location = f.locations[i.location];
    std::string text = "PTX line " + std::to_string(i.line);
    if (location.frames.empty()) return text;
    const SourceFrame& frame = location.frames[0];
    return executable.instance->module->files[frame.file] + ":" + std::to_string(frame.line) +
           " (" + text + ")";
}

std::string split_text(const Executable& executable, const Warp& warp, const Split& split) {
    std::string text = "warp " + std::to_string(warp.id) + ", " + lanes_text(split.lanes) + ": ";
    const std::string place = place_text(executable, warp, split);
    switch (split.state) {
    case SplitState::Ready: return text + "can run at " + place;
    case SplitState::AtRejoin:
        return text + "waits at " + place + " for " +
               lanes_text(warp.rejoins[split.rejoin].expected & ~split.lanes) + " to rejoin";
    case SplitState::AtBarrier:
        return text + "waits at barrier " + std::to_string(split.barrier) + ", " + place;
    case SplitState::AtWarpSync:
        return text + "waits at " + place + " for " +
               lanes_text(split.members & warp.alive & ~split.lanes) +
               ", which its member mask names";
    }
    return text;
}

} // namespace

/// No split of the warp can run. True when one can now.
bool Engine::unstick(Warp& warp) {
    bool blocked_inside = false; // a split that waits for lanes of its own warp
    for (const Split& s : warp.splits)
        blocked_inside |= s.state == SplitState::AtWarpSync ||
                          (s.state == SplitState::AtBarrier && s.aligned_wait);
    if (!blocked_inside) {
        bool at_barrier = false;
        for (const Split& s : warp.splits)
            at_barrier |= s.state == SplitState::AtBarrier;
        if (at_barrier) {
            // Lanes wait for other warps; those that wait for them at a rejoin point stay where
            // they are.
            return false;
        }
        return plan_.options.divergence == DivergenceModel::Volta && release_waiting(warp, true);
    }
    // An aligned barrier in divergent code cannot be mended by letting others go on: it is the
    // program's fault.
    for (const Split& s : warp.splits)
        if (s.state == SplitState::AtBarrier && s.aligned_wait) return report_stuck_warp(warp);
    if (plan_.options.divergence == DivergenceModel::Volta && release_waiting(warp, true))
        return true;
    bool waits_for_block = false;
    for (const Split& s : warp.splits)
        waits_for_block |= s.state == SplitState::AtBarrier;
    return waits_for_block ? false : report_stuck_warp(warp);
}

/// Raises the fault for a warp whose lanes wait for each other. Always false.
bool Engine::report_stuck_warp(const Warp& warp) {
    std::string detail;
    const Split* culprit = nullptr;
    for (const Split& s : warp.splits) {
        detail += (detail.empty() ? "" : "\n") + split_text(*plan_.executable, warp, s);
        if (culprit == nullptr && s.state != SplitState::AtRejoin) culprit = &s;
    }
    context_.warp->current = static_cast<std::uint32_t>(culprit - warp.splits.data());
    const bool barrier = culprit->state == SplitState::AtBarrier;
    raise(barrier ? FaultKind::DivergentBarrier : FaultKind::Deadlock, culprit->lanes, detail);
    return false;
}

/// No warp of the block can run: tells of every warp what it waits for, and of every barrier who is
/// missing.
void Engine::report_deadlock(const Block& block) {
    std::string detail;
    for (std::uint32_t id = 0; id < kBarriers; ++id) {
        const BarrierState& b = block.barriers[id];
        if (b.arrived == 0) continue;
        std::uint32_t expected = b.expected;
        if (b.all_threads && expected == 0)
            for (const Warp& warp : block.warps)
                expected += count_lanes(warp.alive);
        detail += (detail.empty() ? "" : "\n") + std::string("barrier ") + std::to_string(id) +
                  ": " + std::to_string(b.arrived) + " of " + std::to_string(expected) +
                  " threads have come";
    }
    Warp* first = nullptr;
    constexpr unsigned kListed = 32;
    unsigned listed = 0;
    for (Warp& warp : context_.block->warps) {
        if (warp.finished()) continue;
        if (first == nullptr) first = &warp;
        for (const Split& s : warp.splits)
            if (listed++ < kListed) detail += "\n" + split_text(*plan_.executable, warp, s);
    }
    if (listed > kListed) detail += "\nand " + std::to_string(listed - kListed) + " more";
    context_.warp = first;
    const LaneMask lanes = first->splits[first->current].lanes;
    raise(FaultKind::Deadlock, lanes, detail);
}

void Engine::stop_block(Block& block, FaultKind kind, std::string detail) {
    context_.block = &block;
    Warp* warp = &block.warps[policy_.warp_of_turn(block, block.turn)];
    for (Warp& other : block.warps)
        if (warp->finished() && !other.finished()) warp = &other;
    context_.warp = warp;
    if (warp->finished()) return;
    bool waits = false;
    for (const Split& s : warp->splits)
        waits |= s.state != SplitState::Ready;
    if (waits) {
        for (const Split& s : warp->splits)
            detail += "\n" + split_text(*plan_.executable, *warp, s);
        if (plan_.options.divergence == DivergenceModel::Stack)
            detail += "\non the SIMT stack a lane that waits to rejoin runs only after the others "
                      "of its warp have come: "
                      "a loop that waits for it never ends";
    }
    raise(kind, warp->splits[warp->current].lanes, std::move(detail));
}

} // namespace warpscope
