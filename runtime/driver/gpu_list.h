// The NVIDIA GPUs of this machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/driver/driver_api.h"

namespace warpscope::driver {

struct GpuInfo {
    int index = 0;
    std::string name;
    unsigned compute_major = 0, compute_minor = 0;
    std::uint64_t memory_bytes = 0;
    std::string driver_version; ///< "13.0": the CUDA version that the driver supports
    std::string driver_release; ///< "580.95.05", or empty where the system does not tell
};

/// Every GPU that the driver lets this process use; at least one, or the diagnostic says why none.
Result<std::vector<GpuInfo>> list_gpus(const DriverApi& api);
/// The same, with the driver opened on the way. Starts nothing on a GPU.
Result<std::vector<GpuInfo>> find_gpus();

/// "580.95.05, CUDA 13.0"
std::string driver_text(const GpuInfo& gpu);
/// "NVIDIA H200 (driver 580.95.05, CUDA 13.0)"
std::string description(const GpuInfo& gpu);

} // namespace warpscope::driver
