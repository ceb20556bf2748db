// Patterns that are met for the first time, and sums.
#include "sim/counters/accumulator.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>

#include "sim/rules/bank_conflicts.h"
#include "sim/rules/coalescing.h"

namespace warpscope {

bool WorstAccess::is_before(const WorstAccess& o) const {
    return std::tuple(o.avoidable, count_lanes(o.lanes), o.lanes) <
               std::tuple(avoidable, count_lanes(lanes), lanes) ||
           (avoidable == o.avoidable && lanes == o.lanes && places < o.places);
}

SiteCounts& SiteCounts::operator+=(const SiteCounts& o) {
    totals += o.totals;
    if (o.worst.is_before(worst)) worst = o.worst;
    width = std::max(width, o.width);
    return *this;
}

Accumulator::Accumulator(const CountedCode& code) : code_(&code), slots_(code.sites().size()) {
    for (std::size_t s = 0; s < slots_.size(); ++s) {
        slots_[s].site = code.sites()[s].site;
        const bool sectors = slots_[s].site.space == Space::Global;
        slots_[s].phase_mask = (sectors ? kCacheSectorBytes : kBankBytes) - 1;
    }
}

void Accumulator::add_irregular(Slot& slot, const AccessEvent& event) {
    if (event.offset == nullptr) {
        slot.counts.totals.add(measure(slot, event), event.lanes, 1);
        return;
    }
    const auto phase = static_cast<std::uint32_t>(event.first) & slot.phase_mask;
    constexpr std::size_t kBytes = kLanes * sizeof(std::uint32_t);
    constexpr unsigned kShift = 30; // to the 4 places
    const std::uint32_t some =
        event.offset[1] ^ event.offset[kLanes - 1] << 1 ^ event.lanes ^ phase;
    const unsigned k = some * 0x9E37'79B1u >> kShift;
    Memo& memo = slot.others[k];
    if (memo.lanes == event.lanes && memo.phase == phase && memo.times != 0 &&
        std::memcmp(slot.offsets[k].data(), event.offset, kBytes) == 0) {
        ++memo.times;
        return;
    }
    replace(slot, memo, event, phase);
    std::memcpy(slot.offsets[k].data(), event.offset, kBytes);
}

void Accumulator::replace(Slot& slot, Memo& memo, const AccessEvent& event, std::uint32_t phase) {
    if (memo.times != 0) slot.counts.totals.add(memo.cost, memo.lanes, memo.times);
    memo = {1, event.lanes, event.stride, phase, measure(slot, event)};
}

/// By the rules; keeps the access when it is the worst so far.
AccessCost Accumulator::measure(Slot& slot, const AccessEvent& event) {
    slot.used = true;
    slot.counts.width = event.width;
    Address addresses[kLanes] = {};
    Address lowest = ~Address{0};
    for_each_lane(event.lanes, [&](unsigned lane) {
        addresses[lane] = event.address(lane);
        lowest = std::min(lowest, addresses[lane]);
    });
    const AccessCost cost = access_cost(slot.site, event.width, event.lanes, addresses);
    WorstAccess& worst = slot.counts.worst;
    if (worst.lanes != 0 && cost.avoidable < worst.avoidable) return cost;
    WorstAccess here = {cost.avoidable, event.lanes, {}};
    const Address base = lowest & ~Address{slot.phase_mask};
    for_each_lane(event.lanes, [&](unsigned lane) { here.places[lane] = addresses[lane] - base; });
    if (here.is_before(worst)) worst = here;
    return cost;
}

std::vector<SiteCounts> Accumulator::counts() const {
    std::vector<SiteCounts> all;
    all.reserve(slots_.size());
    for (const Slot& slot : slots_) {
        SiteCounts& counts = all.emplace_back();
        if (!slot.used) continue;
        counts = slot.counts;
        const auto add_memo = [&](const Memo& memo) {
            if (memo.times != 0) counts.totals.add(memo.cost, memo.lanes, memo.times);
        };
        std::for_each(slot.regular.begin(), slot.regular.end(), add_memo);
        std::for_each(slot.others.begin(), slot.others.end(), add_memo);
    }
    return all;
}

void Accumulator::clear() {
    for (Slot& slot : slots_) {
        if (!slot.used) continue;
        slot.used = false;
        slot.counts = {};
        slot.regular.fill({});
        slot.others.fill({});
    }
}

} // namespace warpscope
