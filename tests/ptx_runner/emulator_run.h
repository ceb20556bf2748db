// Runs a case on the emulator.
#pragma once

#include <string>
#include <vector>

#include "sim/isa/row.h"
#include "tests/ptx_runner/case_file.h"
#include "tests/ptx_runner/mutation.h"

namespace warpscope::cases {

/// Failures, one line each with file:line; empty when the case passes.
std::vector<std::string> run_on_emulator(const Case& c, isa::Level level);

/// The same with one row broken; `applied` says whether the case has an instruction that could be
/// broken so.
std::vector<std::string> run_on_emulator(const Case& c, isa::Level level,
                                         const std::string& broken_row, Mutation mutation,
                                         bool* applied);

} // namespace warpscope::cases
