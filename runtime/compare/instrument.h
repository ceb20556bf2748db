// Instrumented modules: a kernel's own code, which also says what it does.
//
// Text is put before instructions as the module is printed; the instructions themselves stay as
// they are, with the explicit rounding of every text that is compared (sim/ptx/native_text.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/exec/executable.h"

namespace warpscope::compare {

/// An instruction that reports: indices into Module::functions and Function::instructions.
struct Site {
    std::uint32_t function = 0, instruction = 0;
};

/// The same in a launch's code; that of its beginning when the launch does not reach the function.
CodePosition position_of(const Executable& code, const Site& site);

/// PTX that sets the predicate register `result` where the guard of the instruction is true, and
/// everywhere when it has none. Needed before the instruction, which may change its own guard.
std::string guard_text(const Instruction& instruction, const Function& function,
                       const std::string& result);

struct Instrumented {
    std::string text;
    std::vector<Site> sites; ///< by the number that the code reports
};

/// Every write to global memory notes its address, size and site first, as claims.h says.
/// Diagnostics: a module that cannot be printed; a build without clang; too many sites.
Result<Instrumented> noting_writes(const Module& module);

} // namespace warpscope::compare
