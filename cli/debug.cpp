// `warpscope debug`: the terminal debugger.
#include <cstdio>
#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/debugger.h"
#include "cli/debugger_commands.h"
#include "cli/line_editor.h"

namespace warpscope::cli {
namespace {

struct DebugOptions {
    RunOptions run;
    unsigned launch = 0;
    std::uint64_t history_mib = DebugTarget{}.history_mib;
    bool batch = false;
    std::vector<std::string> scripts, commands;
};

/// Carries a line out; false when it failed. `where` is said before the problem.
bool carry_out(Debugger& debugger, const std::string& line, const std::string& where) {
    const Result<std::string> result = debugger.execute(line);
    if (result) {
        std::fputs(result->c_str(), stdout);
        std::fflush(stdout);
        return true;
    }
    std::fflush(stdout);
    const Diagnostic& d = result.error();
    const std::string place = !where.empty() ? where : d.where.file;
    std::fputs(fmt::format("{}{}error: {}{}\n", place, place.empty() ? "" : ": ", d.message,
                           d.hint.empty() ? "" : "\n  try: " + d.hint)
                   .c_str(),
               stderr);
    return false;
}

/// Up to the first line that fails.
bool run_script(Debugger& debugger, const std::string& file) {
    std::ifstream stream(file);
    if (!stream) {
        std::fputs(fmt::format("{}: error: cannot be read\n  try: check the name behind -x\n", file)
                       .c_str(),
                   stderr);
        return false;
    }
    unsigned number = 0;
    for (std::string line; std::getline(stream, line) && !debugger.quits();)
        if (!carry_out(debugger, line, fmt::format("{}:{}", file, ++number))) return false;
    return true;
}

bool run_given_commands(Debugger& debugger, const DebugOptions& options) {
    for (const std::string& script : options.scripts)
        if (!debugger.quits() && !run_script(debugger, script)) return false;
    for (const std::string& command : options.commands)
        if (!debugger.quits() && !carry_out(debugger, command, "-ex " + command)) return false;
    return true;
}

void talk(Debugger& debugger) {
    LineEditor editor;
    while (!debugger.quits()) {
        const std::optional<std::string> line = editor.read("(warpscope) ");
        if (!line) {
            if (editor.interactive()) std::fputs("\n", stdout);
            return;
        }
        const bool empty = line->find_first_not_of(" \t") == std::string::npos;
        carry_out(debugger, empty && editor.interactive() ? debugger.repeatable() : *line, "");
    }
}

int debug(const CLI::App& app, const DebugOptions& options) {
    Result<DebugTarget> target = make_debug_target(app, options.run, options.launch);
    if (!target) {
        // Compilers and option checks have spoken already.
        return target.error().hint.empty() ? kBadInput : refuse(target.error());
    }
    target->history_mib = options.history_mib;
    const std::size_t first = target->first;
    Debugger debugger(std::move(*target));
    if (Status opened = debugger.open(first); !opened) return refuse(opened.error());
    if (!options.batch) {
        std::fputs(debugger.where().c_str(), stdout);
        std::fflush(stdout);
    }
    const bool good = run_given_commands(debugger, options);
    if (options.batch) return good ? kClean : kFindings;
    talk(debugger);
    return kClean;
}

} // namespace

Action define_debug(CLI::App& app, const CommandLine& line) {
    auto options = std::make_shared<DebugOptions>();
    options->run.program_arguments = line.program_arguments;
    options->run.report.progress = ShowProgress::Never;
    add_run_options(app, options->run);
    for (const char* name : {"--device", "--gpu-index", "--executions", "--bisect", "--tolerance",
                             "--no-fuse", "--counters", "--capture", "--report", "--output",
                             "--no-report", "--quiet", "--progress", "--no-progress"})
        app.remove_option(app.get_option(name));
    app.get_option("files")->type_name("PROGRAM.cu…|KERNEL.ptx|PROGRAM|CAPSULE");
    app.add_option("--launch", options->launch,
                   "the launch to open, by its number; without it the first with a finding")
        ->check(CLI::Range(1u, UINT32_MAX))
        ->type_name("N");
    app.add_option("--history", options->history_mib,
                   "memory for going back; with less of it a step back takes longer")
        ->check(CLI::Range(1u, 1u << 20))
        ->type_name("MIB")
        ->capture_default_str();
    app.add_flag("--batch", options->batch,
                 "no prompt: carry out -x and -ex, and exit with 1 when a command failed");
    app.add_option("-x,--command", options->scripts, "commands from a file")
        ->allow_extra_args(false)
        ->type_name("FILE");
    app.add_option("--ex", options->commands, "a command; also written -ex")
        ->allow_extra_args(false)
        ->type_name("COMMAND");
    app.footer("The program runs once, with its launches captured; then they can be gone through "
               "forwards\nand back. `help` in the debugger lists its commands.");
    return [&app, options] { return debug(app, *options); };
}

} // namespace warpscope::cli
