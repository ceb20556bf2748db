// `warpscope compare`: launches of a program or of capsules on the emulator and on a GPU.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/launch_in_process.h"
#include "cli/outcome.h"
#include "cli/real_gpu.h"
#include "cli/run.h"
#include "sim/base/address.h"
#include "sim/debug/capsule.h"

namespace warpscope::cli {
namespace {

std::vector<std::string> own_command_line() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');)
        words.push_back(word);
    return words;
}

bool is_folder(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

/// The addresses in capsules have to be free in this process, which is chance: Linux puts libraries
/// anywhere. So it starts over, somewhere else, until they are.
void start_over_elsewhere() {
    constexpr const char* kVariable = "WARPSCOPE_PLACED";
    constexpr int kTries = 24;
    const char* const before = std::getenv(kVariable);
    const int tries = before == nullptr ? 0 : std::atoi(before);
    std::vector<std::string> words = own_command_line();
    if (tries >= kTries || words.empty()) return;
    setenv(kVariable, std::to_string(tries + 1).c_str(), 1);
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    execv("/proc/self/exe", pointers.data());
}

Status compare_one(const std::filesystem::path& folder, const report::RunSettings& settings,
                   GpuBeside& beside, std::FILE* output, RunReport& run) {
    const auto capsule = read_capsule(folder);
    if (!capsule) return capsule.error();
    auto launch = prepare_launch(*capsule, settings.level);
    if (!launch) return launch.error();
    launch->options.reference = settings.reference;
    launch->options.host_threads = report::host_threads(settings);
    const auto result = run_in_process(*launch, settings, output, run, beside.side_by_side.get());
    if (!result) return result.error();
    run.launches.back().capsule = folder.string();
    return Done{};
}

int compare_capsules(const RunOptions& options) {
    const Result<report::RunSettings> settings = run_settings(options);
    if (!settings) return refuse(settings.error());
    Result<GpuBeside> beside = open_gpu_beside(*settings);
    if (!beside) return refuse(beside.error());
    const Result<Address> base = beside->twin->keep_addresses(settings->gpu.memory_bytes);
    if (!base) return refuse(base.error());
    if (*base != kGlobalBase) start_over_elsewhere();
    RunReport run;
    run.program = options.files[0];
    run.device = settings->device;
    run.gpu = device_text(*settings);
    std::FILE* const output = report_owns_stdout(options.report) ? stderr : stdout;
    for (const std::string& file : options.files) {
        if (!is_folder(file))
            return refuse(Diagnostic{{file}, "is no folder with a captured launch", "drop it"});
        for (const std::filesystem::path& folder : launch_folders(file)) {
            if (Status good = compare_one(folder, *settings, *beside, output, run); !good)
                return refuse(good.error());
            if (beside->twin->stuck() || run.launches.back().outcome == "interrupted") break;
        }
    }
    conclude(run, options.check.suppressions);
    const int code = show_report(run, options.report) ? run.exit_code : kBadInput;
    if (!beside->twin->stuck()) return code;
    // The driver would wait for the launch that does not end.
    std::fflush(nullptr);
    std::_Exit(code);
}

int compare(const CLI::App& app, const RunOptions& options) {
    if (is_folder(options.files[0])) return compare_capsules(options);
    const std::string extension = std::filesystem::path(options.files[0]).extension().string();
    return extension == ".cu" || extension == ".ptx" ? run_files(app, options)
                                                     : run_built(app, options);
}

} // namespace

Action define_compare(CLI::App& app, const CommandLine& line) {
    auto options = std::make_shared<RunOptions>();
    options->program_arguments = line.program_arguments;
    options->device = kBothDevices;
    add_run_options(app, *options);
    app.remove_option(app.get_option("--device"));
    app.get_option("files")->type_name("PROGRAM.cu…|KERNEL.ptx|PROGRAM|CAPSULE…");
    app.footer("Exit code 1 when something differs for which there is no known reason.");
    return [&app, options] { return compare(app, *options); };
}

} // namespace warpscope::cli
