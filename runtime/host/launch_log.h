// LaunchLog: tells the user what launches did: through the report channel, or on standard error.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "runtime/report/channel.h"
#include "runtime/report/checks.h"
#include "runtime/report/counters.h"
#include "runtime/report/launch_keeper.h"
#include "runtime/report/native_launch.h"
#include "runtime/report/run_settings.h"
#include "runtime/report/source_files.h"
#include "sim/base/diagnostic.h"
#include "sim/exec/launch.h"

namespace warpscope::host {

/// A launch that has ended.
struct EndedLaunch {
    const LaunchRequest& request;
    const LaunchResult& result;
    const DeviceMemory& memory; ///< as the launch left it
    const LaunchOptions& options;
    double seconds = 0;  ///< host time
    std::string capsule; ///< its folder, or empty
    report::Checks& checks;
    const CounterObserver* counting = nullptr;    ///< null: nothing was counted
    const LaunchComparison* comparison = nullptr; ///< null: it ran on no GPU
    report::LaunchKeeper& keeper;
    const GpuSpec& gpu;
};

class LaunchLog {
public:
    explicit LaunchLog(const report::RunSettings& settings);

    void program_started();
    void program_ended();
    void launch(const EndedLaunch& ended);
    void launch(const report::NativeLaunch& ended);
    /// What checkers found outside of launches.
    void copies(report::Checks& checks, const DeviceMemory& memory);
    /// Device code that cannot run, and the like. `kernel` may be empty.
    void problem(const Diagnostic& diagnostic, const std::string& kernel);
    /// What is wrong with a launch that does not run.
    void tell(Finding finding);
    report::SourceFiles& sources() { return sources_; }
    /// Says on standard error that a function is not provided; once for each.
    void not_supported(const char* function);

private:
    void show(const Finding& finding);
    void keep(const EndedLaunch& ended, std::vector<Finding>& found);
    /// Gives the findings their ids and sends the report on its way.
    void send(LaunchReport report);

    report::ChannelWriter channel_;
    report::Verbosity verbosity_;
    bool keeps_; ///< launches with races are kept
    report::SourceFiles sources_;
    std::uint64_t launches_ = 0, findings_ = 0;
    std::map<std::string, bool> said_;
};

} // namespace warpscope::host
