// `warpscope record`: what a GPU leaves of captured launches, kept beside them.
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/gpu_addresses.h"
#include "cli/launch_in_process.h"
#include "runtime/compare/recording.h"
#include "runtime/report/units.h"
#include "sim/debug/capsule.h"
#include "sim/gpu/gpu_presets.h"

namespace warpscope::cli {
namespace {

struct RecordOptions {
    std::vector<std::string> capsules;
    int gpu_index = 0;
    std::vector<std::string> owned;
};

Status record_one(const std::filesystem::path& folder, compare::GpuTwin& twin,
                  const std::vector<report::OwnedRule>& owned) {
    const auto capsule = read_capsule(folder);
    if (!capsule) return capsule.error();
    if (capsule->expected && capsule->expected->outcome != LaunchOutcome::Finished)
        return Diagnostic{{folder.string()},
                          "this launch did not end well on the emulator, so a GPU is not to be "
                          "trusted with it",
                          "capture one that does"};
    const auto launch = prepare_launch(*capsule);
    if (!launch) return launch.error();
    const auto recording = compare::make_recording(
        twin, *capsule, launch->request, report::parameters_of(owned, *launch->request.executable));
    if (!recording) return recording.error();
    if (Status written = compare::write_recording(*recording, *capsule, launch->request, folder);
        !written)
        return written;
    fmt::print("{}: {}: {}, {}\n", folder.string(), recording->gpu,
               recording->end.error.empty() ? report::duration(recording->end.microseconds * 1e-6)
                                            : recording->end.error,
               report::counted(recording->memory.size(), "buffer"));
    return Done{};
}

int record(const RecordOptions& options) {
    std::vector<report::OwnedRule> owned;
    for (const std::string& text : options.owned) {
        Result<report::OwnedRule> rule = report::parse_owned_rule(text);
        if (!rule) return refuse(rule.error());
        owned.push_back(std::move(*rule));
    }
    Result<std::unique_ptr<compare::GpuTwin>> twin = compare::GpuTwin::open(options.gpu_index);
    if (!twin) return refuse(twin.error());
    if (Status kept = keep_emulator_addresses(**twin, default_gpu().memory_bytes); !kept)
        return refuse(kept.error());
    for (const std::string& word : options.capsules)
        for (const std::filesystem::path& folder : launch_folders(word)) {
            if (Status good = record_one(folder, **twin, owned); !good) return refuse(good.error());
            if (!(*twin)->stuck()) continue;
            // The driver would wait for the launch that does not end.
            std::fflush(nullptr);
            std::_Exit(kFindings);
        }
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
    app.footer("`warpscope compare CAPSULE` shows the comparison then on any machine.");
    return [options] { return record(*options); };
}

} // namespace warpscope::cli
