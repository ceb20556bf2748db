// Faults: what stops a launch, and where.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/events/ids.h"

namespace warpscope {

enum class FaultKind : std::uint8_t {
    None,
    OutOfBounds,
    Misaligned,
    UseAfterFree,
    ReadOnly,
    WrongSpace,
    NullFunction,
    StackOverflow,
    Trap,
    AssertFailed,
    DivergentBarrier,
    BadBarrier,
    BadMemberMask,
    InvalidInstruction,
    Deadlock,
    BudgetExhausted,
    Breakpoint,
    WrongSignature, ///< an indirect call of a function that takes or gives other values
    DoubleFree,     ///< device code freed a block of its heap twice
    BadFree,        ///< device code freed what malloc did not return
    BadHandle,         ///< no texture or surface object of the kind that the instruction needs
    SurfaceOutOfRange, ///< surface coordinates outside, in the .trap mode
};

struct FaultEvent {
    FaultKind kind = FaultKind::None;
    WarpId warp;
    CodePosition at;
    std::vector<CodePosition>
        callers; ///< innermost first: where the active device functions were called
    LaneMask lanes = 0;
    unsigned lane = 0; ///< the first lane at fault
    Space space = Space::Global;
    Address address = 0;
    std::uint32_t width = 0;
    bool is_store = false;
    std::string detail; ///< what the kind alone does not say: who waits for whom, an assert's text
};

} // namespace warpscope
