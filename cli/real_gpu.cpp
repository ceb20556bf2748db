// Finds the chosen GPU through the driver.
#include "cli/real_gpu.h"

#include <fmt/format.h>

#include "runtime/driver/gpu_list.h"
#include "runtime/host/cuda_gpu.h"
#include "sim/report/launch_report.h"

namespace warpscope::cli {
namespace {

Result<driver::GpuInfo> find(int index) {
    const Result<std::vector<driver::GpuInfo>> gpus = driver::find_gpus();
    if (!gpus) return gpus.error();
    if (index < 0 || static_cast<std::size_t>(index) >= gpus->size())
        return Diagnostic{{},
                          fmt::format("there is no GPU {}: this machine has {}", index,
                                      gpus->size() == 1
                                          ? "one GPU, number 0"
                                          : fmt::format("{} GPUs, numbers 0 to {}", gpus->size(),
                                                        gpus->size() - 1)),
                          "`warpscope gpus` lists them"};
    return (*gpus)[static_cast<std::size_t>(index)];
}

} // namespace

Result<GpuSpec> real_gpu(int index) {
    const Result<driver::GpuInfo> gpu = find(index);
    if (!gpu) return gpu.error();
    const Result<const driver::DriverApi*> api = driver::open_driver();
    if (!api) return api.error();
    return host::spec_of(**api, *gpu);
}

std::string device_text(const report::RunSettings& settings) {
    if (settings.device == "emulator") return settings.gpu.name;
    const Result<driver::GpuInfo> gpu = find(settings.gpu_index);
    if (!gpu) return settings.gpu.name;
    const std::string real = driver::description(*gpu);
    return settings.device == kNativeDevice ? real : settings.gpu.name + " beside " + real;
}

} // namespace warpscope::cli
