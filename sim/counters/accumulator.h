// Accumulator: adds up what accesses cost, site by site. Loops mostly repeat an access with the
// lanes lying as before, so each site remembers the costs of its last patterns.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/counters/counted_code.h"

namespace warpscope {

/// The access of a site that wastes most, in a form that does not depend on where it happened: of
/// those that waste as much the one with more lanes, then that which comes first by its numbers.
/// So it is the same in whatever order accesses come.
struct WorstAccess {
    unsigned avoidable = 0; ///< quarter passes
    LaneMask lanes = 0;     ///< 0: there was no access
    /// Addresses less the lowest one's sector (shared and local memory: word); 0 of other lanes.
    std::array<Address, kLanes> places{};
    bool is_before(const WorstAccess& o) const;
    bool operator==(const WorstAccess&) const = default;
};

/// What one site came to.
struct SiteCounts {
    AccessTotals totals;
    WorstAccess worst;
    std::uint8_t width = 0; ///< bytes a lane touches
    SiteCounts& operator+=(const SiteCounts& o);
};

/// Used by one thread at a time.
class Accumulator {
public:
    explicit Accumulator(const CountedCode& code);

    void add(const AccessEvent& event) {
        const std::uint32_t site = code_->site_of(event.at, event.space);
        if (site != CountedCode::kNone) add(slots_[site], event);
    }
    /// Everything so far, by site.
    std::vector<SiteCounts> counts() const;
    void clear();

private:
    /// A pattern of lanes, its cost, and how often it came since it is remembered.
    struct Memo {
        std::uint64_t times = 0; ///< 0: empty
        LaneMask lanes = 0;
        std::uint32_t stride = 0, phase = 0;
        AccessCost cost;
    };
    /// Regular patterns by phase and lanes; the others by phase and some of their offsets.
    static constexpr unsigned kRegular = 8, kOthers = 4;
    struct Slot {
        AccessSite site;
        std::uint32_t phase_mask =
            0; ///< the bits of an address that matter beside the lanes' distances
        bool used = false;
        SiteCounts counts;
        std::array<Memo, kRegular> regular;
        std::array<Memo, kOthers> others;
        std::array<std::array<std::uint32_t, kLanes>, kOthers> offsets; ///< of `others`
    };

    static void add(Slot& slot, const AccessEvent& event);
    static void add_irregular(Slot& slot, const AccessEvent& event);
    static AccessCost measure(Slot& slot, const AccessEvent& event);
    static void keep_worst(Slot& slot, const AccessCost& cost, LaneMask lanes,
                           const Address* addresses);
    static void replace(Slot& slot, Memo& memo, const AccessEvent& event, std::uint32_t phase);

    const CountedCode* code_;
    std::vector<Slot> slots_; ///< by site
};

inline void Accumulator::add(Slot& slot, const AccessEvent& event) {
    if (!event.regular()) return add_irregular(slot, event);
    const auto phase = static_cast<std::uint32_t>(event.first) & slot.phase_mask;
    constexpr unsigned kShift = 29; // to the 8 places
    Memo& memo = slot.regular[((phase >> 2) ^ (event.lanes * 0x9E37'79B1u >> kShift)) % kRegular];
    if (memo.lanes == event.lanes && memo.stride == event.stride && memo.phase == phase &&
        memo.times != 0) [[likely]] {
        ++memo.times;
        return;
    }
    replace(slot, memo, event, phase);
}

} // namespace warpscope
