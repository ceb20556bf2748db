// Which error of CUDA a fault of the simulated kernel is, and what a failed device assert prints.
#pragma once

#include <string>

#include "runtime/include/warpscope/error_codes.h"
#include "sim/base/dim3.h"
#include "sim/exec/launch.h"

namespace warpscope::host {

/// cudaSuccess for a launch that finished or was interrupted by the user.
cudaError_t error_of(const LaunchResult& result);

/// One line for each thread whose assert failed, in CUDA's form.
std::string assert_text(const FaultEvent& fault, const Dim3& grid, const Dim3& block);

} // namespace warpscope::host
