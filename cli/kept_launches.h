// Where launches with races are kept for `explain`: a folder of the cache.
#pragma once

#include <filesystem>

#include "runtime/report/run_settings.h"
#include "sim/report/launch_report.h"

namespace warpscope::cli {

std::filesystem::path kept_launches_folder();

/// Has launches kept when they are checked for races.
void keep_races(report::RunSettings& settings);

/// Holds the cache to its limit when the run kept something.
void trim_kept_launches(const RunReport& run);

} // namespace warpscope::cli
