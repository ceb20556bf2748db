// The launch, its capsule and its findings.
#include "cli/launch_in_process.h"

#include <cstdio>
#include <filesystem>
#include <iterator>
#include <optional>

#include <unistd.h>

#include "cli/gpu_addresses.h"
#include "runtime/report/checks.h"
#include "runtime/report/counters.h"
#include "runtime/report/findings.h"
#include "runtime/report/interrupts.h"
#include "runtime/report/kept_launches.h"
#include "runtime/report/launch_keeper.h"
#include "runtime/report/progress.h"
#include "runtime/report/statistics.h"
#include "sim/debug/announce_memory.h"
#include "sim/debug/capture.h"

namespace warpscope::cli {

LaunchOptions launch_options(const report::RunSettings& settings) {
    LaunchOptions options;
    options.host_threads = report::host_threads(settings);
    options.seed = settings.seed;
    options.divergence = settings.divergence;
    options.reference = settings.reference;
    options.max_instructions = settings.max_instructions;
    return options;
}

std::vector<std::filesystem::path> launch_folders(const std::string& capsule) {
    std::vector<std::filesystem::path> folders = list_capsules(capsule);
    if (folders.empty()) folders.emplace_back(capsule);
    return folders;
}

namespace {

PreparedResult run_watched(PreparedLaunch& launch, report::Progress shown,
                           const std::vector<Observer*>& observers) {
    const report::InterruptWatch interrupts;
    report::ProgressDisplay progress(STDERR_FILENO);
    launch.options.interrupt = &report::InterruptWatch::flag();
    if (shown == report::Progress::Shown)
        launch.options.progress = progress.begin(
            launch.request.id, launch.request.executable->kernel, volume(launch.request.grid));
    PreparedResult ended = run_prepared(launch, observers);
    progress.end();
    launch.options.interrupt = nullptr;
    launch.options.progress = nullptr;
    return ended;
}

} // namespace

Result<GpuBeside> open_gpu_beside(const report::RunSettings& settings) {
    Result<std::unique_ptr<compare::GpuTwin>> twin = compare::GpuTwin::open(settings.gpu_index);
    if (!twin) return twin.error();
    Result<compare::CompareOptions> options = compare::compare_options(settings);
    if (!options) return options.error();
    if (Status kept = keep_emulator_addresses(**twin, settings.gpu.memory_bytes); !kept)
        return kept.error();
    GpuBeside beside;
    beside.twin = std::move(*twin);
    beside.side_by_side = std::make_unique<compare::SideBySide>(*beside.twin, std::move(*options));
    return beside;
}

Result<LaunchResult> run_in_process(PreparedLaunch& launch, const report::RunSettings& settings,
                                    std::FILE* print_to, RunReport& run,
                                    compare::SideBySide* beside) {
    const std::string& capture_folder = settings.capture_directory;
    CaptureWriter capture{std::filesystem::path(capture_folder)};
    std::string capsule;
    if (!capture_folder.empty()) {
        auto folder = capture.begin(launch.request, launch.gpu, *launch.memory, launch.options);
        if (!folder) return folder.error();
        capsule = folder->string();
    }
    if (beside != nullptr)
        beside->begin(make_capsule(launch.request, launch.gpu, *launch.memory, launch.options),
                      launch.request);
    report::Checks checks(settings.checks,
                          settings.checks_small_only ? report::CheckScope::Small
                                                     : report::CheckScope::All,
                          settings.owned);
    const bool checked = checks.begin(launch.request);
    report::LaunchKeeper keeper(settings.keep_directory);
    if (checked && checks.looks_for("race")) keeper.begin(*launch.memory);
    std::vector<Observer*> observers = checks.observers();
    announce_as_written(*launch.memory, observers);
    CounterObserver counting;
    if (settings.counters) {
        report::prepare_counting(*launch.request.executable, counting);
        observers.push_back(&counting);
    }
    PreparedResult ended = run_watched(launch, settings.progress, observers);
    std::fwrite(ended.printed.data(), 1, ended.printed.size(), print_to);
    std::fflush(print_to);

    report::SourceFiles sources;
    for (const SourceText& text : launch.sources)
        sources.provide(text.file, text.text);
    LaunchReport report =
        report::make_launch_report(launch.request, ended.result, ended.seconds, sources);
    report.capsule = capsule;
    if (settings.counters)
        report.counters =
            report::make_counter_report(launch.request, ended.result.statistics, counting, sources);
    if (ended.result.fault.kind != FaultKind::None) {
        report.findings.push_back(report::make_finding(ended.result.fault, launch.request,
                                                       *launch.memory, launch.options, sources));
    }
    if (checked) {
        std::vector<Finding> found =
            checks.end(launch.request, ended.result, *launch.memory, sources);
        keeper.end({launch.request, launch.gpu, launch.options, ended.result, *launch.memory},
                   found);
        if (!capsule.empty())
            if (Status written = report::write_findings(capsule, found); !written)
                return written.error();
        std::move(found.begin(), found.end(), std::back_inserter(report.findings));
    }
    report.unchecked = checks.why_ended();
    if (beside != nullptr) {
        report.comparison =
            beside->end(launch.request, {ended.result, *launch.memory, ended.printed}, sources);
        for (Finding& finding : compare::findings_of(
                 *report.comparison, {report.launch, report.kernel, report.grid, report.block}))
            report.findings.push_back(std::move(finding));
    }
    run.launches.push_back(std::move(report));
    if (!capsule.empty()) {
        if (Status end = capture.end(capsule, ended.result, *launch.memory); !end)
            return end.error();
    }
    return std::move(ended.result);
}

} // namespace warpscope::cli
