// From what happened to the exit code.
#pragma once

#include <string>
#include <vector>

#include "runtime/report/explanation.h"
#include "runtime/report/suppressions.h"
#include "sim/report/launch_report.h"

namespace warpscope::cli {

/// Of the file that --suppress names; none for an empty path.
Result<std::vector<report::Suppression>> read_suppressions(const std::string& path);

/// Names files as seen from the working folder, leaves out what the source or `suppression_file`
/// (which can be read, or is empty) suppresses, folds equal findings, names all of them and sets
/// `exit_code`: 1 when anything was found or a launch did not finish, otherwise 3 when the program
/// itself failed or was interrupted, otherwise 0.
void conclude(RunReport& run, const std::string& suppression_file);

/// Names files as seen from the working folder.
void shorten_paths(report::ExplainedRace& race);

} // namespace warpscope::cli
