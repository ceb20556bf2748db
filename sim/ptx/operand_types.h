// Whether an operand fits a position of an instruction, and its conversion to the type asked for.
#pragma once

#include <string>

#include "sim/isa/syntax.h"
#include "sim/program/module.h"

namespace warpscope::ptx {

/// What one operand position asks for.
struct Asked {
    Type type = Type::None;
    bool destination = false;
    bool may_be_wider =
        false; ///< PTX ISA, "Operand Size Exceeding Instruction-Type Size": ld, st, cvt
    bool may_be_sink = false;
};

/// Whether a register of type `have` may stand where `asked` is wanted.
bool register_fits(Type have, const Asked& asked);

/// Converts `operand` in place. False: `why` says what is wrong with it.
bool convert_operand(Operand& operand, const Asked& asked, const Function& function,
                     std::string& why);

} // namespace warpscope::ptx
