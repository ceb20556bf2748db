// The report of a launch on a real GPU: what the host sees of it, and nothing that only an emulator
// can count.
#pragma once

#include <string>

#include "sim/report/launch_report.h"

namespace warpscope::report {

struct NativeLaunch {
    std::uint32_t launch = 0, stream = 0;
    std::string kernel; ///< mangled
    Dim3 grid, block;
    std::uint64_t static_shared_bytes = 0, dynamic_shared_bytes = 0;
    double device_seconds = 0; ///< between events around the launch
    double host_seconds = 0;   ///< until the host knew that it had ended
    std::string error;         ///< the driver's words for a fault; empty: it finished
    std::string causes;        ///< what kernels do that end so; may be empty
};

/// With a finding when the launch faulted; `shown_name` is the kernel's name for people.
LaunchReport make_native_report(const NativeLaunch& launch, const std::string& shown_name);

} // namespace warpscope::report
