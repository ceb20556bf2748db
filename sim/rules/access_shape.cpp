// Tries the shapes from the simplest on.
#include "sim/rules/access_shape.h"

#include <algorithm>
#include <array>

#include "sim/rules/equal_lanes.h"

namespace warpscope {
namespace {

/// The address of lane l is address(0) + l % row * stride + l / row * pitch for all lanes.
struct Grid {
    unsigned row = kLanes;
    std::int64_t stride = 0, pitch = 0;
};

std::int64_t distance(const Address* addresses, unsigned from, unsigned to) {
    return static_cast<std::int64_t>(addresses[to] - addresses[from]);
}

/// The step that the two first lanes of one row suggest; 0 when no row has two.
std::int64_t step_in_rows(LaneMask lanes, const Address* addresses, unsigned row) {
    for (unsigned lane = 0; lane + 1 < kLanes; ++lane) {
        const LaneMask rest = lanes & (lowest_lanes(row) << lane / row * row);
        if (!has_lane(lanes, lane) || (rest >> lane >> 1) == 0) continue;
        const unsigned next = lane + 1 + first_lane(rest >> lane >> 1);
        return distance(addresses, lane, next) / static_cast<std::int64_t>(next - lane);
    }
    return 0;
}

/// Whether the lanes lie in rows of this many; fills `grid`.
bool fits(LaneMask lanes, const Address* addresses, unsigned row, Grid& grid) {
    grid = {row, step_in_rows(lanes, addresses, row), 0};
    const unsigned first = first_lane(lanes);
    // Where a lane's row begins, as far as its own address tells.
    const auto row_start = [&](unsigned lane) {
        return static_cast<std::int64_t>(addresses[lane]) - (lane % row) * grid.stride;
    };
    bool have_pitch = false, good = true;
    for_each_lane(lanes, [&](unsigned lane) {
        const auto rows = static_cast<std::int64_t>(lane / row) - first / row;
        const std::int64_t way = row_start(lane) - row_start(first);
        if (rows != 0 && !have_pitch) grid.pitch = way / rows, have_pitch = true;
        good = good && way == rows * grid.pitch;
    });
    return good;
}

} // namespace

AccessShape access_shape(unsigned width, LaneMask lanes, const Address* addresses) {
    AccessShape shape;
    shape.places = count_places(lanes, addresses);
    if (count_lanes(lanes) < 2) return shape;
    Grid grid;
    if (fits(lanes, addresses, kLanes, grid)) {
        shape.stride = grid.stride;
        shape.order = grid.stride == 0                     ? LaneOrder::Uniform
                      : grid.stride == std::int64_t{width} ? LaneOrder::Run
                                                           : LaneOrder::Strided;
        return shape;
    }
    for (unsigned row = kLanes / 2; row >= 2; row /= 2) {
        if (!fits(lanes, addresses, row, grid)) continue;
        shape.order = LaneOrder::Rows;
        shape.stride = grid.stride;
        shape.row_lanes = row;
        shape.pitch = grid.pitch;
        return shape;
    }
    shape.order = LaneOrder::Scattered;
    return shape;
}

PlaceCount count_places(LaneMask lanes, const Address* addresses) {
    std::array<Address, kLanes> places;
    std::copy_n(addresses, kLanes, places.begin());
    const EqualLanes equal = equal_lanes(places, lanes);
    std::array<std::uint8_t, kLanes> lanes_at{};
    std::uint8_t most = 0;
    for_each_of(lanes, [&](unsigned lane) { most = std::max(most, ++lanes_at[equal.last[lane]]); });
    return {count_lanes(equal.last_of_each), most};
}

} // namespace warpscope
