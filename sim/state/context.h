// Context: everything the code of one warp instruction may see and touch.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/events/events.h"
#include "sim/memory/device_memory.h"
#include "sim/program/types.h"
#include "sim/state/address_patterns.h"
#include "sim/state/block.h"
#include "sim/state/records.h"

namespace warpscope {

class DependenceTracker;
namespace isa {
struct DecodedInstruction;
}

/// The allocation that a memory instruction touched last: makes translation a range check.
struct CachedTranslation {
    Address base = 0;
    std::uint64_t size = 0; ///< 0: nothing cached
    std::uint8_t* bytes = nullptr;
    const Allocation* allocation = nullptr;
};

/// bar.*: what the instruction asked for.
struct BarrierRequest {
    std::uint32_t barrier = 0;
    std::uint32_t threads = 0; ///< 0: all threads of the block
    BarrierOperation operation = BarrierOperation::Sync;
    bool aligned = true;    ///< bar.*, barrier.*.aligned: all lanes of the warp must come together
    LaneMask predicate = 0; ///< bar.red: lanes that vote true
    std::uint32_t destination = UINT32_MAX; ///< lane vector (popc) or predicate for the result
};

/// Facts of the launch that special registers and parameter loads need.
struct LaunchFacts {
    Dim3 grid, block;
    std::uint64_t dynamic_shared_bytes = 0;
    std::uint64_t total_shared_bytes = 0;
    std::uint64_t grid_id = 0;
    std::uint32_t sm_count = 1;
    std::span<const std::uint8_t> parameters; ///< the kernel's parameter bytes
    std::uint64_t stack_limit_bytes = 0;      ///< per thread
    Address grid_workspace = 0;               ///< of a cooperative launch
    std::uint64_t heap_limit_bytes = 0;       ///< of the whole device
};

struct Context {
    std::uint8_t* registers = nullptr; ///< lane vectors of the current frame
    LaneMask active = 0;               ///< lanes that execute this instruction (split and guard)
    LaneMask split = 0;                ///< lanes of the split, whatever the guard
    Warp* warp = nullptr;
    Block* block = nullptr;
    const LaunchFacts* launch = nullptr;
    DeviceMemory* memory = nullptr;
    DependenceTracker* tracker = nullptr;     ///< null when nobody needs to know about dependences
    std::uint32_t block_tag = 0;              ///< for the tracker: linear block index + 1
    /// The current function's code, and a translation for each of its instructions (null: none are
    /// kept).
    const isa::DecodedInstruction* code = nullptr;
    CachedTranslation* translations = nullptr;
    /// Where the straight run of instructions began that is executed now: the block's count of
    /// executed instructions does not include it yet.
    const isa::DecodedInstruction* run_start = nullptr;
    AccessRecords* records = nullptr;         ///< null when nobody observes accesses
    OrderRecords* order_records = nullptr;    ///< null when nobody observes synchronisation
    /// Null: every lane's address is looked at by itself.
    AddressPatterns* patterns = nullptr;
    std::uint8_t* frame_parameters =
        nullptr; ///< .param bytes of the current frame, lane-major; null in a kernel
    std::uint32_t frame_parameter_stride = 0; ///< bytes per lane
    std::uint32_t local_base = 0;             ///< of the current frame

    const std::uint32_t* more_operands = nullptr; ///< of the current function: see DecodedInstruction

    // results, by Outcome
    std::uint32_t lane_targets[kLanes] = {}; ///< BranchIndexed
    LaneMask member_mask = 0;                ///< WaitForLanes
    LaneMask part_lanes = 0;                 ///< PartByMask
    BarrierRequest barrier;                  ///< Barrier
    FaultEvent fault;                        ///< Fault: kind, lanes, space, address, width, detail
};

} // namespace warpscope
