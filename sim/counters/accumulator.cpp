// Patterns that are met for the first time, and sums.
#include "sim/counters/accumulator.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "sim/rules/bank_conflicts.h"
#include "sim/rules/coalescing.h"

namespace warpscope {
namespace {

/// All 32. Without branches, because they mostly are.
bool are_equal(const std::uint32_t* a, const std::uint32_t* b) {
    std::uint32_t difference = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        difference |= a[lane] ^ b[lane];
    return difference == 0;
}

} // namespace

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
    constexpr unsigned kShift = 30; // to the 4 places
    const std::uint32_t some =
        event.offset[1] ^ event.offset[kLanes - 1] << 1 ^ event.lanes ^ phase;
    const unsigned k = some * 0x9E37'79B1u >> kShift;
    Memo& memo = slot.others[k];
    if (memo.lanes == event.lanes && memo.phase == phase && memo.times != 0 &&
        are_equal(slot.offsets[k].data(), event.offset)) {
        ++memo.times;
        return;
    }
    replace(slot, memo, event, phase);
    std::copy_n(event.offset, kLanes, slot.offsets[k].begin());
}

void Accumulator::replace(Slot& slot, Memo& memo, const AccessEvent& event, std::uint32_t phase) {
    if (memo.times != 0) slot.counts.totals.add(memo.cost, memo.lanes, memo.times);
    memo = {1, event.lanes, event.stride, phase, measure(slot, event)};
}

/// By the rules; keeps the access when it is the worst so far.
AccessCost Accumulator::measure(Slot& slot, const AccessEvent& event) {
    slot.used = true;
    slot.counts.width = event.width;
    Address computed[kLanes];
    const Address* addresses = event.addresses;
    if (addresses == nullptr) {
        addresses = computed;
        if (event.offset != nullptr)
            for (unsigned lane = 0; lane < kLanes; ++lane)
                computed[lane] = event.first + event.offset[lane];
        else
            for (unsigned lane = 0; lane < kLanes; ++lane)
                computed[lane] = event.first + lane * event.stride;
    }
    const AccessCost cost = access_cost(slot.site, event.width, event.lanes, addresses);
    const WorstAccess& worst = slot.counts.worst;
    if (worst.lanes == 0 || cost.avoidable >= worst.avoidable)
        keep_worst(slot, cost, event.lanes, addresses);
    return cost;
}

void Accumulator::keep_worst(Slot& slot, const AccessCost& cost, LaneMask lanes,
                             const Address* addresses) {
    WorstAccess here = {cost.avoidable, lanes, {}};
    Address lowest = ~Address{0};
    for_each_lane(lanes, [&](unsigned lane) { lowest = std::min(lowest, addresses[lane]); });
    const Address base = lowest & ~Address{slot.phase_mask};
    for_each_lane(lanes, [&](unsigned lane) { here.places[lane] = addresses[lane] - base; });
    if (here.is_before(slot.counts.worst)) slot.counts.worst = here;
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
