// What a profiler counted of a launch on a GPU, beside what the emulator counts of it.
//
// The emulator counts over PTX, hardware over the code that the driver compiled. Requests, sectors
// and bytes are the same numbers on both; wavefronts of shared memory are not quite, because
// hardware adds some for arbitration between warps (docs/deviations.md, 32).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/counters/rows.h"
#include "sim/debug/capsule.h"
#include "sim/report/comparison.h"

namespace warpscope::compare {

struct ProfilerCounters {
    std::string profiler; ///< "Nsight Compute 2025.3.1"; empty: nothing was counted
    std::map<std::string, double> metrics; ///< by the profiler's names
};

/// The counters that are sums of the same events on both devices, and have a metric.
std::vector<const CounterRow*> profiled_counters();

/// Runs the launch on the emulator once more, and counts.
CounterComparison compare_counters(const Capsule& before, const ProfilerCounters& gpu);

} // namespace warpscope::compare
