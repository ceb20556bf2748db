// Running a prepared launch in this process and adding what it did to a report.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runtime/compare/gpu_twin.h"
#include "runtime/compare/side_by_side.h"
#include "runtime/report/run_settings.h"
#include "sim/debug/ptx_run.h"
#include "sim/report/launch_report.h"

namespace warpscope::cli {

LaunchOptions launch_options(const report::RunSettings& settings);

/// The launch folder itself, or all launches of a capture folder.
std::vector<std::filesystem::path> launch_folders(const std::string& capsule);

/// Runs it; Ctrl-C ends it early, and its progress is shown when the settings say so. What device
/// code prints goes to `print_to`. With a capture folder in the settings the launch is written
/// there before it runs. With `beside` it is compared with a GPU. Returns how it ended; the report
/// has one launch more.
Result<LaunchResult> run_in_process(PreparedLaunch& launch, const report::RunSettings& settings,
                                    std::FILE* print_to, RunReport& run,
                                    compare::SideBySide* beside = nullptr);

/// The GPU that the settings choose, and the comparison with it.
struct GpuBeside {
    std::unique_ptr<compare::GpuTwin> twin;
    std::unique_ptr<compare::SideBySide> side_by_side;
};
Result<GpuBeside> open_gpu_beside(const report::RunSettings& settings);

} // namespace warpscope::cli
