// `warpscope run`: compiles a program, runs it on the emulator or a GPU and reports; PTX files go
// to run_ptx.cpp.
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/run.h"
#include "cli/run_executable.h"
#include "cli/run_options.h"
#include "cli/run_ptx.h"

namespace warpscope::cli {
namespace {

bool is_ptx(const std::string& file) {
    return std::filesystem::path(file).extension() == ".ptx";
}

int run_program(const RunOptions& options) {
    const Result<report::RunSettings> settings = run_settings(options);
    if (!settings) return refuse(settings.error());
    const auto program = compile_sources(options.compile, options.files, settings->gpu, "");
    if (!program) return refuse(program.error());
    const std::string name = std::filesystem::path(options.files[0]).stem().string();
    return run_executable(program->executable, name, options, *settings);
}

} // namespace

int run_files(const CLI::App& app, const RunOptions& options) {
    const bool ptx = is_ptx(options.files[0]);
    for (const std::string& file : options.files) {
        if (is_ptx(file) && options.files.size() > 1) {
            return refuse(
                fmt::format("{} is a PTX file among {} files", file, options.files.size()),
                "run one PTX file alone, or CUDA sources");
        }
    }
    if (Status good = check_device_options(app, options.device); !good) return refuse(good.error());
    if (const std::string option = misplaced_option(app, ptx); !option.empty()) {
        return ptx ? refuse(
                         fmt::format("{} was given with a PTX file, which is not compiled", option),
                         "drop it")
                   : refuse(fmt::format("{} is for PTX files; a program chooses its own launches",
                                        option),
                            "drop it, or give a .ptx file");
    }
    return ptx ? run_ptx(options) : run_program(options);
}

Action define_run(CLI::App& app, const CommandLine& line) {
    auto options = std::make_shared<RunOptions>();
    options->program_arguments = line.program_arguments;
    options->comparison_command = comparison_command(line);
    add_run_options(app, *options);
    app.footer("Arguments for the program follow after `--`. A report without -o goes to standard "
               "output;\nwhen it is not text, the program's output goes to standard error.");
    return [&app, options] { return run_files(app, *options); };
}

} // namespace warpscope::cli
