// Capture: writes the launches of a running program as capsules.
#pragma once

#include <filesystem>
#include <vector>

#include "sim/debug/capsule.h"
#include "sim/events/observer.h"

namespace warpscope {

/// A capsule of the launch as it would begin now. `options` gives seed, divergence model and
/// budget.
Capsule make_capsule(const LaunchRequest& request, const GpuSpec& gpu, const DeviceMemory& memory,
                     const LaunchOptions& options);

/// Writes every launch of one run into one directory. Add it to the device's observers: it
/// remembers the host copies and frees between launches. Not thread-safe, as observers are not.
class CaptureWriter : public Observer {
public:
    explicit CaptureWriter(std::filesystem::path directory) : directory_(std::move(directory)) {}

    void on_host_copy(const HostCopyEvent& copy) override;
    void on_free(const FreeEvent& freed) override;

    /// Before the launch. Returns its folder.
    Result<std::filesystem::path> begin(const LaunchRequest& request, const GpuSpec& gpu,
                                        const DeviceMemory& memory, const LaunchOptions& options);
    /// After it, with the memory as it left it.
    Status end(const std::filesystem::path& launch_folder, const LaunchResult& result,
               const DeviceMemory& memory);

private:
    std::filesystem::path directory_;
    std::vector<CapsuleCopy> copies_;
    std::vector<CapsuleFree> freed_;
};

} // namespace warpscope
