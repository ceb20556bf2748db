// The shape of an access: how the places that the lanes of one warp touch lie to each other.
#pragma once

#include <cstdint>

#include "sim/base/address.h"
#include "sim/base/lane_mask.h"

namespace warpscope {

enum class LaneOrder : std::uint8_t {
    None,      ///< no lane, or one
    Uniform,   ///< all lanes at one place: a broadcast
    Run,       ///< each lane right behind the one before
    Strided,   ///< one step from lane to lane, but not the width
    Rows,      ///< rows of lanes, one step inside a row, another from row to row
    Scattered, ///< anything else
};

/// Places that lanes touch.
struct PlaceCount {
    unsigned distinct = 0;
    unsigned most_lanes = 0; ///< that share one; of an atomic all but one wait
    bool operator==(const PlaceCount&) const = default;
};

struct AccessShape {
    LaneOrder order = LaneOrder::None;
    std::int64_t stride = 0; ///< bytes from lane to lane (of Rows: inside a row)
    unsigned row_lanes = 0;  ///< Rows: lanes of a row, a power of two
    std::int64_t pitch = 0;  ///< Rows: bytes from the beginning of a row to that of the next
    PlaceCount places;
    bool operator==(const AccessShape&) const = default;
};

/// `addresses` are those of all 32 lanes, in any space; lanes outside `lanes` fit any shape.
/// `width` is what a lane touches, in bytes.
AccessShape access_shape(unsigned width, LaneMask lanes, const Address* addresses);

PlaceCount count_places(LaneMask lanes, const Address* addresses);

} // namespace warpscope
