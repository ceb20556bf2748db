// The commands of `warpscope`: one table, one source file for each.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cli/command_line.h"

namespace CLI {
class App;
}

namespace warpscope::cli {

/// What a command is to do once its options have been read; gives the exit code.
using Action = std::function<int()>;

struct Command {
    const char* name;
    const char* summary;
    /// Adds the command's options to its own `app` and returns what to do with their values.
    /// `line` lives as long as the action; its program arguments are set.
    Action (*define)(CLI::App& app, const CommandLine& line);
};

std::span<const Command> commands();

Action define_run(CLI::App& app, const CommandLine& line);
Action define_exec(CLI::App& app, const CommandLine& line);
Action define_compare(CLI::App& app, const CommandLine& line);
Action define_debug(CLI::App& app, const CommandLine& line);
Action define_dap(CLI::App& app, const CommandLine& line);
Action define_replay(CLI::App& app, const CommandLine& line);
Action define_record(CLI::App& app, const CommandLine& line);
Action define_reduce(CLI::App& app, const CommandLine& line);
Action define_explain(CLI::App& app, const CommandLine& line);
Action define_gui(CLI::App& app, const CommandLine& line);
Action define_build(CLI::App& app, const CommandLine& line);
Action define_new(CLI::App& app, const CommandLine& line);
Action define_gpus(CLI::App& app, const CommandLine& line);
Action define_checkers(CLI::App& app, const CommandLine& line);
Action define_isa(CLI::App& app, const CommandLine& line);
Action define_counters(CLI::App& app, const CommandLine& line);
Action define_doctor(CLI::App& app, const CommandLine& line);
Action define_bench(CLI::App& app, const CommandLine& line);

/// Reads a command line (program name first), carries it out and returns the exit code.
int run_command_line(const std::vector<std::string>& arguments);

} // namespace warpscope::cli
