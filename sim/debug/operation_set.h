// OperationSet: the executed operations of a launch with registers and addresses that they had, so
// that each can be executed again on its own. Internal to sim/debug.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "sim/debug/access_sampler.h"
#include "sim/debug/session.h"
#include "sim/memory/dependence.h"
#include "sim/state/context.h"

namespace warpscope {

/// Frames that take turns, so that an operation does not wait for its own last result.
inline constexpr unsigned kFrames = 8;

/// One executed instruction in two forms, both ordinary decoded instructions that any of its
/// function's contexts can run, with all lanes.
struct LoneOperation {
    LoneOperation(LanePattern pattern, unsigned width) : memory(pattern, width) {}
    CodePosition at;
    std::string form; ///< "fma.rn.f32", "ld.shared.f32 uniform"
    InstructionClass instruction_class = InstructionClass::Special;
    std::uint64_t executions = 0;
    BareMemory memory;
    isa::DecodedInstruction bare;    ///< memory instructions as bare_access(); others as they are
    isa::DecodedInstruction checked; ///< as the emulator executes it
    CachedTranslation translation;   ///< for `checked`
    bool seen = true;                ///< false: `checked` is `bare`, as its addresses are unknown
};

/// Points a context at an operation that is executed by itself, as if it were all of its function.
inline void aim(Context& c, const isa::DecodedInstruction& d, CachedTranslation* translation) {
    c.code = c.run_start = &d;
    c.translations = translation;
}

class OperationSet {
public:
    /// Runs into the middle of the launch, which changes its memory.
    OperationSet(const PreparedLaunch& launch, const LaunchStatistics& executed, isa::Level level);
    ~OperationSet();
    OperationSet(const OperationSet&) = delete;
    OperationSet& operator=(const OperationSet&) = delete;

    std::deque<LoneOperation>& operations() { return operations_; } ///< in program order
    std::array<Context, kFrames>& contexts(std::uint32_t function) { return contexts_[function]; }
    /// Registers back to what they were in the launch, as values must not run away to infinity;
    /// the contexts are aimed at nothing.
    void refresh();
    void refresh(std::uint32_t function);

private:
    void look_at_launch();
    void collect();
    void add(CodePosition at, std::uint64_t executions);
    void make_checked(LoneOperation& operation, const AccessSite* site, StateSpace space);
    LaneStorage frame_of(std::uint32_t function, unsigned k) const;
    void make_frames();
    void make_contexts();
    void drop_faults();

    const PreparedLaunch& launch_;
    const LaunchStatistics& executed_;
    const Executable& executable_;
    const isa::Level level_;
    AccessSampler accesses_;
    Block block_; ///< as it stood when the look at the launch ended
    LaunchFacts facts_;
    DependenceTracker tracker_;
    AddressPatterns patterns_;
    std::deque<LoneOperation> operations_;
    /// Lane vectors of addresses behind the registers of each function's frames.
    struct AddressVector {
        std::uint32_t offset;
        bool wide;
        std::array<std::array<Address, kLanes>, kFrames> bases;
    };
    std::vector<std::vector<AddressVector>> addresses_;
    std::vector<std::uint32_t> frame_bytes_;
    std::vector<std::array<LaneStorage, kFrames>> fresh_, frames_;
    std::vector<std::array<Context, kFrames>> contexts_;
};

} // namespace warpscope
