// What reports say of a kernel that a GPU stopped, beside the driver's words.
#pragma once

#include <string>
#include <vector>

#include "sim/report/launch_report.h"

namespace warpscope::report {

/// Finding::kind
inline constexpr const char* kGpuFault = "GpuFault";

/// Lines of a finding: the launch's extents, and what kernels do that end so, if that is known.
std::vector<std::string> gpu_fault_details(const Dim3& grid, const Dim3& block,
                                           const std::string& causes);

/// Adds to a GPU's fault what the emulator says of the launch; a place that it names becomes the
/// finding's.
void add_search(const FaultSearch& search, Finding& fault);

} // namespace warpscope::report
