// The launch, its capsule and its findings.
#include "cli/launch_in_process.h"

#include <cstdio>
#include <filesystem>
#include <optional>

#include "cli/interrupt.h"
#include "runtime/report/findings.h"
#include "runtime/report/statistics.h"
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

Result<LaunchResult> run_in_process(PreparedLaunch& launch, const std::string& capture_folder,
                                    std::FILE* print_to, RunReport& run) {
    CaptureWriter capture{std::filesystem::path(capture_folder)};
    std::string capsule;
    if (!capture_folder.empty()) {
        auto folder = capture.begin(launch.request, launch.gpu, *launch.memory, launch.options);
        if (!folder) return folder.error();
        capsule = folder->string();
    }
    const InterruptFlag interrupt;
    launch.options.interrupt = interrupt.flag();
    PreparedResult ended = run_prepared(launch);
    launch.options.interrupt = nullptr;
    std::fwrite(ended.printed.data(), 1, ended.printed.size(), print_to);
    std::fflush(print_to);

    report::SourceFiles sources;
    for (const SourceText& text : launch.sources)
        sources.provide(text.file, text.text);
    LaunchReport report =
        report::make_launch_report(launch.request, ended.result, ended.seconds, sources);
    report.capsule = capsule;
    if (ended.result.fault.kind != FaultKind::None) {
        report.findings.push_back(report::make_finding(ended.result.fault, launch.request,
                                                       *launch.memory, launch.options, sources));
    }
    run.launches.push_back(std::move(report));
    if (!capsule.empty()) {
        if (Status end = capture.end(capsule, ended.result, *launch.memory); !end)
            return end.error();
    }
    return std::move(ended.result);
}

} // namespace warpscope::cli
