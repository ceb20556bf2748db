// How operands and instruction forms are written: for the printer and for messages.
#pragma once

#include <string>

#include "sim/isa/row.h"
#include "sim/program/module.h"

namespace warpscope::ptx {

/// Appends the operand as PTX text.
void append_operand(std::string& out, const Operand& operand, const Function& function);
std::string spelled(const Operand& operand, const Function& function);

/// Appends all operands of an instruction, those of calls with their parentheses.
void append_operands(std::string& out, const Instruction& instruction, const Function& function);

/// "add.type d, a, b (.type: .u16 .s32)"
std::string described(const isa::Row& row);

} // namespace warpscope::ptx
