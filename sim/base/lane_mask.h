// LaneMask: which of a warp's 32 lanes take part; bit i is lane i.
#pragma once

#include <bit>
#include <cstdint>

namespace warpscope {

using LaneMask = std::uint32_t;

inline constexpr unsigned kLanes = 32;
inline constexpr LaneMask kAllLanes = 0xFFFFFFFFu;

constexpr unsigned count_lanes(LaneMask mask) {
    return static_cast<unsigned>(std::popcount(mask));
}
constexpr bool has_lane(LaneMask mask, unsigned lane) {
    return (mask >> lane & 1u) != 0;
}
/// The lowest lane of a non-empty mask.
constexpr unsigned first_lane(LaneMask mask) {
    return static_cast<unsigned>(std::countr_zero(mask));
}
/// Lanes 0 to n - 1, n up to 32.
constexpr LaneMask lowest_lanes(unsigned n) {
    return n >= kLanes ? kAllLanes : (1u << n) - 1u;
}

/// Calls `body(lane)` for every lane of the mask, in rising order.
template<class Body>
constexpr void for_each_lane(LaneMask mask, Body&& body) {
    for (LaneMask rest = mask; rest != 0; rest &= rest - 1)
        body(first_lane(rest));
}

} // namespace warpscope
