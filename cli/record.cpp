// `warpscope record`: what a GPU leaves of captured launches, kept beside them.
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/gpu_addresses.h"
#include "cli/launch_in_process.h"
#include "cli/profiler.h"
#include "runtime/compare/recording.h"
#include "runtime/report/units.h"
#include "sim/debug/capsule.h"
#include "sim/gpu/gpu_presets.h"

namespace warpscope::cli {
namespace {

namespace fs = std::filesystem;

struct RecordOptions {
    std::vector<std::string> capsules;
    int gpu_index = 0;
    std::vector<std::string> owned;
    bool counters = false, run_only = false;
};

/// A captured launch, ready to run.
struct Captured {
    fs::path folder;
    Capsule capsule;
    PreparedLaunch launch;
};

Result<Captured> read_launch(const fs::path& folder) {
    auto capsule = read_capsule(folder);
    if (!capsule) return capsule.error();
    if (capsule->expected && capsule->expected->outcome != LaunchOutcome::Finished)
        return Diagnostic{{folder.string()},
                          "this launch did not end well on the emulator, so a GPU is not to be "
                          "trusted with it",
                          "capture one that does"};
    auto launch = prepare_launch(*capsule);
    if (!launch) return launch.error();
    return Captured{folder, std::move(*capsule), std::move(*launch)};
}

/// True when it ended well.
Result<bool> record_one(const fs::path& folder, compare::GpuTwin& twin,
                        const std::vector<report::OwnedRule>& owned) {
    const Result<Captured> captured = read_launch(folder);
    if (!captured) return captured.error();
    const LaunchRequest& request = captured->launch.request;
    const auto recording = compare::make_recording(
        twin, captured->capsule, request, report::parameters_of(owned, *request.executable));
    if (!recording) return recording.error();
    if (Status written = compare::write_recording(*recording, captured->capsule, request, folder);
        !written)
        return written.error();
    fmt::print("{}: {}: {}, {}\n", folder.string(), recording->gpu,
               recording->end.error.empty() ? report::duration(recording->end.microseconds * 1e-6)
                                            : recording->end.error,
               report::counted(recording->memory.size(), "buffer"));
    return recording->end.error.empty();
}

/// As it is for itself: nobody watches, and nothing is kept.
Status run_one(const fs::path& folder, compare::GpuTwin& twin) {
    const Result<Captured> captured = read_launch(folder);
    if (!captured) return captured.error();
    const LaunchRequest& request = captured->launch.request;
    if (Status loaded = twin.load(captured->capsule, request, compare::Watching::Nothing); !loaded)
        return loaded;
    const Result<compare::TwinEnd> end = twin.run(request, {});
    if (!end) return end.error();
    if (end->error.empty()) return Done{};
    return Diagnostic{{folder.string()}, "ended on the GPU: " + end->error, "record it alone"};
}

/// Adds what the profiler counts to the recordings of these launches.
Status count(const Profiler& profiler, const std::vector<fs::path>& folders, int gpu_index) {
    if (folders.empty()) return Done{};
    auto counters = profile(profiler, folders, gpu_index);
    if (!counters) return counters.error();
    for (std::size_t i = 0; i < folders.size(); ++i) {
        const Result<Captured> captured = read_launch(folders[i]);
        if (!captured) return captured.error();
        const LaunchRequest& request = captured->launch.request;
        Result<compare::Recording> recording =
            compare::read_recording(captured->capsule, request, folders[i]);
        if (!recording) return recording.error();
        recording->counters = std::move((*counters)[i]);
        if (Status written =
                compare::write_recording(*recording, captured->capsule, request, folders[i]);
            !written)
            return written;
        fmt::print("{}: {}: {}\n", folders[i].string(), profiler.name,
                   report::counted(recording->counters.metrics.size(), "metric"));
    }
    return Done{};
}

int record(const RecordOptions& options) {
    std::vector<report::OwnedRule> owned;
    for (const std::string& text : options.owned) {
        Result<report::OwnedRule> rule = report::parse_owned_rule(text);
        if (!rule) return refuse(rule.error());
        owned.push_back(std::move(*rule));
    }
    Profiler profiler;
    if (options.counters) {
        Result<Profiler> found = find_profiler();
        if (!found) return refuse(found.error());
        profiler = std::move(*found);
    }
    Result<std::unique_ptr<compare::GpuTwin>> twin = compare::GpuTwin::open(options.gpu_index);
    if (!twin) return refuse(twin.error());
    if (Status kept = keep_emulator_addresses(**twin, default_gpu().memory_bytes); !kept)
        return refuse(kept.error());
    std::vector<fs::path> ended_well;
    for (const std::string& word : options.capsules)
        for (const fs::path& folder : launch_folders(word)) {
            if (options.run_only) {
                const Status ran = run_one(folder, **twin);
                if (ran) continue;
                const int code = refuse(ran.error());
                if ((*twin)->stuck()) compare::end_process(code);
                return code;
            }
            const Result<bool> good = record_one(folder, **twin, owned);
            if (!good) return refuse(good.error());
            if (*good) ended_well.push_back(folder);
            if ((*twin)->stuck()) compare::end_process(kFindings);
        }
    // The profiler has the GPU for itself.
    twin->reset();
    if (options.counters)
        if (Status counted = count(profiler, ended_well, options.gpu_index); !counted)
            return refuse(counted.error());
    return kClean;
}

} // namespace

Action define_record(CLI::App& app, const CommandLine&) {
    auto options = std::make_shared<RecordOptions>();
    app.add_option("capsules", options->capsules, "captured launches, or folders of them")
        ->type_name("CAPSULE…")
        ->required();
    app.add_option("--gpu-index", options->gpu_index, "which of several GPUs")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--owned", options->owned,
                   "a pointer parameter whose elements have owners, as for `run`")
        ->type_name("[KERNEL:]PARAMETER=RULE");
    CLI::Option* counters =
        app.add_flag("--counters", options->counters,
                     "have Nsight Compute (`ncu` in PATH) count what each launch does, too");
    app.add_flag("--run-only", options->run_only,
                 "run each launch once and keep nothing: for profilers that are started on this")
        ->excludes(counters);
    app.footer("`warpscope compare CAPSULE` shows the comparison then on any machine.");
    return [options] { return record(*options); };
}

} // namespace warpscope::cli
