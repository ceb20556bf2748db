// Views: parts of a paused launch as plain values, without copying all of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/debug/machine.h"
#include "sim/debug/snapshot.h"

namespace warpscope {

/// Linear indices of the blocks on the machine.
std::vector<std::uint64_t> resident_blocks(const Session& session);
/// A block on the machine, with its shared memory; nothing when it is not there.
std::optional<SnapshotBlock> view_block(const Session& session, std::uint64_t block);
std::optional<SnapshotWarp> view_warp(const Session& session, std::uint64_t block,
                                      std::uint32_t warp);
/// The registers of the function that the lane in focus is in; empty when it has exited.
std::vector<RegisterValue> registers(const Session& session, const Focus& focus,
                                     const std::vector<std::string>& names = {});
/// Where the lane is: what it runs next, then the calls around it, innermost first.
std::vector<CodePlace> call_stack(const Session& session, const Focus& focus);

/// A parameter or variable that can be named here, and how (sim/debug/expression.h).
struct NamedPlace {
    std::string name, symbol; ///< short, and as in the PTX
    Space space = Space::Global;
    Type element = Type::None;
    Address address = 0;
    std::uint64_t bytes = 0;
    bool is_array = false;
};
std::vector<NamedPlace> named_places(const Session& session, const Focus& focus);

/// Lines of the launch's PTX around one, with the instruction in focus.
std::string ptx_line_text(const Session& session, std::uint32_t line);
/// The number of lines of the PTX text.
std::uint32_t ptx_lines(const Session& session);

/// The lanes of a warp that have a thread.
LaneMask existing_lanes(const Session& session, std::uint32_t warp);
/// Warps of a block of this launch.
std::uint32_t warps_of_block(const Session& session);

} // namespace warpscope
