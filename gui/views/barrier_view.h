// Who waits at which barrier of a block, for whom, and whether they wait for each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/engine/moment.h"

namespace warpscope::views {

struct BarrierRow {
    std::uint32_t barrier = 0;
    std::uint32_t line = 0; ///< of the source, where the first of them waits; 0: none
    std::uint32_t ptx_line = 0;
    std::vector<std::uint32_t> arrived; ///< warps all of whose living lanes wait here
    std::vector<std::uint32_t> partly;  ///< warps of which other lanes are elsewhere
    std::vector<std::uint32_t> missing; ///< warps that live and are not here
    unsigned threads = 0;               ///< that wait
    /// That it waits for, where the instruction itself says so; 0: all of the block, or unknown.
    unsigned expected = 0;
    bool expects_all = true; ///< all threads of the block
};

/// Lanes of one warp that wait for others of it.
struct WarpSyncRow {
    std::uint32_t warp = 0, line = 0;
    LaneMask here = 0, missing = 0;
};

/// One that waits for another.
struct WaitEdge {
    std::uint32_t from = 0, to = 0; ///< warps
    std::uint32_t barrier = 0;
};

struct BarrierView {
    bool begun = false; ///< the block is on the machine
    std::vector<BarrierRow> rows;
    std::vector<WarpSyncRow> syncs;
    /// Of a deadlock: warps that wait for each other, in order; the last waits for the first.
    std::vector<WaitEdge> circle;
    std::string sentence;
};

BarrierView barrier_view(const gui::Moment& moment);

} // namespace warpscope::views
