// The program as a child, its report channel and its report.
#include "cli/run_executable.h"

#include <fmt/format.h>

#include "cli/child.h"
#include "cli/console.h"
#include "cli/outcome.h"
#include "cli/real_gpu.h"
#include "runtime/report/gpu_fault.h"

namespace warpscope::cli {
namespace {

/// What a reader should know and the report has no place for.
void tell_about_channel(const report::ChannelReader& channel, const ChildEnd& end) {
    if (end.interrupted && end.signal != 0) note("interrupted; this is the report so far");
    if (channel.notes.empty() && channel.launches.empty() && channel.findings.empty() &&
        end.signal == 0) {
        note("the program made no CUDA call");
    }
    if (channel.damaged_lines != 0) {
        note(fmt::format("{} line{} of the report channel could not be read", channel.damaged_lines,
                         channel.damaged_lines == 1 ? "" : "s"));
    }
}

/// A GPU's fault leaves nothing that could be looked at: the context is gone, and nobody has the
/// memory that the launch began with.
void say_what_finds_faults(std::vector<LaunchReport>& launches, const std::string& command) {
    for (LaunchReport& launch : launches)
        for (Finding& finding : launch.findings)
            if (launch.native && finding.kind == report::kGpuFault)
                finding.advice = fmt::format("`{}` runs each launch on the emulator first, which "
                                             "names thread, line and address",
                                             command);
}

RunReport make_report(const RunOptions& options, const report::RunSettings& settings,
                      report::ChannelReader& channel, const ChildEnd& end) {
    RunReport run;
    run.program = options.files[0];
    run.arguments = options.program_arguments;
    run.device = settings.device;
    run.gpu = device_text(settings);
    run.seed = settings.seed;
    run.launches = std::move(channel.launches);
    say_what_finds_faults(run.launches, options.comparison_command);
    run.findings = std::move(channel.findings);
    run.program_ran = true;
    run.program_status = end.status;
    run.program_signal = end.signal;
    // A program that handles Ctrl-C itself and ends in good order was not interrupted.
    run.interrupted = end.interrupted && end.signal != 0;
    conclude(run, options.check.suppressions);
    return run;
}

} // namespace

int run_executable(const std::filesystem::path& executable, const std::string& name,
                   const RunOptions& options, const report::RunSettings& settings) {
    report::ChannelReader channel;
    const auto end = run_child(executable, name, options.program_arguments, settings,
                               report_owns_stdout(options.report) ? ProgramOutput::ToStandardError
                                                                  : ProgramOutput::PassedThrough,
                               channel);
    if (!end) return refuse(end.error());
    if (!options.report.none) tell_about_channel(channel, *end);
    const RunReport run = make_report(options, settings, channel, *end);
    return show_report(run, options.report) ? run.exit_code : kBadInput;
}

} // namespace warpscope::cli
