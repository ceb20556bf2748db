// From what a checker found to the Finding that shows it.
#pragma once

#include <functional>

#include "runtime/report/source_files.h"
#include "sim/checkers/violation.h"
#include "sim/exec/launch.h"

namespace warpscope::report {

/// A launch that a violation names, as its text needs it.
struct LaunchFacts {
    std::shared_ptr<const Executable> executable;
    Dim3 grid, block;
};

/// Null for a launch that nobody remembers.
using FindLaunch = std::function<const LaunchFacts*(LaunchId)>;

/// Who somebody is, for people.
FindingParty describe(const Party& party, const FindLaunch& launches, SourceFiles& sources);

/// Describes `violation` of the checker `checker`. `memory` gives names to addresses.
Finding make_finding(const Violation& violation, const std::string& checker,
                     const FindLaunch& launches, const DeviceMemory& memory, SourceFiles& sources);

} // namespace warpscope::report
