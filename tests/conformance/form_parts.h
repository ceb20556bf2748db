// What the enumeration of forms knows about particular rows: which to leave out, what sources are
// for, carry chains.
#pragma once

#include <string_view>
#include <vector>

#include "sim/isa/syntax.h"
#include "tests/conformance/forms.h"

namespace warpscope::conformance {

/// The words that a placeholder stands for in this row.
std::vector<std::string_view> vocabulary(const isa::Row& row, isa::Placeholder placeholder);

Role role_of(const isa::Row& row, const isa::Pattern& pattern, const isa::OperandElement& element);

/// The operand must be a constant, and all of 0 to 255 are tried.
bool wants_immediate(const isa::Row& row, const isa::OperandElement& element);

/// The last source of ordinary arithmetic, bit operations and comparisons is tried as a constant
/// too.
bool may_be_constant(const isa::Row& row, const isa::Pattern& pattern);
/// Three edge values of a type as PTX writes constants, chosen by a hash of the instruction.
std::vector<std::string> some_constants(const std::string& instruction, Type type);

/// A selector of parts for operand `k` of a video instruction, chosen by a hash of the instruction.
std::string some_parts(const std::string& instruction, std::string_view mnemonic, std::size_t k,
                       bool destination);

/// The first of the two destinations `d|p` of an exchange between lanes may be `_`.
bool may_be_sink(const isa::Row& row, const isa::OperandElement& first,
                 const isa::OperandElement& second);

/// cvt alone among these rows takes registers wider than its types (PTX ISA, "Operand Size
/// Exceeding Instruction-Type Size").
bool registers_may_be_wider(const isa::Row& row);
/// The types of registers that may hold a value of this type, the narrowest first.
std::vector<Type> registers_for(Type type);

/// How a register of this type is declared: ".u32", ".b16" for halves; without the dot.
std::string_view isa_register_type(Type type);

/// The carry flag is no operand: whoever reads it is preceded by an addition or subtraction that
/// sets it, whoever writes it is followed by one that stores it.
void add_carry_chain(const isa::Row& row, const isa::Pattern& pattern, const Modifiers& modifiers,
                     Form& form);

} // namespace warpscope::conformance
