// The buffer that an access goes to, as a map: where the launch touched it, and who wrote it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/engine/moment.h"

namespace warpscope::views {

struct BufferCell {
    std::uint8_t heat = 0; ///< 0: not touched; else 1 to 6, by powers of the most touched one
    std::uint64_t owner = UINT64_MAX; ///< block that wrote it last; UINT64_MAX: nobody
    bool several = false; ///< several blocks wrote this word; of larger cells it is not known
    bool now = false;     ///< the access that is shown touches it
};

struct BufferMap {
    std::string name;     ///< "allocation 2"
    std::string sentence; ///< what a cell is, and how much was touched
    std::uint64_t address = 0, cell_bytes = 0, bytes = 0;
    std::vector<BufferCell> cells;        ///< by address
    std::uint64_t written_by_several = 0; ///< cells
    std::uint64_t owners = 0;             ///< blocks that wrote something last
    bool empty() const { return cells.empty(); }
    bool by_words() const { return cell_bytes == 4; }
    const gui::BufferUse* use = nullptr; ///< of the launch's facts
};

/// Of the buffer that holds the first lane's address; empty when it is in none, or when the launch
/// was too long to be surveyed.
BufferMap buffer_map(const gui::LaneAccess& access, const gui::LaunchFacts& facts);

/// "bytes 128 to 255: 64 reads, 32 writes, the last by block (3,0,0)".
std::string describe_cell(const BufferMap& map, std::size_t cell, const gui::LaunchFacts& facts);

} // namespace warpscope::views
