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

/// The addresses of all 32 lanes of an event that does not name them, as numbers of any size.
template<class Number>
void place_lanes(const AccessEvent& event, Number first, Number* addresses) {
    if (event.offset != nullptr)
        for (unsigned lane = 0; lane < kLanes; ++lane)
            addresses[lane] = first + event.offset[lane];
    else
        for (unsigned lane = 0; lane < kLanes; ++lane)
            addresses[lane] = first + lane * event.stride;
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

std::uint32_t Accumulator::phase_mask(const AccessSite& site) {
    return (site.space == Space::Global ? kCacheSectorBytes : kBankBytes) - 1;
}

Accumulator::Accumulator(const CountedCode& code)
    : code_(&code), met_(code.sites().size()), slots_(code.sites().size()) {
    for (std::size_t s = 0; s < slots_.size(); ++s) {
        slots_[s].site = code.sites()[s].site;
        of_site_.push_back({phase_mask(slots_[s].site), 0});
    }
}

/// What is known is counted here, without a call: no register needs to be kept.
void Accumulator::add(std::uint32_t site, const AccessEvent& event) {
    std::uint32_t number = 0;
    if (event.pattern != 0) {
        const Announced& known = announced_[event.pattern % announced_.size()];
        if (known.pattern == event.pattern) number = known.number;
    } else if (event.regular()) {
        const Pattern& known = patterns_[place_of(event.stride, event.lanes)];
        if (known.lanes == event.lanes && known.stride == event.stride) number = known.number;
    }
    if (number == 0) [[unlikely]]
        return find(site, event);
    add_known(site, number, event);
}

inline void Accumulator::add_known(std::uint32_t site, std::uint32_t number,
                                   const AccessEvent& event) {
    const auto phase = static_cast<std::uint32_t>(event.first) & of_site_[site].phase_mask;
    constexpr unsigned kPhaseBits = 5;
    static_assert(kCacheSectorBytes == 1 << kPhaseBits);
    const std::uint32_t key = number << kPhaseBits | phase;
    const unsigned place = (phase >> 2 ^ number) % kMet;
    Met& met = met_[site];
    if (met.key[place] == key && met.times[place] != UINT32_MAX) [[likely]] {
        ++met.times[place];
        return;
    }
    meet(site, place, key, event);
}

/// Where the accumulator remembers a pattern, by some of its bits.
inline unsigned Accumulator::place_of(std::uint32_t some, LaneMask lanes) {
    constexpr unsigned kShift = 26; // to the 64 places
    return (some ^ lanes) * 0x9E37'79B1u >> kShift;
}

/// Looks for the pattern of offsets; it may be new, or not worth to remember.
void Accumulator::find(std::uint32_t site, const AccessEvent& event) {
    const std::uint32_t number = event.addresses == nullptr ? number_of(site, event) : 0;
    if (number != 0) return add_known(site, number, event);
    Slot& slot = slots_[site];
    slot.counts.totals.add(measure(slot, event), event.lanes, 1);
}

/// 0: it has none, and is measured by itself.
inline std::uint32_t Accumulator::number_of(std::uint32_t site, const AccessEvent& event) {
    if (event.regular())
        return replace_pattern(place_of(event.stride, event.lanes), event, event.stride);
    if (std::uint32_t& strange = of_site_[site].strange; strange >= kStrange) [[unlikely]] {
        if (++strange < kStrange + kUnseen) return 0;
        strange = kStrange - kTries;
    }
    const std::uint32_t some =
        event.offset[1] ^ event.offset[kLanes - 1] << 1 ^ event.offset[16] << 2;
    const unsigned place = place_of(some, event.lanes);
    const Pattern& known = patterns_[place];
    const bool is_known = known.lanes == event.lanes && known.stride == kIrregular &&
                          are_equal(offsets_[place].data(), event.offset);
    const std::uint32_t number =
        is_known ? known.number : replace_pattern(place, event, kIrregular);
    announced_[event.pattern % announced_.size()] = {event.pattern, number};
    return number;
}

std::uint32_t Accumulator::replace_pattern(unsigned place, const AccessEvent& event,
                                           std::uint32_t stride) {
    constexpr std::uint32_t kMostNumbers = (1 << 27) - 1; // as many as fit above the phase
    if (numbers_ == kMostNumbers) return 0;
    patterns_[place] = {++numbers_, event.lanes, stride};
    if (event.offset != nullptr) std::copy_n(event.offset, kLanes, offsets_[place].begin());
    return numbers_;
}

/// A pattern that is new to the site takes the place of another.
void Accumulator::meet(std::uint32_t site, unsigned place, std::uint32_t key,
                       const AccessEvent& event) {
    Slot& slot = slots_[site];
    Met& met = met_[site];
    if (event.offset != nullptr && met.times[place] != 0) {
        std::uint32_t& strange = of_site_[site].strange;
        strange = met.times[place] == 1 ? strange + 1 : 0;
    }
    slot.counts.totals.add(slot.costs[place], slot.lanes[place], met.times[place]);
    slot.costs[place] = measure(slot, event);
    slot.lanes[place] = event.lanes;
    met.key[place] = key;
    met.times[place] = 1;
}

/// By the rules; keeps the access when it is the worst so far.
AccessCost Accumulator::measure(Slot& slot, const AccessEvent& event) const {
    slot.used = true;
    slot.counts.width = event.width;
    const WorstAccess& worst = slot.counts.worst;
    const bool words = slot.site.space == Space::Shared && slot.site.way != SharedWay::Loop &&
                       event.width <= kBankBytes && event.addresses == nullptr;
    AccessCost cost;
    if (words) {
        std::array<std::uint32_t, kLanes> place;
        place_lanes(event, static_cast<std::uint32_t>(event.first), place.data());
        for (std::uint32_t& offset : place)
            offset /= kBankBytes;
        cost = shared_word_cost(slot.site, event.lanes, place);
        if (worst.lanes != 0 && cost.avoidable < worst.avoidable) return cost;
    }
    Address computed[kLanes];
    const Address* addresses = event.addresses;
    if (addresses == nullptr) {
        addresses = computed;
        place_lanes(event, event.first, computed);
    }
    if (!words) cost = access_cost(slot.site, event.width, event.lanes, addresses);
    if (worst.lanes == 0 || cost.avoidable >= worst.avoidable)
        keep_worst(slot, cost, event.lanes, addresses);
    return cost;
}

void Accumulator::keep_worst(Slot& slot, const AccessCost& cost, LaneMask lanes,
                             const Address* addresses) {
    WorstAccess here = {cost.avoidable, lanes, {}};
    Address lowest = ~Address{0};
    for_each_lane(lanes, [&](unsigned lane) { lowest = std::min(lowest, addresses[lane]); });
    const Address base = lowest & ~Address{phase_mask(slot.site)};
    for_each_lane(lanes, [&](unsigned lane) { here.places[lane] = addresses[lane] - base; });
    if (here.is_before(slot.counts.worst)) slot.counts.worst = here;
}

std::vector<SiteCounts> Accumulator::counts() const {
    std::vector<SiteCounts> all;
    all.reserve(slots_.size());
    for (std::size_t s = 0; s < slots_.size(); ++s) {
        const Slot& slot = slots_[s];
        SiteCounts& counts = all.emplace_back();
        if (!slot.used) continue;
        counts = slot.counts;
        for (unsigned place = 0; place < kMet; ++place)
            counts.totals.add(slot.costs[place], slot.lanes[place], met_[s].times[place]);
    }
    return all;
}

void Accumulator::clear() {
    for (std::size_t s = 0; s < slots_.size(); ++s) {
        if (!slots_[s].used) continue;
        slots_[s] = {slots_[s].site, false, {}, {}, {}};
        met_[s] = {};
        of_site_[s].strange = 0;
    }
    patterns_.fill({});
    announced_.fill({});
    numbers_ = 0;
}

} // namespace warpscope
