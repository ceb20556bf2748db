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
        if (site != CountedCode::kNone) add(site, event);
    }
    /// Everything so far, by site.
    std::vector<SiteCounts> counts() const;
    void clear();

private:
    /// How lanes lie to each other, with a number that no other pattern has had. Sites share them:
    /// what many of them repeat stays in the processor's nearest cache.
    struct Pattern {
        std::uint32_t number = 0; ///< 0: none
        LaneMask lanes = 0;
        std::uint32_t stride = 0; ///< of a regular pattern; kIrregular: it has offsets
    };
    static constexpr std::uint32_t kIrregular = UINT32_MAX;
    static constexpr unsigned kPatterns = 64; ///< by some of their bits
    using Offsets = std::array<std::uint32_t, kLanes>;

    /// Patterns that a site has met, and how often since they are remembered. All that a known
    /// pattern touches, in one line of a cache.
    static constexpr unsigned kMet = 8;
    struct alignas(64) Met {
        std::array<std::uint32_t, kMet> key{}; ///< number and phase; 0: none
        std::array<std::uint32_t, kMet> times{};
    };
    struct OfSite {
        /// The bits of an address that matter beside the lanes' distances.
        std::uint32_t phase_mask = 0;
        /// Patterns with offsets that were forgotten one after the other without having come again.
        /// After kStrange of them, kUnseen accesses are measured without asking whether they are
        /// known; then kTries more patterns may show that they come again.
        std::uint32_t strange = 0;
    };
    static constexpr std::uint32_t kStrange = 16, kUnseen = 64, kTries = 4;
    struct Slot {
        AccessSite site;
        bool used = false;
        SiteCounts counts;
        std::array<LaneMask, kMet> lanes{}; ///< of the patterns in Met
        std::array<AccessCost, kMet> costs;
    };

    void add(std::uint32_t site, const AccessEvent& event);
    void add_known(std::uint32_t site, std::uint32_t number, const AccessEvent& event);
    [[gnu::noinline]] void find(std::uint32_t site, const AccessEvent& event);
    std::uint32_t number_of(std::uint32_t site, const AccessEvent& event);
    static unsigned place_of(std::uint32_t some, LaneMask lanes);
    std::uint32_t replace_pattern(unsigned place, const AccessEvent& event, std::uint32_t stride);
    void meet(std::uint32_t site, unsigned place, std::uint32_t key, const AccessEvent& event);
    AccessCost measure(Slot& slot, const AccessEvent& event) const;
    static std::uint32_t phase_mask(const AccessSite& site);
    static void keep_worst(Slot& slot, const AccessCost& cost, LaneMask lanes,
                           const Address* addresses);

    const CountedCode* code_;
    std::uint32_t numbers_ = 0; ///< given to patterns so far
    std::array<Pattern, kPatterns> patterns_;
    std::array<Offsets, kPatterns> offsets_; ///< of `patterns_`
    /// AccessEvent::pattern of late, and our own number for it.
    struct Announced {
        std::uint32_t pattern = 0, number = 0;
    };
    std::array<Announced, 16> announced_;
    // by site
    std::vector<Met> met_;
    std::vector<OfSite> of_site_;
    std::vector<Slot> slots_;
};

} // namespace warpscope
