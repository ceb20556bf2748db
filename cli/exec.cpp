// `warpscope exec`: runs a program that was built before, on the emulator or a GPU, and reports.
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/run.h"
#include "cli/run_executable.h"
#include "cli/run_options.h"

namespace warpscope::cli {
namespace {

Status check_program(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        return Diagnostic{{file}, "there is no such file", "check the path"};
    if (!std::filesystem::is_regular_file(file, error) || access(file.c_str(), X_OK) != 0)
        return Diagnostic{{file},
                          "is no program",
                          "give what `warpscope build` made; `warpscope run` takes sources"};
    return Done{};
}

} // namespace

int run_built(const CLI::App& app, const RunOptions& options) {
    if (Status good = check_program(options.files[0]); !good) return refuse(good.error());
    if (Status good = check_device_options(app, options.device); !good) return refuse(good.error());
    const Result<report::RunSettings> settings = run_settings(options);
    if (!settings) return refuse(settings.error());
    // A name without a folder would be looked for elsewhere.
    const std::filesystem::path program = std::filesystem::absolute(options.files[0]);
    return run_executable(program, program.filename().string(), options, *settings);
}

Action define_exec(CLI::App& app, const CommandLine& line) {
    auto options = std::make_shared<RunOptions>();
    options->program_arguments = line.program_arguments;
    options->comparison_command = comparison_command(line);
    add_exec_options(app, *options);
    app.footer("Arguments for the program follow after `--`. The program is one that `warpscope "
               "build` made;\nno compiler is needed to run it.");
    return [&app, options] { return run_built(app, *options); };
}

} // namespace warpscope::cli
