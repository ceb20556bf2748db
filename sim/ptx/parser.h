// The PTX parser: text in, Module or Diagnostic out.
#pragma once

#include <string>
#include <string_view>

#include "sim/base/result.h"
#include "sim/program/module.h"
#include "sim/ptx/row_index.h"

namespace warpscope::ptx {

/// Reads PTX up to version 9.0. `name` is what diagnostics call the text. Broken structure (braces,
/// header, unreadable words) fails the parse; an instruction that no row matches makes its function
/// unable to run (Function::problems), and the rest of the module is good.
Result<Module> parse(std::string_view text, std::string name, const RowIndex& rows);
/// With the emulator's own rows.
Result<Module> parse(std::string_view text, std::string name);

} // namespace warpscope::ptx
