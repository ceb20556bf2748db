// EqualLanes: which lanes of a warp have the same number, found without branches that depend on the
// numbers. For the rules, which ask it for every access that a warp makes.
#pragma once

#include <array>
#include <cstdint>

#include "sim/base/address.h"
#include "sim/base/lane_mask.h"

namespace warpscope {

/// for_each_lane with a plain loop for all lanes, which most accesses have.
template<class Body>
inline void for_each_of(LaneMask lanes, Body&& body) {
    if (lanes == kAllLanes) {
        for (unsigned lane = 0; lane < kLanes; ++lane)
            body(lane);
    } else {
        for_each_lane(lanes, body);
    }
}

struct EqualLanes {
    std::array<std::uint8_t, kLanes> last; ///< of each lane: the last lane with the same number
    LaneMask last_of_each = 0;             ///< one lane of each distinct number
};

/// `numbers` of all 32 lanes; `last` is filled for those of `lanes`.
inline EqualLanes equal_lanes(const std::array<Address, kLanes>& numbers, LaneMask lanes) {
    EqualLanes equal;
    // Every lane writes itself into a table at its number, and the last one stays. The table needs
    // no clearing, as nothing is read that was not written here.
    constexpr unsigned kPlaces = 4096;
    std::uint8_t table[kPlaces];
    for_each_of(lanes, [&](unsigned lane) {
        table[numbers[lane] % kPlaces] = static_cast<std::uint8_t>(lane);
    });
    LaneMask last_of_each = 0; // kept in registers, as is:
    Address difference = 0;
    for_each_of(lanes, [&](unsigned lane) {
        const std::uint8_t last = table[numbers[lane] % kPlaces];
        equal.last[lane] = last;
        last_of_each |= (last == lane ? 1u : 0u) << lane;
        difference |= numbers[last] ^ numbers[lane];
    });
    if (difference == 0) [[likely]] {
        equal.last_of_each = last_of_each;
        return equal;
    }
    for_each_lane(lanes, [&](unsigned lane) {
        std::uint8_t last = static_cast<std::uint8_t>(lane);
        for_each_lane(lanes & ~lowest_lanes(lane), [&](unsigned other) {
            if (numbers[other] == numbers[lane]) last = static_cast<std::uint8_t>(other);
        });
        equal.last[lane] = last;
        equal.last_of_each |= (last == lane ? 1u : 0u) << lane;
    });
    return equal;
}

} // namespace warpscope
