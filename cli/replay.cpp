// `warpscope replay`: runs captured launches again and compares with what they came to.
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/kept_launches.h"
#include "cli/launch_in_process.h"
#include "cli/outcome.h"
#include "cli/run_options.h"
#include "runtime/report/statistics.h"
#include "sim/debug/capsule.h"

namespace warpscope::cli {
namespace {

struct ReplayOptions {
    std::string capsule;
    unsigned threads = 0;
    ExecutionOptions execution;
    CheckOptions check;
    bool counters = false;
    ReportOptions report;
};

/// A replay that differs from its capture is a finding: something was not captured, or has changed.
void compare(const CapsuleOutcome& expected, const LaunchResult& result,
             const PreparedLaunch& launch, LaunchReport& report) {
    Finding finding;
    finding.checker = "replay";
    finding.kind = "ReplayDiffers";
    finding.launch = report.launch;
    finding.kernel = report.kernel;
    if (expected.outcome != result.outcome) {
        finding.message = fmt::format("the captured launch ended as \"{}\", the replay as \"{}\"",
                                      report::outcome_name(expected.outcome), report.outcome);
    } else if (expected.warp_instructions != result.statistics.warp_instructions) {
        finding.message =
            fmt::format("the captured launch executed {} warp instructions, the replay {}",
                        expected.warp_instructions, result.statistics.warp_instructions);
    } else if (expected.memory != launch.memory->content_hash()) {
        finding.message = "the replay left other bytes in memory than the captured launch";
    } else {
        return;
    }
    finding.advice = "capture the launch again with this version of Warpscope";
    report.findings.push_back(std::move(finding));
}

Status replay_one(const std::filesystem::path& folder, const ReplayOptions& options,
                  RunReport& run) {
    const auto capsule = read_capsule(folder);
    if (!capsule) return capsule.error();
    report::RunSettings settings;
    settings.host_threads = options.threads;
    if (Status good = choose_execution(options.execution, settings); !good) return good.error();
    if (Status good = choose_checks(options.check, settings); !good) return good.error();
    keep_races(settings);
    auto launch = prepare_launch(*capsule, settings.level);
    if (!launch) return launch.error();
    launch->options.reference = settings.reference;
    settings.counters = options.counters;
    settings.progress = progress_setting(options.report);
    launch->options.host_threads = report::host_threads(settings);
    run.gpu = launch->gpu.name;
    run.seed = capsule->seed;
    std::FILE* const output = report_owns_stdout(options.report) ? stderr : stdout;
    const auto result = run_in_process(*launch, settings, output, run);
    if (!result) return result.error();
    run.launches.back().capsule = folder.string();
    if (capsule->expected && result->outcome != LaunchOutcome::Interrupted) {
        compare(*capsule->expected, *result, *launch, run.launches.back());
    }
    return Done{};
}

int replay(const ReplayOptions& options) {
    if (Status good = check_report(options.report); !good) return refuse(good.error());
    std::error_code error;
    if (!std::filesystem::is_directory(options.capsule, error)) {
        return refuse(Diagnostic{{options.capsule},
                                 "is no folder with a captured launch",
                                 "`warpscope run … --capture DIR` makes them"});
    }
    RunReport run;
    run.program = options.capsule;
    for (const std::filesystem::path& folder : launch_folders(options.capsule)) {
        if (Status good = replay_one(folder, options, run); !good) return refuse(good.error());
        if (run.launches.back().outcome == "interrupted") break;
    }
    conclude(run, options.check.suppressions);
    return show_report(run, options.report) ? run.exit_code : kBadInput;
}

} // namespace

Action define_replay(CLI::App& app, const CommandLine&) {
    auto options = std::make_shared<ReplayOptions>();
    app.add_option("capsule", options->capsule, "a captured launch, or a folder of them")
        ->type_name("CAPSULE")
        ->required();
    app.add_option("--threads", options->threads, "host threads; 0 takes all there are")
        ->check(CLI::Range(0u, 1024u))
        ->type_name("N")
        ->capture_default_str();
    add_execution_options(app, options->execution, "Options");
    add_check_option(app, options->check, "Options");
    add_counters_option(app, options->counters, "Options");
    add_report_options(app, options->report);
    return [options] { return replay(*options); };
}

} // namespace warpscope::cli
