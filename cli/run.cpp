// `warpscope run`: compiles a program, runs it on the emulator and reports; PTX files go to
// run_ptx.cpp.
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/child.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/outcome.h"
#include "cli/run_options.h"
#include "cli/run_ptx.h"

namespace warpscope::cli {
namespace {

bool is_ptx(const std::string& file) {
    return std::filesystem::path(file).extension() == ".ptx";
}

/// What a reader should know and the report has no place for.
void tell_about_channel(const report::ChannelReader& channel, const ChildEnd& end) {
    if (end.interrupted) note("interrupted; this is the report so far");
    if (channel.notes.empty() && channel.launches.empty() && channel.findings.empty() &&
        end.signal == 0) {
        note("the program made no CUDA call");
    }
    if (channel.damaged_lines != 0) {
        note(fmt::format("{} line{} of the report channel could not be read", channel.damaged_lines,
                         channel.damaged_lines == 1 ? "" : "s"));
    }
}

RunReport make_report(const RunOptions& options, const report::RunSettings& settings,
                      report::ChannelReader& channel, const ChildEnd& end) {
    RunReport run;
    run.program = options.files[0];
    run.arguments = options.program_arguments;
    run.device = settings.device;
    run.gpu = settings.gpu.name;
    run.seed = settings.seed;
    run.launches = std::move(channel.launches);
    run.findings = std::move(channel.findings);
    run.program_ran = true;
    run.program_status = end.status;
    run.program_signal = end.signal;
    conclude(run);
    return run;
}

int run_program(const RunOptions& options) {
    const Result<report::RunSettings> settings = run_settings(options);
    if (!settings) return refuse(settings.error());
    const auto program = compile_sources(options.compile, options.files, settings->gpu, "");
    if (!program) return refuse(program.error());

    report::ChannelReader channel;
    const std::string name = std::filesystem::path(options.files[0]).stem().string();
    const auto end = run_child(program->executable, name, options.program_arguments, *settings,
                               report_owns_stdout(options.report) ? ProgramOutput::ToStandardError
                                                                  : ProgramOutput::PassedThrough,
                               channel);
    if (!end) return refuse(end.error());
    if (!options.report.none) tell_about_channel(channel, *end);
    const RunReport run = make_report(options, *settings, channel, *end);
    return show_report(run, options.report) ? run.exit_code : kBadInput;
}

int run(const CLI::App& app, const RunOptions& options) {
    const bool ptx = is_ptx(options.files[0]);
    for (const std::string& file : options.files) {
        if (is_ptx(file) && options.files.size() > 1) {
            return refuse(
                fmt::format("{} is a PTX file among {} files", file, options.files.size()),
                "run one PTX file alone, or CUDA sources");
        }
    }
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

} // namespace

Action define_run(CLI::App& app, const CommandLine& line) {
    auto options = std::make_shared<RunOptions>();
    options->program_arguments = line.program_arguments;
    add_run_options(app, *options);
    app.footer("Arguments for the program follow after `--`. A report without -o goes to standard "
               "output;\nwhen it is not text, the program's output goes to standard error.");
    return [&app, options] { return run(app, *options); };
}

} // namespace warpscope::cli
