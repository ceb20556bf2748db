// Control flow (PTX ISA, "Control Flow Instructions"), trap, brkpt and nanosleep. Who goes where is decided by the
// step loop; the code here only evaluates operands and says what kind of step it is.
#include "sim/isa/families.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

template <Outcome outcome> Outcome step(Context&, const DecodedInstruction&) { return outcome; }

template <FaultKind kind> Outcome stop(Context& c, const DecodedInstruction&) {
    c.fault.kind = kind;
    c.fault.lanes = c.active;
    c.fault.lane = static_cast<unsigned>(__builtin_ctz(c.active | 1u << 31));
    c.fault.address = 0;
    c.fault.width = 0;
    c.fault.is_store = false;
    return Outcome::Fault;
}

Outcome branch_indexed(Context& c, const DecodedInstruction& i) {
    const std::uint32_t* index = lanes<std::uint32_t>(c, i.operand[0]);
    for (unsigned l = 0; l < kLanes; ++l) c.lane_targets[l] = index[l];
    return Outcome::BranchIndexed;
}

template <Execute run> bool decode(const Instruction&, DecodedInstruction& d) {
    d.run = run;
    return true;
}

constexpr Traits kBranch = {.instruction_class = InstructionClass::Branch, .branch = true};
constexpr Traits kCall = {.instruction_class = InstructionClass::Call, .branch = true};
constexpr Traits kReturn = {.instruction_class = InstructionClass::Return, .branch = true};
constexpr Traits kTrap = {.instruction_class = InstructionClass::Trap};
constexpr Traits kSpecial = {.instruction_class = InstructionClass::Special};

constexpr Row table[] = {
    {.name = "bra", .syntax = "bra{.uni} label", .traits = kBranch, .decode = decode<step<Outcome::Branch>>,
     .meaning = "goto label", .section = "bra"},
    {.name = "brx.idx", .syntax = "brx.idx{.uni} a:u32, table", .traits = kBranch, .decode = decode<branch_indexed>,
     .meaning = "goto table[a]", .section = "brx.idx", .version = 60, .target = 30},
    {.name = "call", .syntax = "call{.uni} func", .traits = kCall, .decode = decode<step<Outcome::Call>>,
     .meaning = "(results) = func(arguments)", .section = "call"},
    {.name = "ret", .syntax = "ret{.uni}", .traits = kReturn, .decode = decode<step<Outcome::Return>>,
     .meaning = "return to the caller; in a kernel, exit", .section = "ret"},
    {.name = "exit", .syntax = "exit", .traits = kReturn, .decode = decode<step<Outcome::Exit>>,
     .meaning = "terminate the thread", .section = "exit"},
    {.name = "trap", .syntax = "trap", .traits = kTrap, .decode = decode<stop<FaultKind::Trap>>,
     .meaning = "abort the launch", .section = "trap"},
    {.name = "brkpt", .syntax = "brkpt", .traits = kTrap, .decode = decode<stop<FaultKind::Breakpoint>>,
     .meaning = "suspend the launch", .section = "brkpt"},
    {.name = "nanosleep", .syntax = "nanosleep.u32 a:u32", .traits = kSpecial,
     .decode = decode<step<Outcome::Yield>>, .meaning = "sleep for about a nanoseconds; others run first",
     .section = "nanosleep", .version = 63, .target = 70},
    // One kernel runs after the other here, so that what a kernel depends on has always ended.
    {.name = "griddepcontrol.launch_dependents", .syntax = "griddepcontrol.launch_dependents", .traits = kSpecial,
     .decode = decode<step<Outcome::Yield>>, .meaning = "let dependent grids begin", .section = "griddepcontrol",
     .version = 78, .target = 90},
    {.name = "griddepcontrol.wait", .syntax = "griddepcontrol.wait", .traits = kSpecial,
     .decode = decode<step<Outcome::Yield>>, .meaning = "wait for the grids that this one depends on",
     .section = "griddepcontrol", .version = 78, .target = 90},
};

}  // namespace

std::span<const Row> control_rows() { return table; }

WARPSCOPE_ISA_END
