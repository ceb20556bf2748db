// CountedCode: which instructions of a program are counted, each with a dense number for every
// space it may reach.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/counters/access_cost.h"
#include "sim/events/events.h"
#include "sim/program/module.h"

namespace warpscope {

/// One function of a launch, in the order of its function list.
struct CountedFunction {
    const Function* code = nullptr;
    std::vector<bool> never_read; ///< by register: an atomic's result there is not wanted
};

/// An instruction and a space that it may reach.
struct CountedSite {
    CodePosition at;
    AccessSite site;
};

/// Counted are accesses to global, shared and local memory through the load/store units. Kernel
/// parameters and constants have a cache of their own, textures and surfaces a pipe of their own:
/// they are not counted.
class CountedCode {
public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    CountedCode() = default;
    explicit CountedCode(const std::vector<CountedFunction>& functions);

    const std::vector<CountedSite>& sites() const { return sites_; }
    /// The site of an access, or kNone when it is not counted.
    std::uint32_t site_of(CodePosition at, Space space) const {
        if (at.function + 1 >= first_.size()) return kNone;
        const std::uint32_t index = first_[at.function] + at.instruction;
        if (index >= first_[at.function + 1]) return kNone;
        const Place place = places_[index];
        const auto s = static_cast<std::uint32_t>(space);
        if (place.spaces != 0) return s < place.spaces ? place.site + s : kNone;
        return place.only == space ? place.site : kNone;
    }

private:
    struct Place {
        std::uint32_t site = kNone;
        std::uint8_t spaces = 0;       ///< of a generic access 3: it has a site for each, by Space
        Space only = Space::Parameter; ///< of others; Parameter: none is counted
    };
    void add(CodePosition at, const Instruction& instruction, const CountedFunction& function);

    std::vector<std::uint32_t> first_; ///< by function, and one more: into places_
    std::vector<Place> places_;        ///< by instruction
    std::vector<CountedSite> sites_;
};

} // namespace warpscope
