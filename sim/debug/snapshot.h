// Snapshot: what a paused launch looks like, as plain values that stay as they are while the launch
// goes on.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/address.h"
#include "sim/base/dim3.h"
#include "sim/base/lane_mask.h"
#include "sim/report/finding.h"

namespace warpscope {

enum class LaneState : std::uint8_t { Ready, AtRejoin, AtBarrier, AtWarpSync };

/// Where code is: a function, one of its instructions, and the lines that they come from.
struct CodePlace {
    std::uint32_t function = 0; ///< index into the executable's functions; 0 is the kernel
    std::uint32_t instruction =
        0; ///< index into Function::instructions; their number at the function's end
    std::string function_name;  ///< as in the PTX
    std::uint32_t ptx_line = 0; ///< 0 at the function's end
    std::vector<SourceLine>
        source; ///< innermost first, without texts; empty when the PTX names none
};

/// Lanes that run together.
struct SnapshotSplit {
    CodePlace at;
    std::vector<CodePlace> callers; ///< innermost first: the calls that the lanes are inside of
    LaneMask lanes = 0;
    LaneState state = LaneState::Ready;
    LaneMask members = 0;      ///< AtWarpSync: the lanes waited for
    std::uint32_t barrier = 0; ///< AtBarrier: which
    bool current = false;      ///< runs next when the warp does
};

struct SnapshotWarp {
    std::uint32_t id = 0; ///< number in its block
    LaneMask alive = 0, existing = 0;
    std::uint64_t executed = 0; ///< warp instructions
    std::vector<SnapshotSplit> splits;
};

struct SnapshotBlock {
    Dim3 index;
    std::uint64_t linear = 0;
    std::vector<SnapshotWarp> warps;
    std::vector<std::uint8_t> shared; ///< static, then dynamic
};

/// One register of one split's innermost function, in all 32 lanes; lanes outside the split have
/// old values.
struct RegisterValue {
    std::string name;   ///< "%r1"
    std::string type;   ///< "u32", "pred", ...
    unsigned bytes = 4; ///< of one lane; 0 for a predicate
    std::array<std::uint64_t, kLanes> low{},
        high{}; ///< bits; `high` is used by 128-bit registers; predicates: 0, 1
};

struct MemoryRange {
    Address address = 0;
    std::uint64_t size = 0;
};

/// A range that was asked for. `bytes` is empty when it does not lie inside one live allocation.
struct MemoryWindow {
    MemoryRange range;
    std::vector<std::uint8_t> bytes;
};

struct Snapshot {
    std::uint64_t position = 0; ///< warp instructions executed
    bool ended = false;
    std::vector<SnapshotBlock> blocks; ///< those on the machine, in linear order
    std::vector<MemoryWindow> memory;  ///< as asked for

    /// The machine state that registers() reads; shared by copies of the snapshot.
    std::shared_ptr<const struct SnapshotState> state;
};

/// The registers of one split, in the order of their declaration; `names` empty means all. Indices
/// are positions in Snapshot::blocks, SnapshotBlock::warps and SnapshotWarp::splits. Nothing when
/// there is no such split.
std::vector<RegisterValue> registers(const Snapshot& snapshot, std::size_t block, std::size_t warp,
                                     std::size_t split, const std::vector<std::string>& names = {});

} // namespace warpscope
