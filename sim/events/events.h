// What the emulator announces of launches. Ids and values, never machine pointers into its state.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/events/fault_event.h"
#include "sim/events/host_events.h"
#include "sim/events/ids.h"

namespace warpscope {

struct LaunchEvent {
    LaunchId launch = 0;
    StreamId stream = 0;
    std::string_view kernel;
    Dim3 grid, block;
    std::uint64_t dynamic_shared_bytes = 0, static_shared_bytes = 0;
    std::span<const std::uint8_t> parameters;
    bool ordered = false; ///< blocks interleave on one host thread
};

enum class LaunchOutcome : std::uint8_t { Finished, Fault, Deadlock, BudgetExhausted, Interrupted };
struct LaunchEndEvent {
    LaunchId launch = 0;
    LaunchOutcome outcome = LaunchOutcome::Finished;
    std::uint64_t warp_instructions = 0;
};

struct InstructionEvent {
    WarpId warp;
    CodePosition at;
    LaneMask active = 0;   ///< lanes of the split
    LaneMask executed = 0; ///< of them, those whose guard was true
};

enum class AccessKind : std::uint8_t { Load, Store, Atomic, Reduction };

/// One memory instruction, for the lanes that reached one space. Lane l's bytes begin at address(l),
/// a global address or an offset in the space; the address says nothing for other lanes.
struct AccessEvent {
    WarpId warp;
    CodePosition at;
    LaneMask lanes = 0;
    Space space = Space::Global;
    AccessKind kind = AccessKind::Load;
    std::uint8_t width = 0;            ///< bytes a lane touches, vectors included: 1 to 32
    std::uint8_t element = 0;          ///< bytes of one element
    std::uint8_t order = 0, scope = 0; ///< Order and Scope of sim/program/types.h
    bool is_volatile = false;
    /// Only with Interest::unchanged or values, else 0.
    /// Lanes whose store or atomic left their bytes as they were; of several lanes that write to one
    /// place, compared with what was there before the instruction.
    LaneMask unchanged = 0;

    /// How the addresses lie: `addresses`[l] when that is given, else `first` + `offset`[l] when
    /// that is given (it is for all lanes: an inactive lane's is some active lane's), else regular,
    /// `first` + l * `stride`.
    Address first = 0;
    std::uint32_t stride = 0;
    const std::uint32_t* offset = nullptr;
    const Address* addresses = nullptr;
    /// Accesses of a launch that one host thread announces with the same number, not 0, have the
    /// same lanes and the same offsets.
    std::uint32_t pattern = 0;
    bool regular() const { return offset == nullptr && addresses == nullptr; }
    Address address(unsigned lane) const {
        if (addresses != nullptr) return addresses[lane];
        return first + (offset != nullptr ? offset[lane] : lane * stride);
    }

    /// Only with Interest::values, else null: `width` bytes per lane at values + lane * width.
    const std::uint8_t* old_values = nullptr;
    const std::uint8_t* new_values = nullptr; ///< equal to old_values for loads
};

struct BranchEvent {
    WarpId warp;
    CodePosition at;
    LaneMask taken = 0, not_taken = 0;
    std::uint32_t target = 0, reconvergence = 0; ///< instruction indices in the same function
};

/// bar.sync / bar.arrive / bar.red: lanes came to a barrier, or the barrier opened for the block.
struct BarrierEvent {
    enum class Phase : std::uint8_t { Arrive, ArriveWithoutWaiting, Open };
    WarpId warp; ///< for Open: the warp that came last
    CodePosition at;
    LaneMask lanes = 0;
    std::uint32_t barrier = 0;
    std::uint32_t expected_threads = 0;
    Phase phase = Phase::Arrive;
};

/// bar.warp.sync, once for each group of lanes with one mask, when all of them have come. The other
/// `.sync` instructions order no memory.
struct WarpSyncEvent {
    WarpId warp;
    CodePosition at;
    LaneMask members = 0; ///< those that came, which exited lanes of the mask did not
};

struct FenceEvent {
    WarpId warp;
    CodePosition at;
    LaneMask lanes = 0;
    std::uint8_t order = 0, scope = 0;
};
struct RetireEvent {
    WarpId warp;
    CodePosition at;
    LaneMask lanes = 0;
}; ///< lanes that exited
struct PrintEvent {
    WarpId warp;
    CodePosition at;
    unsigned lane = 0;
    std::string_view text;
};

} // namespace warpscope
