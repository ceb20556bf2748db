// Looking up and joining clocks.
#include "sim/checkers/clock.h"

#include <algorithm>

namespace warpscope {

ClockPointer Clock::of_block(std::uint64_t block, BlockTimes times) {
    auto clock = std::make_shared<Clock>();
    clock->blocks_.emplace_back(block, std::make_shared<const BlockTimes>(std::move(times)));
    return clock;
}

ClockPointer Clock::of_lanes(std::uint64_t block, std::uint32_t warp, LaneMask lanes,
                             std::uint32_t time) {
    LaneTimes of_warp;
    of_warp.warp = warp;
    for_each_lane(lanes, [&](unsigned l) { of_warp.time[l] = time; });
    return of_block(block, {nullptr, {of_warp}});
}

bool Clock::knows(const Moment& m) const {
    const auto found =
        std::lower_bound(blocks_.begin(), blocks_.end(), m.block,
                         [](const auto& entry, std::uint64_t b) { return entry.first < b; });
    if (found == blocks_.end() || found->first != m.block) return false;
    const BlockTimes& times = *found->second;
    if (times.warps != nullptr && m.warp < times.warps->size() && (*times.warps)[m.warp] >= m.time)
        return true;
    for (const LaneTimes& lanes : times.lanes)
        if (lanes.warp == m.warp) return lanes.time[m.lane] >= m.time;
    return false;
}

Clock::Times Clock::join_block(const Times& a, const Times& b) {
    if (a == b) return a;
    BlockTimes both = *a;
    if (both.warps == nullptr) {
        both.warps = b->warps;
    } else if (b->warps != nullptr && b->warps != both.warps) {
        auto warps = std::make_shared<std::vector<std::uint32_t>>(*both.warps);
        for (std::size_t w = 0; w < std::min(warps->size(), b->warps->size()); ++w)
            (*warps)[w] = std::max((*warps)[w], (*b->warps)[w]);
        if (*warps == *b->warps)
            both.warps = b->warps;
        else if (*warps != *both.warps)
            both.warps = warps;
    }
    for (const LaneTimes& theirs : b->lanes) {
        const auto place =
            std::lower_bound(both.lanes.begin(), both.lanes.end(), theirs.warp,
                             [](const LaneTimes& t, std::uint32_t w) { return t.warp < w; });
        if (place == both.lanes.end() || place->warp != theirs.warp) {
            both.lanes.insert(place, theirs);
            continue;
        }
        for (unsigned l = 0; l < kLanes; ++l)
            place->time[l] = std::max(place->time[l], theirs.time[l]);
    }
    const auto equals = [&](const BlockTimes& one) {
        return both.warps == one.warps &&
               std::equal(both.lanes.begin(), both.lanes.end(), one.lanes.begin(), one.lanes.end(),
                          [](const LaneTimes& x, const LaneTimes& y) {
                              return x.warp == y.warp && x.time == y.time;
                          });
    };
    if (equals(*a)) return a;
    if (equals(*b)) return b;
    return std::make_shared<const BlockTimes>(std::move(both));
}

ClockPointer Clock::join(const ClockPointer& a, const ClockPointer& b) {
    if (b == nullptr || a == b) return a;
    if (a == nullptr) return b;
    auto both = std::make_shared<Clock>();
    both->blocks_.reserve(a->blocks_.size() + b->blocks_.size());
    bool is_a = true, is_b = true;
    auto x = a->blocks_.begin(), y = b->blocks_.begin();
    while (x != a->blocks_.end() || y != b->blocks_.end()) {
        if (y == b->blocks_.end() || (x != a->blocks_.end() && x->first < y->first)) {
            both->blocks_.push_back(*x++);
            is_b = false;
        } else if (x == a->blocks_.end() || y->first < x->first) {
            both->blocks_.push_back(*y++);
            is_a = false;
        } else {
            both->blocks_.emplace_back(x->first, join_block(x->second, y->second));
            is_a = is_a && both->blocks_.back().second == x->second;
            is_b = is_b && both->blocks_.back().second == y->second;
            ++x, ++y;
        }
    }
    return is_a ? a : is_b ? b : both;
}

} // namespace warpscope
