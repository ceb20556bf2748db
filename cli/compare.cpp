// `warpscope compare`: launches of a program or of capsules on the emulator and on a GPU.
#include <algorithm>
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/launch_in_process.h"
#include "cli/outcome.h"
#include "cli/real_gpu.h"
#include "cli/run.h"
#include "runtime/compare/recording.h"
#include "sim/debug/capsule.h"

namespace warpscope::cli {
namespace {

struct CompareCommand {
    RunOptions run;
    bool recorded = false;
};

bool is_folder(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

/// What launches are compared with: a GPU, or what one left before.
struct Other {
    GpuBeside gpu;
    std::unique_ptr<compare::RecordedTwin> recorded;
    std::unique_ptr<compare::SideBySide> beside_recorded;

    compare::SideBySide* side_by_side() const {
        return recorded != nullptr ? beside_recorded.get() : gpu.side_by_side.get();
    }
    bool stuck() const { return gpu.twin != nullptr && gpu.twin->stuck(); }
};

Status open_recorded(const report::RunSettings& settings, Other& other) {
    Result<compare::CompareOptions> options = compare::compare_options(settings);
    if (!options) return options.error();
    other.recorded = std::make_unique<compare::RecordedTwin>();
    other.beside_recorded =
        std::make_unique<compare::SideBySide>(*other.recorded, std::move(*options));
    return Done{};
}

Status open_other(bool recorded, const report::RunSettings& settings, Other& other) {
    if (recorded) return open_recorded(settings, other);
    Result<GpuBeside> gpu = open_gpu_beside(settings);
    if (!gpu) return gpu.error();
    other.gpu = std::move(*gpu);
    return Done{};
}

Status compare_one(const std::filesystem::path& folder, const report::RunSettings& settings,
                   const Other& other, std::FILE* output, RunReport& run) {
    const auto capsule = read_capsule(folder);
    if (!capsule) return capsule.error();
    auto launch = prepare_launch(*capsule, settings.level);
    if (!launch) return launch.error();
    launch->options.reference = settings.reference;
    launch->options.host_threads = report::host_threads(settings);
    if (other.recorded != nullptr) other.recorded->open(folder);
    const auto result = run_in_process(*launch, settings, output, run, other.side_by_side());
    if (!result) return result.error();
    run.launches.back().capsule = folder.string();
    if (other.recorded != nullptr)
        run.gpu =
            fmt::format("{} beside the recording of {}", launch->gpu.name, other.recorded->name());
    return Done{};
}

int compare_capsules(const CompareCommand& command) {
    RunOptions options = command.run;
    std::vector<std::filesystem::path> folders;
    for (const std::string& file : options.files) {
        if (!is_folder(file))
            return refuse(Diagnostic{{file}, "is no folder with a captured launch", "drop it"});
        for (std::filesystem::path& folder : launch_folders(file))
            folders.push_back(std::move(folder));
    }
    const auto without = std::find_if_not(folders.begin(), folders.end(), compare::has_recording);
    if (command.recorded && without != folders.end())
        return refuse(Diagnostic{{without->string()},
                                 "has no recording of a GPU",
                                 "`warpscope record` makes one, on a machine with a GPU"});
    const bool recorded =
        command.recorded || (without == folders.end() && !real_gpu(options.gpu_index));
    if (recorded && (options.bisect || options.executions))
        return refuse(Diagnostic{{},
                                 "--bisect and --executions run launches that nobody has recorded",
                                 "drop it, or use it on a machine with a GPU"});
    if (recorded) options.device = "emulator";
    const Result<report::RunSettings> settings = run_settings(options);
    if (!settings) return refuse(settings.error());
    Other other;
    if (Status good = open_other(recorded, *settings, other); !good) return refuse(good.error());
    RunReport run;
    run.program = options.files[0];
    run.device = settings->device;
    if (other.recorded == nullptr) run.gpu = device_text(*settings);
    std::FILE* const output = report_owns_stdout(options.report) ? stderr : stdout;
    for (const std::filesystem::path& folder : folders) {
        if (Status good = compare_one(folder, *settings, other, output, run); !good)
            return refuse(good.error());
        if (other.stuck() || run.launches.back().outcome == "interrupted") break;
    }
    conclude(run, options.check.suppressions);
    const int code = show_report(run, options.report) ? run.exit_code : kBadInput;
    if (other.stuck()) compare::end_process(code);
    return code;
}

int compare(const CLI::App& app, const CompareCommand& command) {
    const RunOptions& options = command.run;
    if (is_folder(options.files[0])) return compare_capsules(command);
    if (command.recorded)
        return refuse(Diagnostic{{options.files[0]},
                                 "--recorded is for captured launches",
                                 "name the folder that `warpscope run --capture` wrote"});
    const std::string extension = std::filesystem::path(options.files[0]).extension().string();
    return extension == ".cu" || extension == ".ptx" ? run_files(app, options)
                                                     : run_built(app, options);
}

} // namespace

Action define_compare(CLI::App& app, const CommandLine& line) {
    auto command = std::make_shared<CompareCommand>();
    RunOptions& options = command->run;
    options.program_arguments = line.program_arguments;
    options.device = kBothDevices;
    add_run_options(app, options);
    app.remove_option(app.get_option("--device"));
    app.get_option("files")->type_name("PROGRAM.cu…|KERNEL.ptx|PROGRAM|CAPSULE…");
    app.add_flag("--recorded", command->recorded,
                 "compare captured launches with what `warpscope record` wrote beside them, "
                 "instead of a GPU; goes without saying where there is none");
    app.footer("Exit code 1 when something differs for which there is no known reason.");
    return [&app, command] { return compare(app, *command); };
}

} // namespace warpscope::cli
