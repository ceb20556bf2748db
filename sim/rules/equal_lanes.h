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

/// One lane of each distinct number: the last that has it. Every lane writes itself into a table at
/// its number, and the last one stays; the table needs no clearing, as nothing is read that was not
/// written here. `take(lane, last)` is called for each lane. False when different numbers met at
/// one place of the table.
template<class Take>
inline bool find_last_lanes(const std::array<Address, kLanes>& numbers, LaneMask lanes,
                            LaneMask& last_of_each, Take take) {
    constexpr unsigned kPlaces = 4096;
    std::uint8_t table[kPlaces];
    for_each_of(lanes, [&](unsigned lane) {
        table[numbers[lane] % kPlaces] = static_cast<std::uint8_t>(lane);
    });
    LaneMask found = 0; // kept in registers, as is:
    Address difference = 0;
    for_each_of(lanes, [&](unsigned lane) {
        const std::uint8_t last = table[numbers[lane] % kPlaces];
        take(lane, last);
        found |= (last == lane ? 1u : 0u) << lane;
        difference |= numbers[last] ^ numbers[lane];
    });
    last_of_each = found;
    return difference == 0;
}

struct EqualLanes {
    std::array<std::uint8_t, kLanes> last; ///< of each lane: the last lane with the same number
    LaneMask last_of_each = 0;             ///< one lane of each distinct number
};

/// `numbers` of all 32 lanes; `last` is filled for those of `lanes`.
inline EqualLanes equal_lanes(const std::array<Address, kLanes>& numbers, LaneMask lanes) {
    EqualLanes equal;
    const auto keep = [&](unsigned lane, std::uint8_t last) { equal.last[lane] = last; };
    if (find_last_lanes(numbers, lanes, equal.last_of_each, keep)) [[likely]]
        return equal;
    equal.last_of_each = 0;
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

/// Only EqualLanes::last_of_each.
inline LaneMask one_lane_of_each(const std::array<Address, kLanes>& numbers, LaneMask lanes) {
    LaneMask last_of_each = 0;
    if (find_last_lanes(numbers, lanes, last_of_each, [](unsigned, std::uint8_t) {})) [[likely]]
        return last_of_each;
    return equal_lanes(numbers, lanes).last_of_each;
}

} // namespace warpscope
