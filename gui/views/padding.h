// The same shared access, had the rows of its array been a little longer: what padding would do.
// It is computed from the rules, not run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/engine/moment.h"

namespace warpscope::views {

struct Padding {
    std::string array; ///< "staged"; empty: of dynamic shared memory
    std::uint64_t row_bytes = 0, padded_row_bytes = 0;
    gui::LaneAccess access;           ///< where the lanes would go
    std::vector<std::uint8_t> shared; ///< the block's memory with the array's rows apart
    unsigned passes_now = 0, passes = 0;
    std::uint64_t bytes_now = 0, bytes = 0; ///< shared memory of a block
    /// That an SM holds, as far as the PTX tells (registers are not known).
    unsigned blocks_now = 0, blocks = 0;
};

/// Nothing unless the access has conflicts, its lanes walk down rows of one array at an even step,
/// and padding makes it cheaper. `shared` is the block's memory.
std::optional<Padding> padding_of(const gui::LaneAccess& access,
                                  const std::vector<std::uint8_t>& shared,
                                  const gui::LaunchFacts& facts);

} // namespace warpscope::views
