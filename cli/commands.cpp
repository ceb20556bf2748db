// Finds the command, reads its options and carries it out.
#include "cli/commands.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/console.h"
#include "warpscope_version.h"

namespace warpscope::cli {
namespace {

// clang-format off
constexpr std::array kCommands = {
    Command{"run", "run a CUDA program, or one kernel from a PTX file, and report what it did", define_run},
    Command{"exec", "run a program that `warpscope build` made, on the emulator or a GPU", define_exec},
    Command{"compare", "run every launch on the emulator and on a GPU, and compare what they leave", define_compare},
    Command{"gui", "see a program or a captured launch run, lane by lane, on the desktop", define_gui},
    Command{"debug", "go through a program's launches in the terminal, forwards and back", define_debug},
    Command{"dap", "debug in an editor: a server of the Debug Adapter Protocol", define_dap},
    Command{"replay", "run a captured launch again", define_replay},
    Command{"record", "keep what a GPU leaves of captured launches beside them", define_record},
    Command{"reduce", "make a captured launch smaller while the same is wrong with it", define_reduce},
    Command{"explain", "look for a schedule in which a race changes an output", define_explain},
    Command{"build", "compile a CUDA program to an executable for the emulator and GPUs", define_build},
    Command{"new", "start a program of your own in a new folder", define_new},
    Command{"gpus", "list the GPU models that can be simulated, and the GPUs of this machine", define_gpus},
    Command{"isa", "list the PTX instructions that the emulator executes", define_isa},
    Command{"checkers", "list what launches are checked for", define_checkers},
    Command{"counters", "list what `run --counters` counts, and the profiler's metrics", define_counters},
    Command{"doctor", "check that all that is needed is there, and say what to install", define_doctor},
    Command{"bench", "measure how fast the emulator is on this machine", define_bench},
};
// clang-format on

std::string general_help() {
    std::string text = "Warpscope runs GPU kernels where you can see them.\n\n"
                       "usage: warpscope COMMAND [OPTIONS]\n\ncommands:\n";
    for (const Command& command : kCommands) {
        text += fmt::format("  {:<9} {}\n", command.name, command.summary);
    }
    return text + "\n`warpscope COMMAND --help` tells the options of each.\n"
                  "exit codes: 0 clean, 1 findings or a simulated fault, 2 bad usage or input,\n"
                  "            3 the program crashed, was interrupted or returned another status\n";
}

const Command* find_command(const std::string& name) {
    for (const Command& command : kCommands) {
        if (name == command.name) return &command;
    }
    return nullptr;
}

int unknown_command(const std::string& name) {
    std::vector<std::string> names;
    for (const Command& command : kCommands)
        names.push_back(command.name);
    if (name.ends_with(".cu") || name.ends_with(".ptx")) {
        return refuse(fmt::format("\"{}\" is no command", name),
                      fmt::format("warpscope run {}", name));
    }
    const auto meant = closest(name, names);
    return refuse(fmt::format("\"{}\" is no command", name),
                  meant ? fmt::format("warpscope {}", *meant)
                        : "`warpscope --help` lists the commands");
}

/// CLI11 tells an unknown option in a list of all words that it could not place.
std::string hint_for(const CLI::ParseError& error, const CLI::App& app,
                     const std::vector<std::string>& words) {
    const std::string help = fmt::format("`warpscope {} --help` lists the options", app.get_name());
    if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return help;
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames())
            known.push_back("--" + name);
    }
    for (const std::string& word : words) {
        if (!word.starts_with("--")) continue;
        const std::string name = word.substr(0, word.find('='));
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        if (const auto meant = closest(name, known)) return *meant;
    }
    return help;
}

int usage_error(const CLI::ParseError& error, const CLI::App& app,
                const std::vector<std::string>& words) {
    std::string message = error.what();
    while (message.ends_with('\n') || message.ends_with(' '))
        message.pop_back();
    return refuse(message, hint_for(error, app, words));
}

int run_command(const Command& command, const CommandLine& line) {
    CLI::App app(command.summary, command.name);
    const Action action = command.define(app, line);
    std::vector<std::string> words(line.words.begin() + 1, line.words.end());
    // gdb's spelling, which CLI11 would take for -e and -x.
    std::replace(words.begin(), words.end(), std::string("-ex"), std::string("--ex"));
    try {
        // CLI11 takes them from the back.
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::CallForHelp&) {
        std::fputs(app.help("warpscope").c_str(), stdout);
        return kClean;
    } catch (const CLI::ParseError& error) {
        return usage_error(error, app, words);
    }
    return action();
}

} // namespace

std::span<const Command> commands() {
    return kCommands;
}

int run_command_line(const std::vector<std::string>& arguments) {
    const CommandLine line = split_command_line(arguments);
    if (line.words.empty()) {
        std::fputs(general_help().c_str(), stderr);
        return kBadInput;
    }
    const std::string& first = line.words[0];
    if (first == "--help" || first == "-h" || first == "help") {
        std::fputs(general_help().c_str(), stdout);
        return kClean;
    }
    if (first == "--version" || first == "version") {
        std::fputs("warpscope " WARPSCOPE_VERSION "\n", stdout);
        return kClean;
    }
    const Command* command = find_command(first);
    if (!command) return unknown_command(first);
    try {
        return run_command(*command, line);
    } catch (const std::bad_alloc&) {
        return refuse("this machine has not enough memory for that", "use smaller sizes");
    } catch (const std::exception& error) {
        return refuse(fmt::format("unexpected: {}", error.what()),
                      "this is a mistake of Warpscope; please report it with the command line");
    }
}

} // namespace warpscope::cli
