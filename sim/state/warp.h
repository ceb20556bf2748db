// Warp: registers, call frames, and the splits that carry its lanes. Plain copyable state.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/base/lane_mask.h"
#include "sim/state/lane_storage.h"

namespace warpscope {

inline constexpr std::uint32_t kNoPosition = UINT32_MAX;
inline constexpr std::uint16_t kNone16 = UINT16_MAX;

/// One invocation of a function by the lanes of a split. Lanes that diverge inside share their
/// frame.
struct Frame {
    std::uint32_t function = 0;  ///< index into the executable's functions
    std::uint32_t return_to = 0; ///< instruction after the call, in the parent's function
    std::uint16_t parent = kNone16;
    LaneMask lanes = 0; ///< lanes still inside this invocation
    std::uint64_t registers =
        0;                   ///< byte offset into Warp::registers; the frame's .param bytes follow
    std::uint64_t bytes = 0; ///< registers and .param bytes together
    std::uint32_t local_base = 0; ///< first byte of this frame's .local variables, per thread
    bool used = false;
};

/// Where diverged lanes wait for each other: the immediate post-dominator of the branch that split
/// them.
struct Rejoin {
    std::uint32_t pc = kNoPosition;
    LaneMask expected = 0; ///< lanes that must come (exited and released ones are taken out)
    LaneMask arrived = 0;
    std::uint16_t parent = kNone16;
    std::uint16_t frame = 0;
    bool used = false;
};

enum class SplitState : std::uint8_t {
    Ready,
    AtRejoin,
    AtBarrier,
    AtWarpSync,
};

/// Lanes that run together from one program counter.
struct Split {
    std::uint32_t pc = 0;
    LaneMask lanes = 0;
    std::uint32_t rejoin_pc =
        kNoPosition; ///< copy of its innermost rejoin point's pc when that is in its frame
    std::uint16_t rejoin = kNone16;
    std::uint16_t frame = 0;
    SplitState state = SplitState::Ready;
    LaneMask members = 0;                            ///< AtWarpSync: the lanes its mask names
    std::uint32_t barrier = 0;                       ///< AtBarrier: which
    std::uint32_t barrier_destination = kNoPosition; ///< AtBarrier: where a bar.red result goes
    bool aligned_wait = false; ///< AtBarrier: not counted yet, the rest of the warp must come first
    std::uint32_t back_edges = 0;    ///< taken since it was last scheduled
    std::uint64_t waiting_since = 0; ///< AtRejoin: Warp::spin_edges when it began to wait
};

struct Warp {
    std::uint32_t id = 0; ///< number in its block
    LaneMask alive = 0;   ///< lanes that exist and have not exited
    LaneMask existing = 0;
    std::vector<Split> splits; ///< never empty while alive != 0; at most 32
    std::vector<Rejoin> rejoins;
    std::vector<Frame> frames;
    std::uint32_t current = 0;        ///< index of the split that runs
    LaneStorage registers;            ///< all frames, 64-byte aligned
    std::uint64_t registers_used = 0; ///< bytes
    /// The kernel's frame has the immediates and special registers of a warp with this number.
    bool has_kernel_constants = false;
    std::vector<std::uint8_t> local; ///< lane-major: lane * local_stride + offset
    std::uint32_t local_stride = 0;  ///< bytes per thread
    std::uint64_t executed = 0;      ///< warp instructions
    std::uint64_t spin_edges =
        0; ///< back-edges of loops that may wait for other lanes; see splits.h

    bool finished() const { return alive == 0; }
};

} // namespace warpscope
