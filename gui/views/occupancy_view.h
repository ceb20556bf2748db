// How many blocks fit on one SM, and what keeps the next one off it, in words.
#pragma once

#include <string>
#include <vector>

#include "gui/engine/facts.h"
#include "sim/rules/occupancy.h"

namespace warpscope::views {

struct OccupancyLine {
    std::string name;    ///< "shared memory"
    unsigned blocks = 0; ///< it alone would allow; UINT32_MAX: the block takes none of it
    bool limits = false;
};

struct OccupancyView {
    Occupancy result;
    std::vector<OccupancyLine> lines;
    std::string sentence; ///< "8 blocks, 64 of 64 warps: the warps per SM are the limit."
    std::string remark;   ///< how much less of what would let one more in
};

OccupancyView occupancy_view(const BlockResources& block, const GpuSpec& gpu);

/// What the launch takes. Its registers are not known from the PTX: 0.
BlockResources resources_of(const gui::LaunchFacts& facts);

} // namespace warpscope::views
