// LaneGroups: the lanes of an access that reach the same address.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "sim/events/events.h"

namespace warpscope {

/// Remembers how lanes were grouped last, because instructions in loops mostly repeat that.
class LaneGroups {
public:
    struct Groups {
        LaneMask of = 0; ///< all lanes
        unsigned width = 0, count = 0;
        std::array<std::uint32_t, kLanes> offset{}; ///< by lane
        std::array<std::uint32_t, kLanes> at{};     ///< by group
        std::array<LaneMask, kLanes> lanes{};
        /// So many groups of one lane each lie side by side, and the next so many: rows of a tile;
        /// else 0.
        unsigned row = 0;
        /// For who uses them: an access, and when nothing more came of it. 0 for new groups.
        Address first = 0;
        CodePosition code;
        std::uint64_t settled = 0;
    };

    /// Calls visit(address, lanes) once for each address.
    template<class Visit>
    void each(const AccessEvent& access, Visit visit) {
        if (access.regular()) {
            if (access.stride == 0) return visit(access.first, access.lanes);
            for_each_lane(access.lanes,
                          [&](unsigned l) { visit(access.address(l), LaneMask{1} << l); });
            return;
        }
        std::array<std::uint32_t, kLanes> offset{};
        Address first = access.first;
        if (access.offset != nullptr) {
            std::copy_n(access.offset, kLanes, offset.begin());
        } else if (!from_addresses(access, first, offset)) {
            for_each_lane(access.lanes,
                          [&](unsigned l) { visit(access.address(l), LaneMask{1} << l); });
            return;
        }
        const Groups* const known = find(access, offset.data());
        each(known != nullptr ? *known : group(access, offset), first, visit);
    }
    template<class Visit>
    static void each(const Groups& groups, Address first, Visit visit) {
        for (unsigned g = 0; g < groups.count; ++g)
            visit(first + groups.at[g], groups.lanes[g]);
    }
    /// The groups of an access with offsets when its lanes were grouped like this last time, so
    /// that they cost nothing now; else null.
    Groups* find(const AccessEvent& access) {
        return access.offset == nullptr ? nullptr : find(access, access.offset);
    }

private:
    Groups& place(const AccessEvent& access) { return last_[access.at.instruction % last_.size()]; }
    Groups* find(const AccessEvent& access, const std::uint32_t* offset) {
        Groups& groups = place(access);
        const bool same = groups.of == access.lanes && groups.width == access.width &&
                          std::memcmp(groups.offset.data(), offset, sizeof groups.offset) == 0;
        return same ? &groups : nullptr;
    }

    /// False when lanes are 2^32 bytes or more apart, which then do not meet.
    static bool from_addresses(const AccessEvent& access, Address& first,
                               std::array<std::uint32_t, kLanes>& offset) {
        first = access.address(first_lane(access.lanes));
        for_each_lane(access.lanes,
                      [&](unsigned l) { first = std::min(first, access.address(l)); });
        bool near = true;
        for_each_lane(access.lanes, [&](unsigned l) {
            near = near && access.address(l) - first <= UINT32_MAX;
            offset[l] = static_cast<std::uint32_t>(access.address(l) - first);
        });
        return near;
    }

    const Groups& group(const AccessEvent& access,
                        const std::array<std::uint32_t, kLanes>& offset) {
        Groups& groups = place(access);
        groups.settled = 0;
        groups.of = access.lanes;
        groups.width = access.width;
        groups.offset = offset;
        groups.count = 0;
        std::array<std::uint8_t, 64> place{}; // of the group that an offset may belong to, from 1
        for_each_lane(access.lanes, [&](unsigned l) {
            for (std::uint32_t at = offset[l] / access.width;; ++at) {
                std::uint8_t& group = place[at % place.size()];
                if (group == 0) {
                    groups.at[groups.count] = offset[l];
                    groups.lanes[groups.count] = 0;
                    group = static_cast<std::uint8_t>(++groups.count);
                }
                if (groups.at[group - 1u] != offset[l]) continue;
                groups.lanes[group - 1u] |= LaneMask{1} << l;
                return;
            }
        });
        groups.row = length_of_rows(groups);
        return groups;
    }

    static unsigned length_of_rows(const Groups& groups) {
        const LaneMask shifted = groups.of >> first_lane(groups.of);
        if (groups.count != count_lanes(groups.of) || (shifted & (shifted + 1)) != 0) return 0;
        const auto follows = [&](unsigned g) {
            return groups.at[g] == groups.at[g - 1] + groups.width;
        };
        unsigned row = 1;
        while (row < groups.count && follows(row))
            ++row;
        bool all = row >= 4 && groups.count % row == 0;
        for (unsigned g = row; all && g < groups.count; ++g)
            all = g % row == 0 || follows(g);
        return all ? row : 0;
    }

    std::array<Groups, 64> last_;
};

} // namespace warpscope
