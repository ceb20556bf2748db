// Nsight Compute (`ncu`), which counts what kernels do on a GPU: found, run over captured launches,
// and read.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "runtime/compare/profiler_counters.h"
#include "sim/base/result.h"

namespace warpscope::cli {

struct Profiler {
    std::string file;
    std::string name; ///< "Nsight Compute 2025.3.1.0"
};

/// By PATH. The diagnostic says what to install, or what is wrong with it.
Result<Profiler> find_profiler();

/// Runs each captured launch on the GPU under the profiler; what it counted, launch by launch.
Result<std::vector<compare::ProfilerCounters>>
profile(const Profiler& profiler, const std::vector<std::filesystem::path>& launches,
        int gpu_index);

/// What `ncu --csv --page raw` wrote: values by metric, a row for each kernel that ran. A metric
/// without a number there is left out.
Result<std::vector<std::map<std::string, double>>>
read_profile(const std::string& text, const std::vector<std::string>& metrics);

} // namespace warpscope::cli
