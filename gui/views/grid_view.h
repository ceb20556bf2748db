// The blocks of a launch as squares: which have run by now, and which are on the machine.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gui/engine/facts.h"
#include "sim/debug/timeline.h"

namespace warpscope::views {

enum class BlockState : std::uint8_t { NotRun, Resident, Finished };

struct GridCell {
    BlockState state = BlockState::NotRun;
    bool finding = false;
    bool operator==(const GridCell&) const = default;
};

/// One layer of the grid.
struct GridView {
    Dim3 grid;
    std::uint32_t layer = 0;                               ///< the z that is shown
    std::vector<GridCell> cells;                           ///< grid.x * grid.y, x first
    std::uint64_t not_run = 0, resident = 0, finished = 0; ///< of the whole launch
};

/// As the launch is behind `position`. `findings`: linear indices of blocks that have some.
GridView grid_view(const gui::LaunchFacts& facts, const std::vector<BlockSpan>& blocks,
                   std::uint64_t position, std::uint32_t layer,
                   const std::set<std::uint64_t>& findings);

/// How many squares stand in a row, and how large they are with their gap, so that `count` of them
/// in rows of `across` fit into the area; rows wrap where one does not fit.
struct GridShape {
    std::uint32_t across = 1;
    float cell = 1;
    bool wrapped = false;     ///< a row of squares is not a row of the grid
    std::uint32_t hidden = 0; ///< that have no room even so
};
GridShape grid_shape(std::uint32_t columns, std::uint32_t rows, float width, float height,
                     float least, float most);

/// "block (5,2): 1,568 steps, 412 to 1,979 of the launch".
std::string describe_block(const gui::LaunchFacts& facts, const std::vector<BlockSpan>& blocks,
                           std::uint64_t block, BlockState state);

/// "5,2" or "(5,2,0)" as a linear index; nothing when the grid has no such block.
std::optional<std::uint64_t> parse_block(const std::string& text, const Dim3& grid);

} // namespace warpscope::views
