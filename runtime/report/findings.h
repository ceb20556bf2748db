// From a fault of the simulated program to the Finding that explains it.
#pragma once

#include <vector>

#include "runtime/report/source_files.h"
#include "sim/events/events.h"
#include "sim/exec/launch.h"
#include "sim/report/launch_report.h"

namespace warpscope::report {

/// Describes `fault`, which must have a kind. Call it while `memory` is as the launch left it: the
/// nearest allocation is looked up there. `options` gives the limits that the text names.
Finding make_finding(const FaultEvent& fault, const LaunchRequest& request,
                     const DeviceMemory& memory, const LaunchOptions& options,
                     SourceFiles& sources);

/// Joins findings that differ only in thread, address or launch; the first of each stays and
/// counts.
void fold_findings(std::vector<Finding>& findings);

/// The same over all launches of a run, and gives every finding that stays its id: F1, F2, …
void fold_run(RunReport& run);

} // namespace warpscope::report
