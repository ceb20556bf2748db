// Liveness: which registers a function may read before it wrote them.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/program/control_flow.h"

namespace warpscope {

/// Indices of registers that are live at the function's entry. A fresh frame zeroes exactly these,
/// so that runs do not depend on what an earlier block left behind. A guarded write does not end a
/// register's life.
std::vector<std::uint32_t> registers_live_at_entry(const Function& function,
                                                   const ControlFlow& flow);

/// Registers that no instruction reads.
std::vector<bool> registers_never_read(const Function& function);

/// Which of an instruction's operands are written: the leading ones, as the isa row says.
unsigned destination_count(const Instruction& instruction);

} // namespace warpscope
