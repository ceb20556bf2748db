// How often each line of a kernel was executed on both devices, and by how many lanes at a time.
//
// Counted by code that is put before each instruction, on any device that can run capsules; so a
// GPU shows how its warps part and rejoin.
#pragma once

#include "runtime/compare/twin.h"
#include "runtime/report/source_files.h"
#include "sim/report/comparison.h"

namespace warpscope::compare {

/// Runs the launch once more on each device. Lines without source are those of the PTX.
Result<std::vector<LineExecutions>> count_executions(Twin& twin, const Capsule& before,
                                                     report::SourceFiles& sources);

} // namespace warpscope::compare
