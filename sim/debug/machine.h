// Reading a paused launch as one of its warps sees it: blocks, splits, frames, and every address
// space.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/base/address.h"
#include "sim/base/lane_mask.h"
#include "sim/debug/session.h"
#include "sim/events/ids.h"
#include "sim/state/block.h"

namespace warpscope {

/// Whom the debugger looks at: a block by its linear index, a warp of it, a lane of that.
struct Focus {
    std::uint64_t block = 0;
    std::uint32_t warp = 0;
    unsigned lane = 0;
    friend bool operator==(const Focus&, const Focus&) = default;
};

/// A warp of a block that is on the machine; both are null when it is not.
struct WarpView {
    const Block* block = nullptr;
    const Warp* warp = nullptr;
    explicit operator bool() const { return warp != nullptr; }
};
WarpView find_warp(const Session& session, std::uint64_t block, std::uint32_t warp);

/// The split that carries the lane, as an index into Warp::splits; nothing when it has exited.
std::optional<std::size_t> split_of(const Warp& warp, unsigned lane);

/// Where the lane's split stands: what it runs next.
std::optional<CodePosition> position_of(const Warp& warp, unsigned lane);

/// The thread's index in its block.
Dim3 thread_index(const Session& session, std::uint32_t warp, unsigned lane);
/// Of a thread index in the block: its warp and lane. Nothing when it lies outside the block.
std::optional<Focus> focus_of_thread(const Session& session, std::uint64_t block, Dim3 thread);

/// Reads `size` bytes of a space as a lane of this warp sees it: a global address, or an offset in
/// the space. False when they do not all lie in memory that exists.
bool read_space(const Session& session, const WarpView& view, unsigned lane, Space space,
                Address at, void* to, std::uint64_t size);

/// A generic address taken apart: shared, local or parameter window, else global.
struct SpaceAddress {
    Space space = Space::Global;
    Address address = 0;
};
SpaceAddress resolve_generic(Address address);

/// Where lane `lane`'s value of a register of `frame` lies; 32 lanes of slot_bytes() each.
const std::uint8_t* lane_vector(const Session& session, const Warp& warp, const Frame& frame,
                                std::uint32_t register_index);

} // namespace warpscope
