// BankLoad: how the places of a warp's lanes share out over shared memory's banks, counted for all
// lanes at once.
#pragma once

#include <array>
#include <cstdint>

#include "sim/base/lane_mask.h"

namespace warpscope {

struct BankLoad {
    unsigned most = 0;        ///< of the bank that is asked most: how often
    LaneMask one_of_each = 0; ///< one lane of each distinct place
};

/// Place p is in bank p % `banks`, which are 32 or a smaller power of two. `places` are those of
/// all 32 lanes; what lanes outside `lanes` have means nothing. A place asks its bank once, or
/// (`every_lane`) once for each of its lanes.
BankLoad bank_load(const std::array<std::uint32_t, kLanes>& places, LaneMask lanes, unsigned banks,
                   bool every_lane);

} // namespace warpscope
