// What a launch must satisfy before it begins, on any device: what its kernel's indices need of it,
// and the kernel's contract.
#pragma once

#include "runtime/host/device.h"
#include "runtime/host/launch_log.h"

namespace warpscope::host {

/// What the device knows about the kernel.
struct GuardedKernel {
    const Module& module;
    const std::vector<LaunchDemand>& demands;
    std::uint32_t dynamic_shared_alignment = 16;
};

/// False when the launch must not run; the user has been told why.
bool may_run(const KernelLaunch& launch, LaunchId id, const GuardedKernel& kernel,
             const GpuSpec& gpu, LaunchLog& log);

} // namespace warpscope::host
