// DecodedInstruction: what the step loop fetches; operands are byte offsets of lane vectors.
#pragma once

#include <array>
#include <cstdint>

#include "sim/program/types.h"

namespace warpscope {
struct Context;
}

namespace warpscope::isa {

/// What the step loop must do after an instruction ran.
enum class Outcome : std::uint8_t {
    Next,          ///< go on with the next instruction
    Branch,        ///< Context::active lanes go to `target`, the others of the split to the next instruction
    BranchIndexed, ///< each active lane goes to the table entry in Context::lane_targets
    Call, Return, Exit,
    Barrier,       ///< Context::barrier holds the request
    WaitForLanes,  ///< a `.sync` instruction whose Context::member_mask lanes have not all come
    PartByMask,    ///< lanes of a `.sync` instruction named different masks: Context::part_lanes go on alone first
    Yield,         ///< done, but let others run first (nanosleep, fences in spin loops)
    Fault,         ///< Context::fault says what happened; nothing was written
};

using Execute = Outcome (*)(Context&, const struct DecodedInstruction&);

inline constexpr std::uint32_t kNoOperand = UINT32_MAX;
/// In DecodedInstruction::address_group: the first access of its group.
inline constexpr std::uint32_t kLeadsGroup = 1u << 31;

/// 64 bytes, one cache line. Every operand (register, immediate, special register) is a lane vector at a
/// byte offset from Context::registers: 32 lanes of 4 bytes for types up to 32 bits (narrower ones use the
/// low bits), 8 bytes for 64-bit types, 16 for 128; a predicate is one 32-bit mask.
struct alignas(64) DecodedInstruction {
    Execute run = nullptr;
    /// Operands in the order of the row's syntax, destinations first; an address is not among them; vectors
    /// and brace lists are flattened. Absent optional operands and sinks are kNoOperand. Those beyond the sixth
    /// stand in Context::more_operands from index `target` on.
    std::array<std::uint32_t, 6> operand = {kNoOperand, kNoOperand, kNoOperand, kNoOperand, kNoOperand, kNoOperand};
    std::uint32_t address = kNoOperand;       ///< lane vector of address bases; kNoOperand: absolute `displacement`
    std::uint32_t guard = kNoOperand;         ///< predicate mask
    std::int64_t displacement = 0;            ///< of the address; a constant of the row's own otherwise
    std::uint32_t target = 0;                 ///< branch target, callee, table, further operands: an index
    union {
        std::uint32_t reconvergence = 0;      ///< where lanes that diverge here rejoin
        std::uint32_t address_group;          ///< of an access to memory; see address_groups.h
    };
    bool guard_negated = false;
    bool address_is_32_bit = false;           ///< the address base lives in 32-bit lanes
    std::uint8_t vector = 1;                  ///< elements of a vector access
    std::uint8_t negated = 0;                 ///< bit k: operand[k] is a predicate to be complemented
    Order order = Order::Weak;
    Scope scope = Scope::None;
    std::uint8_t detail = 0;                  ///< the row's own small constant (mode, operation)
    std::uint8_t slot_size = 4;               ///< bytes per lane of operand[0]: 4, 8 or 16
};
static_assert(sizeof(DecodedInstruction) == 64);

}  // namespace warpscope::isa
