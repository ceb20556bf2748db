// Divergence and reconvergence over a tree of rejoin points.
#include "sim/exec/splits.h"

#include <cassert>

namespace warpscope {
namespace {

std::uint16_t make_rejoin(Warp& warp, const Rejoin& rejoin) {
    for (std::size_t r = 0; r < warp.rejoins.size(); ++r)
        if (!warp.rejoins[r].used) {
            warp.rejoins[r] = rejoin;
            return static_cast<std::uint16_t>(r);
        }
    warp.rejoins.push_back(rejoin);
    return static_cast<std::uint16_t>(warp.rejoins.size() - 1);
}

void remove_split(Warp& warp, std::uint32_t s) {
    warp.splits.erase(warp.splits.begin() + s);
    if (warp.current > s) --warp.current;
    if (warp.current >= warp.splits.size()) warp.current = 0;
}

/// The split that waits at a rejoin point, or kNoPosition. There is at most one: later arrivals
/// join it.
std::uint32_t waiting_at(const Warp& warp, std::uint16_t rejoin) {
    for (std::uint32_t s = 0; s < warp.splits.size(); ++s)
        if (warp.splits[s].state == SplitState::AtRejoin && warp.splits[s].rejoin == rejoin)
            return s;
    return kNoPosition;
}

/// All lanes have come: the waiting split goes on beyond the point, and may stand at the next one
/// outward.
void complete_rejoin(Warp& warp, std::uint32_t s) {
    Split& split = warp.splits[s];
    Rejoin& point = warp.rejoins[split.rejoin];
    split.state = SplitState::Ready;
    split.rejoin = point.parent;
    point.used = false;
    refresh_rejoin_pc(warp, split);
    settle(warp, s);
}

/// Lanes that left a point's membership may have been the last ones missing.
void complete_if_all_came(Warp& warp, std::uint16_t r) {
    Rejoin& point = warp.rejoins[r];
    if (!point.used) return;
    if (point.expected == 0) {
        point.used = false;
        return;
    }
    if (point.arrived != point.expected) return;
    const std::uint32_t s = waiting_at(warp, r);
    if (s != kNoPosition) complete_rejoin(warp, s);
}

} // namespace

void refresh_rejoin_pc(Warp& warp, Split& split) {
    const bool own = split.rejoin != kNone16 && warp.rejoins[split.rejoin].frame == split.frame;
    split.rejoin_pc = own ? warp.rejoins[split.rejoin].pc : kNoPosition;
}

std::uint32_t split_off(Warp& warp, std::uint32_t s, LaneMask lanes) {
    Split part = warp.splits[s];
    part.lanes = lanes;
    warp.splits[s].lanes &= ~lanes;
    warp.splits.push_back(part);
    return static_cast<std::uint32_t>(warp.splits.size() - 1);
}

Parted diverge(Warp& warp, std::uint32_t s, LaneMask taken, std::uint32_t target,
               std::uint32_t next, std::uint32_t rejoin) {
    if (warp.splits[s].rejoin_pc != rejoin) {
        Split& split = warp.splits[s];
        Rejoin point;
        point.pc = rejoin;
        point.expected = split.lanes;
        point.parent = split.rejoin;
        point.frame = split.frame;
        point.used = true;
        split.rejoin = make_rejoin(warp, point);
        refresh_rejoin_pc(warp, split);
    }
    const std::uint32_t t = split_off(warp, s, taken);
    warp.splits[t].pc = target;
    warp.splits[s].pc = next;
    Parted parted = {t, s};
    // `t` stands at the back, so that `s` keeps its place; a point is complete only with both.
    if (target == rejoin) {
        arrive_at_rejoin(warp, t);
        parted.taken = kNoPosition;
    }
    if (next == rejoin) {
        const std::size_t before = warp.splits.size();
        arrive_at_rejoin(warp, s);
        parted.other = kNoPosition;
        if (parted.taken != kNoPosition && warp.splits.size() < before) --parted.taken;
    }
    return parted;
}

void arrive_at_rejoin(Warp& warp, std::uint32_t s) {
    const std::uint16_t r = warp.splits[s].rejoin;
    assert(r != kNone16);
    Rejoin& point = warp.rejoins[r];
    point.arrived |= warp.splits[s].lanes;
    std::uint32_t waiting = waiting_at(warp, r);
    if (waiting == kNoPosition) {
        warp.splits[s].state = SplitState::AtRejoin;
        warp.splits[s].waiting_since = warp.spin_edges;
        waiting = s;
    } else {
        warp.splits[waiting].lanes |= warp.splits[s].lanes;
        remove_split(warp, s);
        if (waiting > s) --waiting;
    }
    if (point.arrived == point.expected) complete_rejoin(warp, waiting);
}

void retire(Warp& warp, std::uint32_t s) {
    const LaneMask lanes = warp.splits[s].lanes;
    const std::uint16_t innermost = warp.splits[s].rejoin;
    warp.alive &= ~lanes;
    for (Frame& frame : warp.frames) {
        frame.lanes &= ~lanes;
        if (frame.lanes == 0) frame.used = false;
    }
    remove_split(warp, s);
    for (std::uint16_t r = innermost; r != kNone16;) {
        const std::uint16_t parent = warp.rejoins[r].parent;
        warp.rejoins[r].expected &= ~lanes;
        warp.rejoins[r].arrived &= ~lanes;
        complete_if_all_came(warp, r);
        r = parent;
    }
}

bool choose_split(Warp& warp, DivergenceModel model, bool rotate) {
    const std::uint32_t count = static_cast<std::uint32_t>(warp.splits.size());
    if (count == 0) return false;
    if (!rotate && warp.splits[warp.current].state == SplitState::Ready) return true;
    if (model == DivergenceModel::Stack) {
        // Only the top of the stack runs: when it waits for lanes of its own warp, nothing below
        // may go on.
        for (std::uint32_t s = count; s-- > 0;) {
            if (warp.splits[s].state == SplitState::AtRejoin) continue;
            warp.current = s;
            return warp.splits[s].state == SplitState::Ready;
        }
        return false;
    }
    for (std::uint32_t step = 1; step <= count; ++step) {
        const std::uint32_t s = (warp.current + step) % count;
        if (warp.splits[s].state != SplitState::Ready) continue;
        warp.current = s;
        return true;
    }
    return false;
}

bool release_waiting(Warp& warp, bool now) {
    std::uint32_t chosen = kNoPosition;
    for (std::uint32_t s = 0; s < warp.splits.size(); ++s) {
        const Split& split = warp.splits[s];
        if (split.state != SplitState::AtRejoin) continue;
        if (!now && warp.spin_edges - split.waiting_since < kReleaseAfterSpinEdges) continue;
        // The one that waited longest; among equals the newest, which is the innermost.
        if (chosen == kNoPosition || split.waiting_since <= warp.splits[chosen].waiting_since)
            chosen = s;
    }
    if (chosen == kNoPosition) return false;
    Split& split = warp.splits[chosen];
    Rejoin& point = warp.rejoins[split.rejoin];
    point.expected &= ~split.lanes;
    point.arrived = 0;
    split.state = SplitState::Ready;
    split.rejoin = point.parent;
    refresh_rejoin_pc(warp, split);
    settle(warp, chosen);
    return true;
}

} // namespace warpscope
