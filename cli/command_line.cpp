// Splits the command line and guesses what mistyped words mean.
#include "cli/command_line.h"

#include <algorithm>
#include <cctype>

namespace warpscope::cli {
namespace {

/// Letters to add, drop, change or swap with their neighbour to turn one word into the other
/// (the optimal string alignment distance).
std::size_t edit_distance(std::string_view from, std::string_view to) {
    const std::size_t width = to.size() + 1;
    std::vector<std::size_t> distance((from.size() + 1) * width);
    for (std::size_t i = 0; i <= from.size(); ++i) {
        for (std::size_t j = 0; j <= to.size(); ++j) {
            std::size_t& here = distance[i * width + j];
            if (i == 0 || j == 0) {
                here = i + j;
                continue;
            }
            const std::size_t different = from[i - 1] == to[j - 1] ? 0 : 1;
            here = std::min({distance[(i - 1) * width + j] + 1, distance[i * width + j - 1] + 1,
                             distance[(i - 1) * width + j - 1] + different});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
                here = std::min(here, distance[(i - 2) * width + j - 2] + 1);
            }
        }
    }
    return distance.back();
}

/// As a shell reads it back.
std::string shell_word(const std::string& word) {
    const auto plain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("_-+=:,./@%").find(c) != std::string_view::npos;
    };
    if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

} // namespace

std::string comparison_command(const CommandLine& line) {
    std::string text = "warpscope compare";
    for (std::size_t i = 1; i < line.words.size(); ++i) {
        const std::string& word = line.words[i];
        // What `compare` decides itself.
        if (word == "--device") ++i;
        if (word == "--no-fuse" || word == "--device" || word.starts_with("--device=")) continue;
        text += " " + shell_word(word);
    }
    if (line.separated) text += " --";
    for (const std::string& word : line.program_arguments)
        text += " " + shell_word(word);
    return text;
}

CommandLine split_command_line(const std::vector<std::string>& arguments) {
    CommandLine line;
    if (arguments.empty()) return line;
    line.program = arguments[0];
    const auto separator = std::find(arguments.begin() + 1, arguments.end(), "--");
    line.words.assign(arguments.begin() + 1, separator);
    line.separated = separator != arguments.end();
    if (line.separated) line.program_arguments.assign(separator + 1, arguments.end());
    return line;
}

std::optional<std::string> closest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
    std::optional<std::string> best;
    std::size_t best_distance = 2 + word.size() / 4;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < best_distance && distance < candidate.size()) {
            best = candidate, best_distance = distance;
        }
    }
    return best;
}

} // namespace warpscope::cli
