// `warpscope bench`: how fast the emulator is on this machine, and how fast it could be.
#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/bench_report.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "runtime/report/run_settings.h"
#include "sim/debug/instruction_table.h"

namespace warpscope::cli {
namespace {

/// As typed.
struct BenchFlags {
    BenchOptions options;
    std::string level, size = "full";
};

Status check_names(const std::vector<std::string>& names) {
    std::vector<std::string> known;
    for (const BenchWorkload& workload : bench_workloads())
        known.emplace_back(workload.name);
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        std::string list;
        for (const std::string& k : known)
            list += (list.empty() ? "" : ", ") + k;
        const auto meant = closest(name, known);
        return Diagnostic{{},
                          fmt::format("--only: no benchmark is named \"{}\"", name),
                          meant ? *meant : "one of " + list};
    }
    return Done{};
}

int bench(BenchFlags flags) {
    BenchOptions& options = flags.options;
    if (Status known = check_names(options.only); !known) return refuse(known.error());
    const auto level = execution_level(flags.level);
    if (!level) return refuse(level.error());
    options.level = *level;
    options.size = flags.size == "full" ? BenchSize::Full : BenchSize::Small;
    report::RunSettings settings;
    settings.host_threads = options.threads;
    options.threads = report::host_threads(settings);
    std::vector<BenchResult> results;
    for (const BenchWorkload& workload : bench_workloads()) {
        const auto& only = options.only;
        if (!only.empty() && std::find(only.begin(), only.end(), workload.name) == only.end())
            continue;
        auto result = measure_workload(workload, options);
        if (!result) return refuse(result.error());
        results.push_back(std::move(*result));
    }
    const Status written = write_report("", options.as_json ? bench_json(results, options)
                                                            : bench_text(results, options));
    return written ? kClean : refuse(written.error());
}

} // namespace

Action define_bench(CLI::App& app, const CommandLine&) {
    auto flags = std::make_shared<BenchFlags>();
    BenchOptions& options = flags->options;
    app.add_option("--only", options.only, "this benchmark; may be given several times")
        ->type_name("NAME");
    app.add_option("--repeats", options.repeats, "launches that are measured")
        ->check(CLI::Range(1u, 1000u))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--threads", options.threads,
                   "host threads of the parallel launches; 0 takes all there are, 1 leaves them "
                   "out")
        ->check(CLI::Range(0u, 1024u))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--size", flags->size, "small ones end in a moment, and measure little")
        ->check(CLI::IsMember({"full", "small"}))
        ->capture_default_str();
    app.add_option("--level", flags->level,
                   "the code that executes instructions is for this x86-64 level: v2, v3, v4")
        ->type_name("LEVEL")
        ->default_str("best");
    app.add_flag("--events", options.events,
                 "also with an observer that is told of everything and does nothing");
    app.add_flag("--history", options.history, "also what it costs to go back in a launch");
    app.add_flag("--profile", options.profile, "where the time goes, by class and form");
    app.add_flag("--json", options.as_json, "as JSON, with the profile");
    return [flags] { return bench(*flags); };
}

} // namespace warpscope::cli
