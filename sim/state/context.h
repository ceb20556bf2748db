// Context: everything the code of one warp instruction may see and touch.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/events/events.h"
#include "sim/memory/device_memory.h"
#include "sim/program/types.h"
#include "sim/state/block.h"

namespace warpscope {

class DependenceTracker;
namespace isa {
struct DecodedInstruction;
}

/// What a memory instruction leaves for observers, for the lanes that reached one space.
struct AccessRecord {
    AccessEvent event; ///< all but `warp` and `at`; its pointers point below
    Address addresses[kLanes];
    std::uint8_t old_values[kLanes * 32];
    std::uint8_t new_values[kLanes * 32];
};

/// One record per Space, because the lanes of a generic access may reach several.
struct AccessRecords {
    bool values = false; ///< somebody wants the bytes, too
    bool unchanged = false; ///< ... which lanes left them as they were; always with the bytes
    std::uint8_t filled = 0; ///< bit per Space: set by the instruction, cleared by who announces it
    AccessRecord in[kSpaces];

    bool has(unsigned space) const { return (filled >> space & 1) != 0; }
};

/// What an instruction that orders memory leaves for observers, who clear it.
struct OrderRecords {
    bool fence = false;                   ///< a fence was executed
    std::uint8_t groups = 0;              ///< of lanes that bar.warp.sync brought together
    LaneMask members[kLanes];             ///< of each group

    void add_group(LaneMask lanes) { members[groups++] = lanes; }
};

/// The allocation that a memory instruction touched last: makes translation a range check.
struct CachedTranslation {
    Address base = 0;
    std::uint64_t size = 0; ///< 0: nothing cached
    std::uint8_t* bytes = nullptr;
    const Allocation* allocation = nullptr;
};

/// How the addresses of a warp instruction's active lanes lie, before the displacement is added.
struct AddressPattern {
    enum class Shape : std::uint8_t {
        Uniform, ///< all the same
        Run,     ///< `stride` apart, from lane to lane
        Offsets, ///< lane l at `lowest` + `offset`[l]
        Far,     ///< some 2^31 bytes or more apart: the other fields mean nothing
    };
    std::uint64_t owner = 0; ///< what it was computed for: group and epoch; 0: nothing
    LaneMask active = 0;
    Shape shape = Shape::Far;
    std::uint8_t stride = 0;        ///< of the runs
    std::uint16_t same = 0;         ///< bit k: the addresses in vector k of `offset` are the same
    std::uint16_t running = 0;      ///< bit k: they are `stride` apart
    std::uint32_t low_bits = 0;     ///< all bits in which an offset and `lowest` differ from 0
    std::uint64_t lowest = 0;       ///< smallest address of an active lane
    std::uint64_t first = 0;        ///< address of the first active lane
    std::uint32_t span = 0;         ///< largest address less smallest
    /// In bytes; of inactive lanes, that of the first active one.
    alignas(64) std::uint32_t offset[kLanes];
};

/// Patterns of instructions that share an address register: the first one of them computes the
/// pattern, the others find it. Nothing is found in a new epoch.
struct AddressPatterns {
    static constexpr std::uint32_t kSlots = 8;
    std::uint64_t epoch = 0; ///< in the upper half
    AddressPattern of_group[kSlots];

    void forget() { epoch += std::uint64_t{1} << 32; }
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
