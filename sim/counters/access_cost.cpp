// Asks sim/rules for the counts and weighs them.
#include "sim/counters/access_cost.h"

#include <algorithm>

#include "sim/rules/access_shape.h"
#include "sim/rules/bank_conflicts.h"
#include "sim/rules/coalescing.h"

namespace warpscope {
namespace {

constexpr unsigned kQuarters = 4; ///< of a pass

std::uint16_t narrow(unsigned number) {
    return static_cast<std::uint16_t>(number);
}

bool is_atomic(const AccessSite& site) {
    return site.kind == GlobalKind::Atomic || site.kind == GlobalKind::Reduction;
}

SharedOperation operation_of(SharedWay way) {
    switch (way) {
    case SharedWay::Load: return SharedOperation::Load;
    case SharedWay::Store: return SharedOperation::Store;
    case SharedWay::CompareAndSwap: return SharedOperation::CompareAndSwap;
    default: return SharedOperation::Atomic;
    }
}

/// Quarters of passes. `least`: wavefronts when no lane is in another's way.
void weigh_wavefronts(unsigned least, AccessCost& cost) {
    const unsigned wavefronts = cost.wavefronts + cost.loop_wavefronts;
    cost.quarter_passes = narrow(kQuarters * wavefronts);
    cost.avoidable = narrow(kQuarters * (wavefronts - std::min(least, wavefronts)));
}

AccessCost cost_of(const AccessSite& site, const SharedCost& shared) {
    AccessCost cost;
    cost.waiting_lanes = narrow(is_atomic(site) ? shared.repeats : 0u);
    cost.wavefronts = narrow(shared.wavefronts);
    cost.conflicts = narrow(shared.conflicts);
    weigh_wavefronts(shared.groups * (site.way == SharedWay::CompareAndSwap ? 2 : 1), cost);
    return cost;
}

AccessCost cost_in_shared(const AccessSite& site, unsigned width, LaneMask lanes,
                          const Address* addresses) {
    const SharedAccess access = {operation_of(site.way), width, lanes, addresses};
    if (site.way != SharedWay::Loop) return cost_of(site, shared_cost(access));
    AccessCost cost;
    const SharedLoopCost loop = shared_loop_cost(access);
    cost.wavefronts = narrow(loop.updates.wavefronts);
    cost.conflicts = narrow(loop.updates.conflicts);
    cost.loop_wavefronts = narrow(loop.loads.wavefronts);
    cost.loop_conflicts = narrow(loop.loads.conflicts);
    cost.waiting_lanes = narrow(count_lanes(lanes) - count_places(lanes, addresses).distinct);
    weigh_wavefronts(loop.rounds != 0 ? 3 * std::max(1u, width / kBankBytes) : 0, cost);
    return cost;
}

AccessCost cost_in_sectors(const AccessSite& site, unsigned width, LaneMask lanes,
                           const Address* addresses) {
    AccessCost cost;
    const GlobalAccess access = {width, lanes, addresses};
    const GlobalCost sectors = site.space == Space::Local ? local_cost(access)
                               : is_atomic(site)          ? atomic_cost(access)
                                                          : global_cost(access);
    cost.sectors = narrow(sectors.sectors);
    cost.bytes_used = narrow(sectors.bytes_used);
    const unsigned least = (sectors.bytes_used + kCacheSectorBytes - 1) / kCacheSectorBytes;
    cost.quarter_passes = cost.sectors;
    cost.avoidable = narrow(sectors.sectors - std::min(least, sectors.sectors));
    if (!is_atomic(site)) return cost;
    const PlaceCount places = count_places(lanes, addresses);
    cost.waiting_lanes = narrow(count_lanes(lanes) - places.distinct);
    if (places.most_lanes > 1) {
        const unsigned together =
            std::max<unsigned>(cost.quarter_passes, kQuarters * places.most_lanes);
        cost.avoidable = narrow(cost.avoidable + together - cost.quarter_passes);
        cost.quarter_passes = narrow(together);
    }
    return cost;
}

} // namespace

AccessCost access_cost(const AccessSite& site, unsigned width, LaneMask lanes,
                       const Address* addresses) {
    if (lanes == 0) return {};
    return site.space == Space::Shared ? cost_in_shared(site, width, lanes, addresses)
                                       : cost_in_sectors(site, width, lanes, addresses);
}

AccessCost shared_word_cost(const AccessSite& site, LaneMask lanes,
                            const std::array<std::uint32_t, kLanes>& words) {
    return cost_of(site, shared_word_cost(operation_of(site.way), lanes, words));
}

void AccessTotals::add(const AccessCost& cost, LaneMask lanes, std::uint64_t times) {
    requests += times;
    threads += times * count_lanes(lanes);
    sectors += times * cost.sectors;
    bytes_used += times * cost.bytes_used;
    wavefronts += times * cost.wavefronts;
    conflicts += times * cost.conflicts;
    loop_wavefronts += times * cost.loop_wavefronts;
    loop_conflicts += times * cost.loop_conflicts;
    waiting_lanes += times * cost.waiting_lanes;
    quarter_passes += times * cost.quarter_passes;
    avoidable += times * cost.avoidable;
}

AccessTotals& AccessTotals::operator+=(const AccessTotals& o) {
    requests += o.requests, threads += o.threads;
    sectors += o.sectors, bytes_used += o.bytes_used;
    wavefronts += o.wavefronts, conflicts += o.conflicts;
    loop_wavefronts += o.loop_wavefronts, loop_conflicts += o.loop_conflicts;
    waiting_lanes += o.waiting_lanes;
    quarter_passes += o.quarter_passes, avoidable += o.avoidable;
    return *this;
}

CounterSums sums_of(const AccessSite& site, const AccessTotals& t) {
    CounterSums sums;
    sums.quarter_passes = t.quarter_passes;
    sums.avoidable_quarter_passes = t.avoidable;
    if (site.space == Space::Shared) {
        const SharedKind kind = site.way == SharedWay::Load    ? SharedKind::Load
                                : site.way == SharedWay::Store ? SharedKind::Store
                                                               : SharedKind::Atomic;
        sums.of(kind) = {t.requests, t.threads, t.wavefronts, t.conflicts};
        // The loads of a loop are loads to the profiler, but no load instructions of the program.
        sums.of(SharedKind::Load) += {0, 0, t.loop_wavefronts, t.loop_conflicts};
        sums.shared_waiting_lanes = t.waiting_lanes;
        return sums;
    }
    const SectorSums sectors = {t.requests, t.threads, t.sectors, t.bytes_used};
    if (site.space == Space::Local) {
        sums.of(site.kind == GlobalKind::Load ? LocalKind::Load : LocalKind::Store) = sectors;
        return sums;
    }
    sums.of(site.kind) = sectors;
    sums.global_waiting_lanes = t.waiting_lanes;
    return sums;
}

} // namespace warpscope
