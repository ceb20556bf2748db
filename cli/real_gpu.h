// The GPU that `--device gpu` and `--gpu-index` choose.
#pragma once

#include <string>

#include "runtime/report/run_settings.h"
#include "sim/gpu/gpu_spec.h"

namespace warpscope::cli {

/// The facts of this machine's GPU of that number; the diagnostic says why there is none.
Result<GpuSpec> real_gpu(int index);

/// How reports name what the settings choose: "NVIDIA H200", "NVIDIA H200 (driver 580.95.05, …)".
std::string device_text(const report::RunSettings& settings);

} // namespace warpscope::cli
