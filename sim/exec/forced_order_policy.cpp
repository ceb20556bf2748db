// Holding a lane back at an instruction by the order of turns alone: the step loop knows nothing of
// it.
//
// The warps of the two accesses get turns of one instruction, so that before each the policy can
// see what comes next; it may let another split of the warp run, or pass the turn on.
#include "sim/exec/forced_order_policy.h"

#include <algorithm>

namespace warpscope {

ForcedOrderPolicy::ForcedOrderPolicy(std::uint64_t seed, DivergenceModel divergence,
                                     const ForcedOrder& order)
    : base_(seed), divergence_(divergence), order_(order) {
    blocks_[order.first.warp.block] = {};
    blocks_[order.second.warp.block] = {};
}

bool ForcedOrderPolicy::watched(const Block& block, std::uint32_t warp) const {
    const WarpId id = {block.linear, warp};
    return id == order_.first.warp || id == order_.second.warp;
}

/// The split that the warp would go on with; see choose_split.
std::uint32_t ForcedOrderPolicy::next_split(const Warp& warp) const {
    const std::uint32_t count = static_cast<std::uint32_t>(warp.splits.size());
    if (count == 0) return kNoPosition;
    if (warp.splits[warp.current].state == SplitState::Ready) return warp.current;
    if (divergence_ == DivergenceModel::Stack) {
        for (std::uint32_t s = count; s-- > 0;)
            if (warp.splits[s].state != SplitState::AtRejoin)
                return warp.splits[s].state == SplitState::Ready ? s : kNoPosition;
        return kNoPosition;
    }
    for (std::uint32_t step = 1; step <= count; ++step) {
        const std::uint32_t s = (warp.current + step) % count;
        if (warp.splits[s].state == SplitState::Ready) return s;
    }
    return kNoPosition;
}

/// Whether the split is about to execute the instruction of the access, with its lane.
bool ForcedOrderPolicy::stands_at(const Warp& warp, std::uint32_t s, Which which) const {
    const Split& split = warp.splits[s];
    const ForcedAccess& a = access(which);
    return warp.id == a.warp.warp && split.state == SplitState::Ready &&
           has_lane(split.lanes, a.lane) && split.pc == a.at.instruction &&
           warp.frames[split.frame].function == a.at.function;
}

bool ForcedOrderPolicy::is_held(const Warp& warp, std::uint32_t split) const {
    return stands_at(warp, split, Second) && count_[Second] + 1 == order_.second.occurrence;
}

/// Before an instruction of the warp of `second`: keeps that access from being executed. True when
/// nothing of the warp can run then.
bool ForcedOrderPolicy::hold_back(Warp& warp) {
    const std::uint32_t next = next_split(warp);
    if (next == kNoPosition || !is_held(warp, next)) return false;
    if (!holding_) held_since_ = executed_;
    holding_ = true;
    const LaneMask held = LaneMask{1} << order_.second.lane;
    if (order_.within_warp() && warp.splits[next].lanes != held &&
        divergence_ == DivergenceModel::Volta) {
        // The other lanes go on without it.
        warp.current = next;
        split_off(warp, next, held);
        return false;
    }
    if (divergence_ == DivergenceModel::Stack) return true;
    if (let_another_run(warp)) return false;
    // Lanes that wait for the held one at a rejoin point may go on without it, as on a GPU.
    while (order_.within_warp() && release_waiting(warp, true))
        if (let_another_run(warp)) return false;
    return true;
}

/// Makes another split than the held one current, if one can run.
bool ForcedOrderPolicy::let_another_run(Warp& warp) const {
    for (std::uint32_t s = 0; s < warp.splits.size(); ++s) {
        if (warp.splits[s].state != SplitState::Ready || is_held(warp, s)) continue;
        warp.current = s;
        return true;
    }
    return false;
}

/// What the last piece of a turn came to.
void ForcedOrderPolicy::account(const Block& block, WatchedBlock& w) {
    if (w.granted == 0) return;
    const std::uint64_t used = block.warps[w.warp].executed - w.before;
    w.left -= std::min<std::uint64_t>(w.left, used);
    // As in Engine::run_block: the turn of a warp that did not use it up has ended.
    if (used < w.granted) w.left = 0;
    for (const Which which : {First, Second})
        if (w.at_access[which] && used != 0 && ++count_[which] == access(which).occurrence) {
            done_[which] = true;
            kept_ |= which == Second && done_[First] && !given_up_;
        }
    w.granted = 0;
    if (w.left == 0) ++w.turn;
}

std::uint32_t ForcedOrderPolicy::turn_length(Block& block, std::uint32_t turn) {
    const auto found = blocks_.find(block.linear);
    if (found == blocks_.end()) return base_.turn_length(block, turn);
    WatchedBlock& w = found->second;
    account(block, w);
    if (w.left == 0) w.left = base_.turn_length(block, w.turn);
    w.warp = base_.warp_of_turn(block, w.turn);
    Warp& warp = block.warps[w.warp];
    w.granted = w.left;
    w.before = warp.executed;
    w.at_access = {};
    const bool over = done_[First] && done_[Second];
    if (over || !watched(block, w.warp) || warp.finished()) return w.granted;
    const bool may_hold = !given_up_ && !done_[First] && !done_[Second] &&
                          order_.second.warp == WarpId{block.linear, w.warp};
    if (may_hold && hold_back(warp)) {
        w.granted = 0;
        w.left = 0;
        ++w.turn;
        return 0;
    }
    w.granted = 1;
    const std::uint32_t next = next_split(warp);
    for (const Which which : {First, Second})
        w.at_access[which] = next != kNoPosition && access(which).warp.block == block.linear &&
                             stands_at(warp, next, which);
    return 1;
}

std::uint32_t ForcedOrderPolicy::warp_of_turn(const Block& block, std::uint32_t turn) {
    const auto found = blocks_.find(block.linear);
    return found == blocks_.end() ? base_.warp_of_turn(block, turn) : found->second.warp;
}

bool ForcedOrderPolicy::holds(const Block& block) const {
    return holding_ && !given_up_ && !done_[First] && block.linear == order_.second.warp.block;
}

void ForcedOrderPolicy::watch(std::uint64_t executed) {
    executed_ = executed;
    if (holding_ && !done_[First] && executed - held_since_ > order_.patience) give_up();
}

void ForcedOrderPolicy::give_up() {
    if (!done_[First]) given_up_ = true;
}

ForcedEnd ForcedOrderPolicy::end() const {
    if (kept_) return ForcedEnd::Kept;
    if (given_up_ || (done_[First] && done_[Second])) return ForcedEnd::GivenUp;
    return ForcedEnd::NotMet;
}

} // namespace warpscope
