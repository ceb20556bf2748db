// Running a compiled program and reporting on it: the common end of `run` and `exec`.
#pragma once

#include <filesystem>

#include "cli/run_options.h"

namespace warpscope::cli {

/// Runs the program to its end and shows the report; gives the exit code.
int run_executable(const std::filesystem::path& executable, const std::string& name,
                   const RunOptions& options, const report::RunSettings& settings);

} // namespace warpscope::cli
