// Running a prepared launch in this process and adding what it did to a report.
#pragma once

#include "runtime/report/run_settings.h"
#include "sim/debug/ptx_run.h"
#include "sim/report/launch_report.h"

namespace warpscope::cli {

LaunchOptions launch_options(const report::RunSettings& settings);

/// Runs it; Ctrl-C ends it early, and its progress is shown when the settings say so. What device
/// code prints goes to `print_to`. With a capture folder in the settings the launch is written
/// there before it runs. Returns how it ended; the report has one launch more.
Result<LaunchResult> run_in_process(PreparedLaunch& launch, const report::RunSettings& settings,
                                    std::FILE* print_to, RunReport& run);

} // namespace warpscope::cli
