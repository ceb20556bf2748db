// What one warp access costs: its counts by the rules, and passes by which unlike accesses compare.
#pragma once

#include <array>
#include <cstdint>

#include "sim/base/address.h"
#include "sim/base/lane_mask.h"
#include "sim/counters/sums.h"
#include "sim/events/ids.h"

namespace warpscope {

/// How shared memory carries an access out.
enum class SharedWay : std::uint8_t { Load, Store, Atomic, CompareAndSwap, Loop };

/// What is known of a memory instruction before it runs, for one space that it may reach.
struct AccessSite {
    Space space = Space::Global; ///< Global, Shared or Local
    GlobalKind kind = GlobalKind::Load;
    SharedWay way = SharedWay::Load; ///< of accesses to shared memory
};

/// The counts of one access. Passes: shared memory's pipe does one wavefront a pass, 128 bytes; a
/// sector of global or local memory takes a quarter of one. An atomic's lanes wait for each other
/// at an address, one a pass.
struct AccessCost {
    std::uint16_t sectors = 0, bytes_used = 0;   ///< global, local
    std::uint16_t wavefronts = 0, conflicts = 0; ///< shared: of the kind of access itself
    std::uint16_t loop_wavefronts = 0,
                  loop_conflicts = 0; ///< shared: of the loads in SharedWay::Loop
    std::uint16_t waiting_lanes = 0;  ///< atomics: behind another lane at the same address
    std::uint16_t quarter_passes = 0;
    /// Of them, those beyond what the same bytes take when they lie side by side and no lane waits.
    std::uint16_t avoidable = 0;
    bool operator==(const AccessCost&) const = default;
};

/// `addresses` of all 32 lanes: global addresses, or offsets in the space. `width` in bytes.
AccessCost access_cost(const AccessSite& site, unsigned width, LaneMask lanes,
                       const Address* addresses);

/// The same of an access to shared memory that shared_word_cost knows. Not for SharedWay::Loop.
AccessCost shared_word_cost(const AccessSite& site, LaneMask lanes,
                            const std::array<std::uint32_t, kLanes>& words);

/// Many accesses of one site.
struct AccessTotals {
    std::uint64_t requests = 0, threads = 0;
    std::uint64_t sectors = 0, bytes_used = 0;
    std::uint64_t wavefronts = 0, conflicts = 0;
    std::uint64_t loop_wavefronts = 0, loop_conflicts = 0;
    std::uint64_t waiting_lanes = 0;
    std::uint64_t quarter_passes = 0, avoidable = 0;
    /// Adds this access, which happened so many times.
    void add(const AccessCost& cost, LaneMask lanes, std::uint64_t times);
    AccessTotals& operator+=(const AccessTotals& o);
    bool operator==(const AccessTotals&) const = default;
};

/// As counters see it.
CounterSums sums_of(const AccessSite& site, const AccessTotals& totals);

} // namespace warpscope
