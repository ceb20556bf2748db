// Runs a case on the emulator.
#pragma once

#include <string>
#include <vector>

#include "sim/isa/row.h"
#include "tests/ptx_runner/case_file.h"

namespace warpscope::cases {

/// Failures, one line each with file:line; empty when the case passes.
std::vector<std::string> run_on_emulator(const Case& c, isa::Level level);

}  // namespace warpscope::cases
