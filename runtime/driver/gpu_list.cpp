// Asks the driver for its devices.
#include "runtime/driver/gpu_list.h"

#include <fstream>

#include "runtime/driver/attributes.h"

namespace warpscope::driver {
namespace {

/// The kernel module tells its release; the driver API has no call for it.
std::string release_of_driver() {
    std::ifstream file("/sys/module/nvidia/version");
    std::string release;
    std::getline(file, release);
    return release;
}

} // namespace

Result<std::vector<GpuInfo>> list_gpus(const DriverApi& api) {
    int count = 0, version = 0;
    if (const Error error = api.cuDeviceGetCount(&count); error != Error::Success)
        return api.failure("cuDeviceGetCount", error);
    if (count == 0)
        return Diagnostic{{},
                          "the CUDA driver knows no GPU",
                          "check CUDA_VISIBLE_DEVICES and what nvidia-smi says"};
    if (const Error error = api.cuDriverGetVersion(&version); error != Error::Success)
        return api.failure("cuDriverGetVersion", error);
    std::vector<GpuInfo> gpus;
    for (int index = 0; index < count; ++index) {
        Device device = 0;
        if (const Error error = api.cuDeviceGet(&device, index); error != Error::Success)
            return api.failure("cuDeviceGet", error);
        char name[256] = "";
        std::size_t bytes = 0;
        if (const Error error = api.cuDeviceGetName(name, sizeof name, device);
            error != Error::Success)
            return api.failure("cuDeviceGetName", error);
        if (const Error error = api.cuDeviceTotalMem(&bytes, device); error != Error::Success)
            return api.failure("cuDeviceTotalMem", error);
        GpuInfo gpu;
        gpu.index = index;
        gpu.name = name;
        gpu.compute_major = static_cast<unsigned>(
            attribute(api, device, DeviceAttribute::ComputeCapabilityMajor).value_or(0));
        gpu.compute_minor = static_cast<unsigned>(
            attribute(api, device, DeviceAttribute::ComputeCapabilityMinor).value_or(0));
        gpu.memory_bytes = bytes;
        gpu.driver_version =
            std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
        gpu.driver_release = release_of_driver();
        gpus.push_back(std::move(gpu));
    }
    return gpus;
}

Result<std::vector<GpuInfo>> find_gpus() {
    const Result<const DriverApi*> api = open_driver();
    if (!api) return api.error();
    return list_gpus(**api);
}

std::string driver_text(const GpuInfo& gpu) {
    const std::string cuda = "CUDA " + gpu.driver_version;
    return gpu.driver_release.empty() ? cuda : gpu.driver_release + ", " + cuda;
}

std::string description(const GpuInfo& gpu) {
    return gpu.name + " (driver " + driver_text(gpu) + ")";
}

} // namespace warpscope::driver
