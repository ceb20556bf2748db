// Reports on their way to the user.
#include "runtime/host/launch_log.h"

#include <cstdio>

#include <unistd.h>

#include "runtime/compare/side_by_side.h"
#include "runtime/report/findings.h"
#include "runtime/report/kept_launches.h"
#include "runtime/report/statistics.h"
#include "runtime/report/text.h"

namespace warpscope::host {
namespace {

void write_to_stderr(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

/// The name that the user gave a kernel which linking renamed ("name$m2").
std::string user_name(const std::string& name) {
    return report::demangle(name.substr(0, name.find("$m")));
}

} // namespace

LaunchLog::LaunchLog(const report::RunSettings& settings)
    : channel_(settings.report_descriptor), verbosity_(settings.verbosity),
      keeps_(!settings.keep_directory.empty()) {}

void LaunchLog::program_started() {
    channel_.program({"started", launches_});
}
void LaunchLog::program_ended() {
    channel_.program({"ended", launches_});
}

void LaunchLog::launch(const EndedLaunch& ended) {
    ++launches_;
    const bool faulted = ended.result.fault.kind != FaultKind::None;
    std::vector<Finding> found =
        ended.checks.end(ended.request, ended.result, ended.memory, sources_);
    keep(ended, found);
    if (ended.comparison != nullptr)
        for (Finding& finding : compare::findings_of(
                 *ended.comparison, {ended.request.id, user_name(ended.request.executable->kernel),
                                     ended.request.grid, ended.request.block}))
            found.push_back(std::move(finding));
    const bool wrong = faulted || !found.empty();
    // Programs may make a million small launches: no report is made that nobody reads.
    if (!channel_.connected() && !wrong && verbosity_ != report::Verbosity::Verbose) return;
    LaunchReport report =
        report::make_launch_report(ended.request, ended.result, ended.seconds, sources_);
    report.kernel = user_name(report.mangled);
    report.capsule = ended.capsule;
    if (ended.counting != nullptr)
        report.counters = report::make_counter_report(ended.request, ended.result.statistics,
                                                      *ended.counting, sources_);
    if (faulted) {
        report.findings.push_back(report::make_finding(ended.result.fault, ended.request,
                                                       ended.memory, ended.options, sources_));
        report.findings.back().kernel = report.kernel;
    }
    if (ended.comparison != nullptr) report.comparison = *ended.comparison;
    report.unchecked = ended.checks.why_ended();
    std::move(found.begin(), found.end(), std::back_inserter(report.findings));
    send(std::move(report));
}

/// For `warpscope explain`: the launch itself in the cache, or the findings beside its capsule.
void LaunchLog::keep(const EndedLaunch& ended, std::vector<Finding>& found) {
    ended.keeper.end({ended.request, ended.gpu, ended.options, ended.result, ended.memory}, found);
    if (ended.capsule.empty()) return;
    if (Status written = report::write_findings(ended.capsule, found); !written)
        problem(written.error(), "");
}

void LaunchLog::launch(const report::NativeLaunch& ended) {
    ++launches_;
    if (!channel_.connected() && ended.error.empty() && verbosity_ != report::Verbosity::Verbose)
        return;
    send(report::make_native_report(ended, user_name(ended.kernel)));
}

void LaunchLog::copies(report::Checks& checks, const DeviceMemory& memory) {
    for (Finding& finding : checks.findings(memory, sources_)) {
        finding.id = "F" + std::to_string(++findings_);
        if (report::is_race(finding) && keeps_)
            finding.not_kept = "a copy of the host shows it, no order inside of a launch";
        channel_.connected() ? channel_.finding(finding) : show(finding);
    }
}

void LaunchLog::send(LaunchReport report) {
    for (Finding& finding : report.findings)
        finding.id = "F" + std::to_string(++findings_);
    if (channel_.connected()) {
        channel_.launch(report);
        return;
    }
    if (verbosity_ == report::Verbosity::Verbose)
        write_to_stderr(report::to_text(report, {report::colours_for(STDERR_FILENO), 1}));
    for (const Finding& finding : report.findings)
        show(finding);
}

void LaunchLog::problem(const Diagnostic& diagnostic, const std::string& kernel) {
    Finding finding;
    finding.id = "F" + std::to_string(++findings_);
    finding.checker = "execution";
    finding.kind = "CannotRun";
    finding.message = diagnostic.message;
    finding.advice = diagnostic.hint;
    finding.kernel = kernel;
    if (!diagnostic.where.file.empty())
        finding.details.push_back("in the PTX of " + diagnostic.where.file);
    finding.ptx_line = diagnostic.where.line;
    tell(std::move(finding));
}

void LaunchLog::tell(Finding finding) {
    finding.kernel = user_name(finding.kernel);
    if (finding.id.empty()) finding.id = "F" + std::to_string(++findings_);
    if (channel_.connected())
        channel_.finding(finding);
    else
        show(finding);
}

void LaunchLog::not_supported(const char* function) {
    if (said_[function]) return;
    said_[function] = true;
    write_to_stderr("warpscope: " + std::string(function) +
                    " is not supported; it returns cudaErrorNotSupported\n");
}

void LaunchLog::show(const Finding& finding) {
    if (verbosity_ == report::Verbosity::Quiet) return;
    write_to_stderr(report::to_text(finding, {report::colours_for(STDERR_FILENO), 1}));
}

} // namespace warpscope::host
