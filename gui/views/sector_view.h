// Global memory under the last access: lanes over sectors of 32 bytes, grouped by 128-byte lines.
// Sectors come from sim/rules/coalescing.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/engine/moment.h"

namespace warpscope::views {

struct SectorView {
    struct Sector {
        std::uint64_t address = 0;
        std::uint32_t used_bytes = 0; ///< bit k: byte k is touched
        LaneMask lanes = 0;
    };
    std::vector<Sector> sectors; ///< by address
    unsigned lines = 0, bytes_used = 0, bytes_moved = 0, cost_sectors = 0;
    bool store = false, atomic = false;
    LaneMask lanes = 0;
    std::string sentence, remark;

    /// The first sector that the lane touches; sectors.size() when it takes no part.
    std::size_t sector_of(unsigned lane) const;
};

/// Of an access to global or local memory; of local memory without `sectors`.
SectorView sector_view(const gui::LaneAccess& access);

} // namespace warpscope::views
