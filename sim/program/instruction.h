// Instruction and Operand: one PTX statement as the parser leaves it, before anything is resolved.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/program/types.h"

namespace warpscope {

/// PTX ISA, "Special Registers". Vector ones are split by component.
enum class SpecialRegister : std::uint8_t {
    None,
    TidX, TidY, TidZ, NtidX, NtidY, NtidZ, CtaidX, CtaidY, CtaidZ, NctaidX, NctaidY, NctaidZ,
    LaneId, WarpId, NwarpId, SmId, NsmId, GridId,
    LanemaskEq, LanemaskLt, LanemaskLe, LanemaskGt, LanemaskGe,
    Clock, ClockHi, Clock64, GlobalTimer, GlobalTimerLo, GlobalTimerHi,
    DynamicSharedSize, TotalSharedSize, Environment1, Environment2,
    ClusterIdX, ClusterIdY, ClusterIdZ, NclusterIdX, NclusterIdY, NclusterIdZ,
    ClusterCtaidX, ClusterCtaidY, ClusterCtaidZ, ClusterNctaidX, ClusterNctaidY, ClusterNctaidZ,
    ClusterCtarank, ClusterNctarank, IsExplicitCluster,
    AggregateSharedSize, CurrentGraphExec,
    ReservedSharedBegin, ReservedSharedEnd, ReservedSharedCap, ReservedShared0, ReservedShared1,
    Unspecified,  ///< %pm counters and driver-defined %envreg: Operand::name has the spelling
};
/// "%tid.x" ...; "" for None and Unspecified.
std::string_view name_of(SpecialRegister special);
/// The special register with this spelling ("%ctaid.y"), or None.
SpecialRegister special_register_named(std::string_view name);
/// Whether it tells a time, which differs from instruction to instruction.
bool is_clock(SpecialRegister special);
/// U32, U64 or Pred.
Type type_of(SpecialRegister special);

/// One operand as written. Which fields matter depends on `kind`. Every operand element of the row's syntax
/// has its operand; an absent optional one is a Sink without a name.
struct Operand {
    enum class Kind : std::uint8_t {
        Register,   ///< `index` into Function::registers; `negated` for `!p`
        Immediate,  ///< `bits`: already converted to the width that the instruction's row asks for
        Special,    ///< `special`
        Address,    ///< `[base + displacement]`; base is `elements[0]` (Register, Symbol or Immediate)
        Symbol,     ///< a variable's address: `name`, plus `displacement`
        Label,      ///< `index` is the target in Function::instructions; of brx.idx, in branch_tables; of an
                    ///< indirect call, in prototypes
        Function,   ///< `name` of a callee
        Vector,     ///< `{a, b, ...}`: `elements`
        Sink,       ///< `_`
        Arguments,  ///< `(a, b, ...)` of a call: `elements`
    };
    Kind kind = Kind::Sink;
    Type type = Type::None;            ///< Register: its declared type; Immediate: the type it was read as
    bool negated = false;
    bool joined = false;               ///< written after `|`: the second destination of setp, shfl, ...
    SpecialRegister special = SpecialRegister::None;
    std::uint32_t index = 0;
    std::uint64_t bits = 0;
    std::int64_t displacement = 0;
    std::string name;                  ///< Symbol, Function; Label keeps its spelling for the printer
    std::string selector;              ///< of a register in a video instruction: "b0", "h10"
    std::vector<Operand> elements;
};

/// The suffixes of an instruction, in fields. Which of them a row uses is written in the row's syntax.
struct Modifiers {
    Type type = Type::None;         ///< first type suffix
    Type source_type = Type::None;  ///< second type suffix (cvt, set, slct, ...)
    Rounding rounding = Rounding::None;
    Comparison comparison = Comparison::None;
    Operation operation = Operation::None;
    StateSpace space = StateSpace::Generic;
    Order order = Order::Weak;
    Scope scope = Scope::None;
    std::uint8_t vector = 1;        ///< 1, 2, 4 (8 for the 256-bit forms)
    bool ftz = false, sat = false;
    bool relu = false, satfinite = false, oob = false;   ///< what becomes of results of the half types
    bool passes_nan = false, xorsign = false;            ///< .NaN and .xorsign.abs of min and max
    std::string cache;              ///< cache and eviction hints as written (".L2::128B"), no effect on values
};

/// `@p` or `@!p` before an instruction.
struct Guard {
    std::uint32_t reg = UINT32_MAX;  ///< index into Function::registers, UINT32_MAX when unguarded
    bool negated = false;
    bool present() const { return reg != UINT32_MAX; }
};

/// What kind of work an instruction is, for counting and for latency classes.
enum class InstructionClass : std::uint8_t {
    Integer, Float32, Float64, Half, Conversion, SpecialFunction, Compare, Move, Bit, Video,
    Load, Store, Atomic, Branch, Call, Return, Barrier, WarpSync, Shuffle, Vote, Fence, Trap, Special,
};
std::string_view name_of(InstructionClass c);
inline constexpr unsigned kInstructionClasses = static_cast<unsigned>(InstructionClass::Special) + 1;

/// Facts about an instruction that analyses need; copied from its row by the parser.
struct Traits {
    InstructionClass instruction_class = InstructionClass::Special;
    bool branch = false;      ///< may continue elsewhere (bra, brx, call, ret, exit)
    bool memory = false;      ///< reads or writes memory through an Address operand
    bool load = false, store = false, atomic = false;
    bool barrier = false;     ///< bar/barrier family
    bool warp_sync = false;   ///< waits for the lanes its member mask names
    bool uniform = false;     ///< same inputs in all lanes give the same output in all lanes
};

struct Instruction {
    std::uint16_t row = 0;            ///< index into the isa rows
    std::string form;                 ///< mnemonic and suffixes, in the row's order: "mul.wide.s32"
    std::uint32_t line = 0;           ///< line in the PTX text, from 1
    std::uint32_t location = 0;       ///< index into Function::locations
    Guard guard;
    Modifiers modifiers;
    Traits traits;
    /// In the order of the row's syntax, destinations first. A call always has results (Arguments), callee
    /// (Function or Register), arguments (Arguments), and a Label (a prototype or list of targets), a Symbol (a
    /// variable that holds the addresses of targets) or a Sink.
    std::vector<Operand> operands;
};

}  // namespace warpscope
