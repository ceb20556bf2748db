// Runs programs for the debugger.
#include "cli/debug_target.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/console.h"
#include "cli/launch_in_process.h"
#include "cli/run.h"
#include "runtime/report/json.h"
#include "sim/debug/capsule.h"

namespace warpscope::cli {
namespace {

/// The number of the launch that a capsule's folder is named after.
unsigned number_of(const std::filesystem::path& folder) {
    const std::string name = folder.filename().string();
    const std::size_t dash = name.rfind('-');
    return dash == std::string::npos
               ? 0
               : static_cast<unsigned>(std::strtoul(name.c_str() + dash + 1, nullptr, 10));
}

std::size_t first_with_finding(const RunReport& run,
                               const std::vector<std::filesystem::path>& folders) {
    for (const LaunchReport& launch : run.launches) {
        if (launch.findings.empty() && launch.outcome == "finished") continue;
        for (std::size_t k = 0; k < folders.size(); ++k)
            if (number_of(folders[k]) == launch.launch) return k;
    }
    return 0;
}

Result<RunReport> read_report(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return report::parse_run_report(text.str(), file.string());
}

Status choose_launch(DebugTarget& target, unsigned launch) {
    if (launch == 0) return Done{};
    for (std::size_t k = 0; k < target.launches.size(); ++k) {
        if (number_of(target.launches[k]) != launch) continue;
        target.first = k;
        return Done{};
    }
    return Diagnostic{{target.name},
                      fmt::format("has no launch {}", launch),
                      fmt::format("it has {}: --launch {} to {}", target.launches.size(),
                                  number_of(target.launches.front()),
                                  number_of(target.launches.back()))};
}

Status run_program_for(const CLI::App& app, RunOptions& options, DebugTarget& target) {
    Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder) return folder.error();
    target.folder = std::move(*folder);
    options.capture = (target.folder.path() / "launches").string();
    options.report.format = "json";
    options.report.output = (target.folder.path() / "report.json").string();
    const std::string extension = std::filesystem::path(options.files[0]).extension().string();
    const bool source = extension == ".cu" || extension == ".ptx" || options.files.size() > 1;
    const int code = source ? run_files(app, options) : run_built(app, options);
    // What is wrong with its input was said already.
    if (code == kBadInput) return Diagnostic{{options.files[0]}, "was not run", ""};
    target.launches = list_capsules(options.capture);
    if (target.launches.empty())
        return Diagnostic{{options.files[0]},
                          "launched no kernel, so there is nothing to debug",
                          "give it arguments with which it does, behind `--`"};
    if (const Result<RunReport> run = read_report(options.report.output))
        target.first = first_with_finding(*run, target.launches);
    return Done{};
}

} // namespace

Result<TemporaryFolder> TemporaryFolder::make() {
    std::error_code error;
    const std::filesystem::path base = std::filesystem::temp_directory_path(error);
    std::string name = ((error ? "/tmp" : base) / "warpscope-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        return Diagnostic{{name}, "no temporary folder can be made", "set TMPDIR to one that can"};
    TemporaryFolder folder;
    folder.path_ = name;
    return folder;
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept {
    path_.swap(other.path_);
}
TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
    path_.swap(other.path_);
    return *this;
}
TemporaryFolder::~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove_all(path_, error);
}

Result<DebugTarget> make_debug_target(const CLI::App& app, RunOptions options, unsigned launch) {
    DebugTarget target;
    target.name = options.files[0];
    std::error_code error;
    if (std::filesystem::is_directory(options.files[0], error)) {
        target.launches = launch_folders(options.files[0]);
        if (options.files.size() > 1)
            return Diagnostic{{options.files[1]}, "is one too many", "debug one capsule at a time"};
    } else if (Status run = run_program_for(app, options, target); !run) {
        return run.error();
    }
    if (Status chosen = choose_launch(target, launch); !chosen) return chosen.error();
    return target;
}

} // namespace warpscope::cli
