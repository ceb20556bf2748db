// Counting a launch: the observer that listens, and the report's part that comes of it.
#pragma once

#include "runtime/report/source_files.h"
#include "sim/counters/observer.h"
#include "sim/exec/launch.h"
#include "sim/report/launch_report.h"

namespace warpscope::report {

/// Makes the observer ready for a launch of this executable.
void prepare_counting(const Executable& executable, CounterObserver& counting);

/// What was counted, and the engine's own counts, by launch, line and instruction.
CounterReport make_counter_report(const LaunchRequest& request, const LaunchStatistics& statistics,
                                  const CounterObserver& counting, SourceFiles& sources);

} // namespace warpscope::report
