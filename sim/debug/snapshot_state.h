// SnapshotState: the copied machine behind a Snapshot. Internal to sim/debug.
#pragma once

#include <memory>
#include <vector>

#include "sim/debug/snapshot.h"
#include "sim/exec/layout.h"
#include "sim/exec/stepped_launch.h"
#include "sim/state/block.h"

namespace warpscope {

struct SnapshotState {
    std::shared_ptr<const Executable> executable;
    std::vector<Block> blocks; ///< as in Snapshot::blocks
};

/// A place in the code with its lines.
CodePlace place_of(const Executable& executable, std::uint32_t function, std::uint32_t instruction);

/// A block as plain values.
SnapshotBlock view_block(const Executable& executable, const Block& block);
SnapshotWarp view_warp(const Executable& executable, const Warp& warp);
/// The registers of a split's innermost function; `names` empty means all.
std::vector<RegisterValue> read_registers(const Executable& executable, const Warp& warp,
                                          std::size_t split, const std::vector<std::string>& names);

/// The launch as it is now, without memory windows.
Snapshot take_snapshot(const SteppedLaunch& launch, std::shared_ptr<const Executable> executable);

} // namespace warpscope
