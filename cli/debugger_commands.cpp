// The table of debugger commands, and how a line becomes one of them.
#include "cli/debugger_commands.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

#include "cli/command_line.h"

namespace warpscope::cli {
namespace {

Result<std::string> command_help(Debugger&, const CommandArguments& arguments);
Result<std::string> command_quit(Debugger& debugger, const CommandArguments&) {
    debugger.quit();
    return std::string();
}
Result<std::string> command_echo(Debugger&, const CommandArguments& arguments) {
    return arguments.text + "\n";
}

// clang-format off
constexpr DebugCommand kDebugCommands[] = {
    {"break", "b", "[PLACE | conflict N | sectors N | finding [N]] [if EXPR]", "stop before a FILE:LINE, LINE, ptx:LINE or FUNCTION; before shared accesses of N passes, global ones of N sectors; before findings", command_break},
    {"tbreak", "tb", "PLACE [if EXPR]", "the same, once", command_tbreak},
    {"watch", "wa", "EXPR|ADDRESS [BYTES] [if EXPR]", "stop before writes to a place in memory", command_watch},
    {"rwatch", "rw", "EXPR|ADDRESS [BYTES]", "stop before reads of it", command_rwatch},
    {"awatch", "aw", "EXPR|ADDRESS [BYTES]", "stop before both", command_awatch},
    {"delete", "d", "[NUMBER…]", "remove breakpoints, without numbers all", command_delete},
    {"enable", "en", "[NUMBER…]", "switch breakpoints on", command_enable},
    {"disable", "dis", "[NUMBER…]", "switch breakpoints off", command_disable},
    {"condition", "cond", "NUMBER [EXPR]", "stop there only for lanes for which EXPR holds", command_condition},
    {"ignore", "ig", "NUMBER COUNT", "do not stop there the next COUNT times", command_ignore},
    {"run", "r", "", "from the beginning of the launch to the first breakpoint", command_run},
    {"continue", "c fg", "[COUNT]", "to the next breakpoint, or the COUNTth", command_continue, true},
    {"reverse-continue", "rc", "[COUNT]", "the same, backwards", command_reverse_continue, true},
    {"step", "s", "[COUNT]", "the lane in focus to another source line, into calls", command_step, true},
    {"next", "n", "[COUNT]", "the same, calls run through", command_next, true},
    {"finish", "fin", "", "until the function, or the inlined call, is left", command_finish},
    {"until", "u", "[PLACE]", "as next, out of loops; with a place as advance", command_until, true},
    {"advance", "adv", "PLACE", "until somebody comes to a place", command_advance},
    {"stepi", "si nexti ni", "[-all] [COUNT]", "one instruction of the lane in focus; -all: of the launch", command_stepi, true},
    {"reverse-step", "rs", "[COUNT]", "step, backwards", command_reverse_step, true},
    {"reverse-next", "rn", "[COUNT]", "next, backwards", command_reverse_next, true},
    {"reverse-finish", "rf", "", "back to before the call", command_reverse_finish},
    {"reverse-advance", "ra", "PLACE", "advance, backwards", command_reverse_advance},
    {"reverse-stepi", "rsi reverse-nexti rni", "[-all] [COUNT]", "stepi, backwards", command_reverse_stepi, true},
    {"barrier", "bar", "", "to just behind the next barrier of the block that opens", command_barrier, true},
    {"reverse-barrier", "rbar", "", "the same, backwards", command_reverse_barrier, true},
    {"next-block", "nb", "", "to where the next block begins", command_next_block, true},
    {"reverse-block", "rb", "", "to where this block, or the one before, began", command_reverse_block, true},
    {"goto", "g", "POSITION|+N|-N|start|end|block INDEX|finding N", "to a moment of the launch", command_goto},
    {"print", "p inspect", "[/FORMAT] [-all] EXPR", "a value in the lane in focus; print/32 or -all in all lanes", command_print},
    {"x", "", "[/COUNT FORMAT SIZE] EXPR|ADDRESS", "memory from an address on: x/8xw &tile[0]", command_examine},
    {"display", "disp", "[/FORMAT] [EXPR]", "print it at every stop", command_display},
    {"undisplay", "und", "[NUMBER…]", "stop that", command_undisplay},
    {"who", "", "EXPR|ADDRESS [BYTES]", "who wrote it last", command_who},
    {"when", "", "EXPR|ADDRESS [BYTES]", "when it changes next", command_when},
    {"info", "i", "locals|args|registers|warps|lanes|blocks|breakpoints|launches|source|line|display", "what there is", command_info},
    {"list", "l", "[PLACE]", "source lines around a place, then those behind", command_list, true},
    {"disassemble", "disas", "[all|PLACE]", "PTX around where the lane is", command_disassemble},
    {"focus", "cuda thread lane warp block", "[block INDEX] [warp N] [lane N] [thread INDEX]", "look at somebody else; alone it says at whom", command_focus},
    {"backtrace", "bt where", "", "calls around where the lane is, inlined ones too", command_backtrace},
    {"launch", "", "[N]", "open another launch of the program", command_launch},
    {"findings", "find", "", "what the checkers find in this launch, and when", command_findings},
    {"hash", "", "", "a hash of all that the program can see now", command_hash},
    {"echo", "", "TEXT", "print a text", command_echo},
    {"help", "h", "[COMMAND]", "this list, or one command", command_help},
    {"quit", "q exit", "", "leave", command_quit},
};
// clang-format on

bool has_alias(const DebugCommand& command, const std::string& name) {
    std::istringstream aliases(command.aliases);
    for (std::string alias; aliases >> alias;)
        if (alias == name) return true;
    return false;
}

std::string help_line(const DebugCommand& c) {
    std::string usage = c.name;
    if (*c.aliases != '\0') usage += fmt::format(" ({})", c.aliases);
    return fmt::format("  {:<34} {}\n", usage, c.summary);
}

Result<std::string> command_help(Debugger&, const CommandArguments& arguments) {
    if (!arguments.text.empty()) {
        const Result<const DebugCommand*> found = find_debug_command(arguments.text);
        if (!found) return found.error();
        return fmt::format("{} {}\n  {}\n", (*found)->name, (*found)->arguments, (*found)->summary);
    }
    std::string text;
    for (const DebugCommand& c : kDebugCommands)
        text += help_line(c);
    return text + "A command may be cut short as long as no other begins so. An empty line repeats "
                  "the last move.\n`help COMMAND` tells its arguments.\n";
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

} // namespace

std::span<const DebugCommand> debug_commands() {
    return kDebugCommands;
}

std::vector<std::string> CommandArguments::words() const {
    std::istringstream stream(text);
    std::vector<std::string> found;
    for (std::string word; stream >> word;)
        found.push_back(word);
    return found;
}

Result<const DebugCommand*> find_debug_command(const std::string& name) {
    std::vector<const DebugCommand*> beginning;
    for (const DebugCommand& c : kDebugCommands) {
        if (name == c.name || has_alias(c, name)) return &c;
        if (!name.empty() && std::string_view(c.name).starts_with(name)) beginning.push_back(&c);
    }
    if (beginning.size() == 1) return beginning[0];
    std::vector<std::string> names;
    for (const DebugCommand& c : kDebugCommands)
        names.emplace_back(c.name);
    if (beginning.empty()) {
        const auto meant = closest(name, names);
        return Diagnostic{{},
                          fmt::format("\"{}\" is no command", name),
                          meant ? *meant : "`help` lists the commands"};
    }
    std::string several;
    for (const DebugCommand* c : beginning)
        several += (several.empty() ? "" : ", ") + std::string(c->name);
    return Diagnostic{{}, fmt::format("\"{}\" may be {}", name, several), "write more of it"};
}

Result<std::string> Debugger::execute(const std::string& line) {
    const std::string text = trimmed(line);
    if (text.empty() || text[0] == '#') return std::string();
    std::size_t end = 0;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
                                 text[end] == '-' || text[end] == '_'))
        ++end;
    const std::string name = text.substr(0, end);
    const Result<const DebugCommand*> command = find_debug_command(name);
    if (!command) return command.error();
    CommandArguments arguments;
    std::size_t at = end;
    if (at < text.size() && text[at] == '/') {
        const std::size_t stop = std::min(text.find_first_of(" \t", at), text.size());
        arguments.format = text.substr(at + 1, stop - at - 1);
        at = stop;
    } else if (at < text.size() && text[at] != ' ' && text[at] != '\t') {
        return Diagnostic{{},
                          fmt::format("\"{}\" is no command", text.substr(0, text.find(' '))),
                          fmt::format("write a blank behind {}", (*command)->name)};
    }
    arguments.text = trimmed(text.substr(at));
    // cuda-gdb's `thread (1,0,0)` is `focus thread (1,0,0)`.
    const bool part = name == "thread" || name == "lane" || name == "warp" || name == "block";
    if (part && (*command)->run == command_focus) arguments.text = name + " " + arguments.text;
    repeatable_ = (*command)->repeats ? text : "";
    return (*command)->run(*this, arguments);
}

std::optional<std::uint64_t> parse_number(const std::string& text) {
    std::string digits = text;
    std::erase(digits, ',');
    if (digits.empty() || digits[0] < '0' || digits[0] > '9') return std::nullopt;
    char* end = nullptr;
    errno = 0;
    const std::uint64_t value = std::strtoull(digits.c_str(), &end, 0);
    if (*end != '\0' || errno == ERANGE) return std::nullopt;
    return value;
}

Result<std::uint64_t> parse_count(const std::string& text) {
    if (text.empty()) return std::uint64_t{1};
    const auto count = parse_number(text);
    if (count && *count != 0) return *count;
    return Diagnostic{{}, fmt::format("\"{}\" is no count", text), "write a number from 1 on"};
}

Result<Dim3> parse_index(const std::string& text, const Dim3& extent, const char* what) {
    std::string plain;
    for (const char c : text)
        if (c != '(' && c != ')' && c != ' ') plain += c == ',' ? ' ' : c;
    std::istringstream stream(plain);
    std::vector<std::uint64_t> numbers;
    bool good = true;
    for (std::string word; stream >> word;) {
        const auto number = parse_number(word);
        good &= number.has_value();
        numbers.push_back(number.value_or(0));
    }
    const std::string hint =
        fmt::format("{}s run from (0, 0, 0) to ({}, {}, {}), or from 0 to {}", what, extent.x - 1,
                    extent.y - 1, extent.z - 1, volume(extent) - 1);
    if (!good || numbers.empty() || numbers.size() > 3)
        return Diagnostic{{}, fmt::format("\"{}\" is no index", text), hint};
    if (numbers.size() == 1 && numbers[0] < volume(extent))
        return from_linear_index(numbers[0], extent);
    numbers.resize(3, 0);
    if (numbers[0] >= extent.x || numbers[1] >= extent.y || numbers[2] >= extent.z)
        return Diagnostic{{}, fmt::format("there is no {} {}", what, text), hint};
    return Dim3{static_cast<std::uint32_t>(numbers[0]), static_cast<std::uint32_t>(numbers[1]),
                static_cast<std::uint32_t>(numbers[2])};
}

} // namespace warpscope::cli
