// Lanes of one access that reach the same address.
#pragma once

#include <array>

#include "sim/events/events.h"

namespace warpscope {

/// Calls visit(address, lanes) once for each address.
template<class Visit>
void each_lane_group(const AccessEvent& access, Visit visit) {
    const LaneMask lanes = access.lanes;
    if (access.regular()) {
        if (access.stride == 0) return visit(access.first, lanes);
        for_each_lane(lanes, [&](unsigned l) { visit(access.address(l), LaneMask{1} << l); });
        return;
    }
    struct Group {
        Address address;
        LaneMask lanes;
    };
    std::array<Group, kLanes> groups;
    std::array<std::uint8_t, 64> place; // of the group that an address may belong to, from 1
    place.fill(0);
    unsigned count = 0;
    for_each_lane(lanes, [&](unsigned l) {
        const Address address = access.address(l);
        for (std::uint64_t at = address / access.width;; ++at) {
            std::uint8_t& group = place[at % place.size()];
            if (group == 0) {
                groups[count] = {address, 0};
                group = static_cast<std::uint8_t>(++count);
            }
            if (groups[group - 1u].address != address) continue;
            groups[group - 1u].lanes |= LaneMask{1} << l;
            return;
        }
    });
    for (unsigned g = 0; g < count; ++g)
        visit(groups[g].address, groups[g].lanes);
}

} // namespace warpscope
