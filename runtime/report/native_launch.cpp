// Fills launch reports of real GPUs.
#include "runtime/report/native_launch.h"

#include "runtime/report/gpu_fault.h"

namespace warpscope::report {
namespace {

Finding fault_finding(const LaunchReport& report, const NativeLaunch& launch) {
    Finding finding;
    finding.checker = "execution";
    finding.kind = kGpuFault;
    finding.message = "the GPU stopped the kernel: " + launch.error;
    finding.details = gpu_fault_details(report.grid, report.block, launch.causes);
    finding.details.push_back("all GPU work of this process has ended with the kernel");
    finding.advice = "`warpscope compare` with this program runs the launch on the emulator too, "
                     "which names thread, line and address";
    finding.launch = report.launch;
    finding.has_thread = false;
    finding.kernel = report.kernel;
    return finding;
}

} // namespace

LaunchReport make_native_report(const NativeLaunch& launch, const std::string& shown_name) {
    LaunchReport report;
    report.native = true;
    report.launch = launch.launch;
    report.stream = launch.stream;
    report.kernel = shown_name;
    report.mangled = launch.kernel;
    report.outcome = launch.error.empty() ? "finished" : "fault";
    report.grid = launch.grid;
    report.block = launch.block;
    report.static_shared_bytes = launch.static_shared_bytes;
    report.dynamic_shared_bytes = launch.dynamic_shared_bytes;
    if (launch.error.empty()) report.device_seconds = launch.device_seconds;
    report.seconds = launch.host_seconds;
    if (!launch.error.empty()) report.findings.push_back(fault_finding(report, launch));
    return report;
}

} // namespace warpscope::report
