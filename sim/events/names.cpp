// Name tables of the event vocabulary.
#include "sim/events/names.h"

namespace warpscope {

std::string_view name_of(FaultKind kind) {
    switch (kind) {
    case FaultKind::None: return "None";
    case FaultKind::OutOfBounds: return "OutOfBounds";
    case FaultKind::Misaligned: return "Misaligned";
    case FaultKind::UseAfterFree: return "UseAfterFree";
    case FaultKind::ReadOnly: return "ReadOnly";
    case FaultKind::WrongSpace: return "WrongSpace";
    case FaultKind::NullFunction: return "NullFunction";
    case FaultKind::StackOverflow: return "StackOverflow";
    case FaultKind::Trap: return "Trap";
    case FaultKind::AssertFailed: return "AssertFailed";
    case FaultKind::DivergentBarrier: return "DivergentBarrier";
    case FaultKind::BadBarrier: return "BadBarrier";
    case FaultKind::BadMemberMask: return "BadMemberMask";
    case FaultKind::InvalidInstruction: return "InvalidInstruction";
    case FaultKind::Deadlock: return "Deadlock";
    case FaultKind::BudgetExhausted: return "BudgetExhausted";
    case FaultKind::Breakpoint: return "Breakpoint";
    case FaultKind::WrongSignature: return "WrongSignature";
    case FaultKind::DoubleFree: return "DoubleFree";
    case FaultKind::BadFree: return "BadFree";
    case FaultKind::BadHandle: return "BadHandle";
    case FaultKind::SurfaceOutOfRange: return "SurfaceOutOfRange";
    }
    return "";
}

std::string_view name_of(Space space) {
    switch (space) {
    case Space::Global: return "global";
    case Space::Shared: return "shared";
    case Space::Local: return "local";
    case Space::Constant: return "constant";
    case Space::Parameter: return "parameter";
    }
    return "";
}

void set_detail(FaultEvent& fault, std::string_view text) {
    fault.detail = text;
}

} // namespace warpscope
