// From what happened to the exit code.
#pragma once

#include "sim/report/launch_report.h"

namespace warpscope::cli {

/// Names files as seen from the working folder, folds equal findings, names all of them and sets
/// `exit_code`: 1 when anything was found or a launch did not finish, otherwise 3 when the program
/// itself failed or was interrupted, otherwise 0.
void conclude(RunReport& run);

} // namespace warpscope::cli
