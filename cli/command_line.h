// What was typed, before any option is read: our own words, and those after `--` for the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::cli {

struct CommandLine {
    std::string program;                        ///< how `warpscope` itself was called
    std::vector<std::string> words;             ///< up to the first `--`
    std::vector<std::string> program_arguments; ///< after it
    bool separated = false;                     ///< whether there was a `--`
};

CommandLine split_command_line(const std::vector<std::string>& arguments);

/// The command that runs the same program side by side instead of on a GPU alone, as a shell takes
/// it; `line` is one of `run` or `exec`.
std::string comparison_command(const CommandLine& line);

/// The candidate that a mistyped word most likely means, or nothing.
std::optional<std::string> closest(std::string_view word,
                                   const std::vector<std::string>& candidates);

} // namespace warpscope::cli
