// `warpscope explain`: looks for a schedule in which a race changes an output.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/kept_launches.h"
#include "cli/outcome.h"
#include "cli/run_options.h"
#include "runtime/report/explanation.h"
#include "runtime/report/interrupts.h"
#include "runtime/report/kept_launches.h"
#include "sim/debug/capsule.h"

namespace warpscope::cli {
namespace {

struct ExplainOptions {
    std::string name;
    unsigned seeds = 32, threads = 0;
    std::string format = "text", output;
};

Status check(const ExplainOptions& options) {
    if (options.format == "text" || options.format == "json") return Done{};
    return Diagnostic{{},
                      fmt::format("explanations as \"{}\" are not available", options.format),
                      "--report text or json"};
}

Result<report::ExplainReport> explain_all(const report::RaceCase& race_case,
                                          const ExplainOptions& options) {
    const auto capsule = read_capsule(race_case.capsule);
    if (!capsule) return capsule.error();
    const auto launch = prepare_launch(*capsule);
    if (!launch) return launch.error();
    report::SourceFiles sources;
    for (const SourceText& text : launch->sources)
        sources.provide(text.file, text.text);
    report::RunSettings settings;
    settings.host_threads = options.threads;
    RaceSearchOptions search;
    search.seeds = options.seeds;
    search.host_threads = report::host_threads(settings);
    search.interrupt = &report::InterruptWatch::flag();

    report::ExplainReport all;
    all.capsule = race_case.capsule.string();
    all.gpu = launch->gpu.name;
    all.seed = capsule->seed;
    const report::InterruptWatch interrupts;
    for (std::size_t i = 0; i < race_case.findings.size() && !all.interrupted; ++i) {
        const StatusLine status(fmt::format("trying schedules for {}", race_case.ids[i]));
        auto found = explain_race(*capsule, *launch, race_case.findings[i], search);
        if (!found) return found.error();
        all.interrupted = found->interrupted;
        all.races.push_back(report::make_explained(race_case.ids[i], race_case.findings[i],
                                                   std::move(*found), *launch->request.executable,
                                                   sources));
        shorten_paths(all.races.back());
    }
    all.exit_code = all.interrupted ? kProgramFailed : kClean;
    return all;
}

int explain(const ExplainOptions& options) {
    if (Status good = check(options); !good) return refuse(good.error());
    const auto race_case = report::find_race_case(options.name, kept_launches_folder());
    if (!race_case) return refuse(race_case.error());
    const auto explained = explain_all(*race_case, options);
    if (!explained) return refuse(explained.error());
    report::TextStyle style;
    if (options.output.empty()) style.colours = report::colours_for(STDOUT_FILENO);
    const std::string text = options.format == "json" ? report::to_json_text(*explained)
                                                      : report::to_text(*explained, style);
    if (Status written = write_report(options.output, text); !written)
        return refuse(written.error());
    return explained->exit_code;
}

} // namespace

Action define_explain(CLI::App& app, const CommandLine&) {
    auto options = std::make_shared<ExplainOptions>();
    app.add_option("race", options->name,
                   "the ID that `run` printed with a race, or a captured launch with races")
        ->type_name("ID|CAPSULE")
        ->required();
    app.add_option("--seeds", options->seeds, "other seeds to try, after both orders of the race")
        ->check(CLI::Range(0u, 1000000u))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--threads", options->threads, "host threads; 0 takes all there are")
        ->check(CLI::Range(0u, 1024u))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--report", options->format, "text or json")
        ->type_name("FORMAT")
        ->capture_default_str();
    app.add_option("-o,--output", options->output, "write the report into this file")
        ->type_name("FILE");
    app.footer("The exit code is 0 whether a schedule changes an output or none does; 2 for bad "
               "input,\n3 when interrupted.");
    return [options] { return explain(*options); };
}

} // namespace warpscope::cli
