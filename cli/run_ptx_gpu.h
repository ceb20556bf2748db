// One kernel of a PTX file on a real GPU.
#pragma once

#include <cstdio>

#include "runtime/report/run_settings.h"
#include "sim/debug/ptx_run.h"
#include "sim/report/launch_report.h"

namespace warpscope::cli {

/// Runs the launch on the GPU that the settings choose, adds its report to `run` and brings its
/// buffers back. What the kernel prints goes to `output`.
Status run_ptx_on_gpu(PtxLaunch& launch, const report::RunSettings& settings, std::FILE* output,
                      RunReport& run);

} // namespace warpscope::cli
