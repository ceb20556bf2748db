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

/// The launch as it is now, without memory windows.
Snapshot take_snapshot(const SteppedLaunch& launch, std::shared_ptr<const Executable> executable);

} // namespace warpscope
