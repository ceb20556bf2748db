// Debugger commands that show the state of the launch and its code.
#include <algorithm>

#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/debugger_commands.h"
#include "runtime/report/units.h"
#include "sim/debug/capsule.h"

namespace warpscope::cli {
namespace {

std::string state_text(const SnapshotSplit& split, bool several) {
    switch (split.state) {
    case LaneState::Ready: return split.current && several ? "ready, first of its warp" : "ready";
    case LaneState::AtRejoin: return "waits to rejoin";
    case LaneState::AtBarrier: return fmt::format("waits at barrier {}", split.barrier);
    case LaneState::AtWarpSync:
        return fmt::format("waits for lanes {}", report::lane_ranges(split.members));
    }
    return "";
}

std::string builtins_text(Debugger& d) {
    const Focus& focus = d.navigator().focus();
    const LaunchRequest& request = d.session().request();
    return fmt::format("threadIdx = {}  blockIdx = {}  blockDim = {}  gridDim = {}\n",
                       index_text(thread_index(d.session(), focus.warp, focus.lane), request.block),
                       index_text(from_linear_index(focus.block, request.grid), request.grid),
                       index_text(request.block, request.block),
                       index_text(request.grid, request.grid));
}

/// A variable of the source as the lane in focus sees it: its type, and its value or why it has
/// none.
std::string variable_text(Debugger& d, const ptx::SourceVariable& variable) {
    const unsigned lane = d.navigator().focus().lane;
    std::string value;
    if (const auto expression = Expression::parse(variable.name)) {
        const auto e = d.evaluate(*expression, 1u << lane);
        if (!e)
            value = e.error().message;
        else if (e->object)
            value = d.object_in_focus(*e->object);
        else
            value = has_lane(e->values.valid, lane) ? value_text(e->values, lane, 0)
                                                    : e->values.trouble;
    }
    // Who is meant is clear: it is the lane in focus.
    if (const std::string who = fmt::format("lane {}: ", lane); value.starts_with(who))
        value = "(" + value.substr(who.size()) + ")";
    const SourceTypeRef type = type_of(variable, d.names());
    return fmt::format("{:<12} {:<14} = {}\n", variable.name, type ? name_of(type) : "?", value);
}

std::string source_variables_text(Debugger& d, bool arguments, bool locals) {
    const Focus& focus = d.navigator().focus();
    std::string text;
    for (const ptx::SourceVariable* variable :
         d.names().in_scope(find_warp(d.session(), focus.block, focus.warp), focus.lane))
        if (variable->is_parameter ? arguments : locals) text += variable_text(d, *variable);
    return text;
}

/// Variables and parameters of the PTX, as far as the source has no names for them.
std::string ptx_variables_text(Debugger& d) {
    std::string text;
    for (const NamedPlace& place : named_places(d.session(), d.navigator().focus())) {
        const bool by_source =
            d.names().any() && (place.space == Space::Parameter || place.space == Space::Local ||
                                d.names().knows(place.name));
        if (by_source) continue;
        std::string value;
        if (!place.is_array) {
            const auto expression = Expression::parse(place.name);
            const unsigned lane = d.navigator().focus().lane;
            if (expression)
                if (const auto e = d.evaluate(*expression, 1u << lane);
                    e && !e->array && !e->object)
                    value = " = " + value_text(e->values, lane, 0);
        }
        text += fmt::format("{:<12} {:<10} {} {}{}", place.name, type_text(place),
                            space_name(place.space), place_text(place.space, place.address), value);
        if (place.symbol != place.name) text += fmt::format("   ({})", place.symbol);
        text += "\n";
    }
    return text;
}

std::string locals_text(Debugger& d) {
    if (!d.names().any())
        return builtins_text(d) + ptx_variables_text(d) +
               "An optimised build has no names of local variables: build with --debug, or see "
               "`info registers`.\n";
    const std::string text = source_variables_text(d, true, true) + ptx_variables_text(d);
    return builtins_text(d) + (text.empty() ? "no variables are in scope here\n" : text);
}

Result<std::string> arguments_text(Debugger& d) {
    if (d.names().any()) {
        const std::string text = source_variables_text(d, true, false);
        return text.empty() ? "no arguments are in scope here\n" : text;
    }
    return Diagnostic{{},
                      "an optimised build has no names of arguments",
                      "build with --debug, or see param0 and the others in `info locals`"};
}

Result<std::string> registers_text(Debugger& d, const std::vector<std::string>& names,
                                   const std::string& letters) {
    const Result<ValueFormat> format = parse_value_format(letters);
    if (!format) return format.error();
    const std::vector<RegisterValue> values = registers(d.session(), d.navigator().focus(), names);
    if (values.empty())
        return Diagnostic{{},
                          names.empty() ? "no registers: the lane in focus has exited"
                                        : "there is no such register here",
                          "`info registers` lists those of the function that a lane is in"};
    std::string text;
    for (const RegisterValue& value : values)
        text += fmt::format("{:<8} {:<5} {}\n", value.name, value.type,
                            register_text(value, d.navigator().focus().lane, format->letter));
    return text;
}

std::string warps_text(Debugger& d) {
    const Focus& focus = d.navigator().focus();
    const auto block = view_block(d.session(), focus.block);
    if (!block) return "the block in focus is not on the machine now\n";
    std::string text;
    for (const SnapshotWarp& warp : block->warps) {
        const char* mark = warp.id == focus.warp ? "*" : " ";
        if (warp.splits.empty()) text += fmt::format("{} warp {:<3} has exited\n", mark, warp.id);
        for (const SnapshotSplit& split : warp.splits)
            text += fmt::format("{} warp {:<3} lanes {:<12} {:<28} ptx:{:<5} {}\n", mark, warp.id,
                                report::lane_ranges(split.lanes), d.source_of(split.at),
                                split.at.ptx_line, state_text(split, warp.splits.size() > 1));
    }
    return text;
}

std::string lanes_of_warp_text(Debugger& d) {
    const Focus& focus = d.navigator().focus();
    const auto warp = view_warp(d.session(), focus.block, focus.warp);
    if (!warp) return "the block in focus is not on the machine now\n";
    std::string text;
    const LaunchRequest& request = d.session().request();
    for_each_lane(warp->existing, [&](unsigned lane) {
        text += fmt::format("{} lane {:<2}  thread {:<12} ", lane == focus.lane ? "*" : " ", lane,
                            index_text(thread_index(d.session(), focus.warp, lane), request.block));
        const auto split =
            std::find_if(warp->splits.begin(), warp->splits.end(),
                         [&](const SnapshotSplit& s) { return has_lane(s.lanes, lane); });
        text += split == warp->splits.end()
                    ? std::string("has exited\n")
                    : fmt::format("{}, ptx:{}, {}\n", d.source_of(split->at), split->at.ptx_line,
                                  state_text(*split, warp->splits.size() > 1));
    });
    return text;
}

std::string blocks_text(Debugger& d) {
    const LaunchRequest& request = d.session().request();
    std::string text;
    for (const std::uint64_t linear : resident_blocks(d.session())) {
        const auto block = view_block(d.session(), linear);
        const auto living = std::count_if(block->warps.begin(), block->warps.end(),
                                          [](const SnapshotWarp& w) { return w.alive != 0; });
        text += fmt::format("{} block {:<12} {} of {} warps run\n",
                            linear == d.navigator().focus().block ? "*" : " ",
                            index_text(block->index, request.grid), living, block->warps.size());
    }
    return text + fmt::format("{} of {} blocks are on the machine\n",
                              resident_blocks(d.session()).size(),
                              report::grouped(volume(request.grid)));
}

std::string launches_text(Debugger& d) {
    std::string text;
    for (std::size_t k = 0; k < d.target().launches.size(); ++k) {
        const Result<Capsule> capsule = read_capsule(d.target().launches[k]);
        text += fmt::format("{}{:>3}  ", k == d.launch() ? "*" : " ", k + 1);
        text += capsule
                    ? fmt::format("{}  grid {}, block {}\n",
                                  plain_function_name(d.launch() == k
                                                          ? d.navigator().code().function_names()[0]
                                                          : capsule->kernel),
                                  report::extent(capsule->grid), report::extent(capsule->block))
                    : fmt::format("cannot be read: {}\n", capsule.error().message);
    }
    return text;
}

std::string source_text(Debugger& d) {
    std::string text;
    for (const std::string& file : d.navigator().code().files())
        text += fmt::format("{}{}\n", short_path(file),
                            d.sources().lines(file).empty() ? "  (not to be found)" : "");
    return text.empty() ? "the PTX names no source files\n" : text;
}

std::string source_line_text(Debugger& d) {
    const SourceLine line = d.line_in_focus();
    const auto stack = d.navigator().stack();
    if (stack.empty()) return "the lane in focus has exited\n";
    return fmt::format("{}, PTX line {}, in {}\n",
                       line.line == 0
                           ? "no source line"
                           : fmt::format("{}:{}:{}", short_path(line.file), line.line, line.column),
                       stack[0].ptx_line, stack[0].function_name);
}

std::string displays_text(Debugger& d) {
    std::string text;
    for (const Display& display : d.displays)
        text += fmt::format("{:>3}  {}\n", display.number, display.expression.text());
    return text.empty() ? "no displays\n" : text;
}

/// The line in focus; of an instruction without one, that of the nearest before it in the function.
SourceLine line_before(Debugger& d) {
    SourceLine line = d.line_in_focus();
    const auto stack = d.navigator().stack();
    if (stack.empty()) return line;
    for (std::uint32_t i = stack[0].instruction; line.line == 0 && i-- > 0;)
        for (const SourceLine& l : d.session().place_of({stack[0].function, i}).source)
            if (l.line != 0 && line.line == 0) line = l;
    return line;
}

const std::vector<std::string> kTopics = {
    "locals",      "args",        "registers", "warps",  "lanes", "threads", "blocks",
    "breakpoints", "watchpoints", "launches",  "source", "line",  "display"};

/// The topic that a word begins, if it is only one.
Result<std::string> topic_of(const std::string& word) {
    std::vector<std::string> found;
    for (const std::string& topic : kTopics)
        if (topic.starts_with(word)) found.push_back(topic);
    // gdb's own short forms.
    if (word == "b" || word == "br") return std::string("breakpoints");
    if (word == "r" || word == "reg") return std::string("registers");
    if (word == "w") return std::string("warps");
    if (word == "l" || word == "lo") return std::string("locals");
    if (!word.empty() && found.size() == 1) return found[0];
    const auto meant = closest(word, kTopics);
    return Diagnostic{
        {},
        word.empty() ? "about what?" : fmt::format("nothing is known of \"{}\"", word),
        meant ? "info " + *meant
              : "info locals, args, registers, warps, lanes, blocks, breakpoints, launches, "
                "source, line or display"};
}

} // namespace

Result<std::string> command_info(Debugger& d, const CommandArguments& a) {
    std::vector<std::string> words = a.words();
    const Result<std::string> topic = topic_of(words.empty() ? "" : words[0]);
    if (!topic) return topic.error();
    if (!words.empty()) words.erase(words.begin());
    if (*topic == "registers") return registers_text(d, words, a.format);
    if (!words.empty())
        return Diagnostic{{}, fmt::format("\"{}\" does not belong here", words[0]), "leave it out"};
    if (*topic == "locals") return locals_text(d);
    if (*topic == "args") return arguments_text(d);
    if (*topic == "warps") return warps_text(d);
    if (*topic == "lanes" || *topic == "threads") return lanes_of_warp_text(d);
    if (*topic == "blocks") return blocks_text(d);
    if (*topic == "launches") return launches_text(d);
    if (*topic == "source") return source_text(d);
    if (*topic == "line") return source_line_text(d);
    if (*topic == "display") return displays_text(d);
    return breakpoints_text(d, d.navigator().breakpoints());
}

Result<std::string> command_list(Debugger& d, const CommandArguments& a) {
    constexpr std::uint32_t kLines = 10;
    const SourceLine here = line_before(d);
    if (!a.text.empty()) {
        const Result<CodeLocations> place = d.navigator().code().find(a.text, here.file);
        if (!place) return place.error();
        SourceLine line;
        if (place->file.empty() && !place->at.empty()) {
            for (const SourceLine& l : d.session().place_of(place->at[0]).source)
                if (l.line != 0 && line.line == 0) line = l;
        }
        d.listed_file = place->file.empty() ? line.file : place->file;
        const std::uint32_t centre = place->file.empty() ? line.line : place->line;
        d.listed_line = centre > kLines / 2 ? centre - kLines / 2 : 1;
    } else if (d.listed_line == 0) {
        d.listed_file = here.file;
        d.listed_line = here.line > kLines / 2 ? here.line - kLines / 2 : 1;
    }
    const std::vector<std::string>& lines = d.sources().lines(d.listed_file);
    if (lines.empty())
        return Diagnostic{{d.listed_file},
                          d.listed_file.empty() ? "no source line belongs to this place"
                                                : "cannot be read",
                          "`disassemble` shows the PTX"};
    if (d.listed_line > lines.size())
        return Diagnostic{{}, "the file ends here", "list LINE starts elsewhere"};
    std::string text;
    const std::uint32_t last = std::min<std::uint32_t>(d.listed_line + kLines - 1,
                                                       static_cast<std::uint32_t>(lines.size()));
    for (std::uint32_t n = d.listed_line; n <= last; ++n)
        text +=
            fmt::format("{}{:>5}  {}\n", n == here.line && d.listed_file == here.file ? "=>" : "  ",
                        n, lines[n - 1]);
    d.listed_line = last + 1;
    return text;
}

Result<std::string> command_disassemble(Debugger& d, const CommandArguments& a) {
    constexpr std::uint32_t kAround = 6;
    const auto stack = d.navigator().stack();
    CodePosition here =
        stack.empty() ? CodePosition{} : CodePosition{stack[0].function, stack[0].instruction};
    const bool stands = !stack.empty();
    CodePosition centre = here;
    if (!a.text.empty() && a.text != "all") {
        const Result<CodeLocations> place =
            d.navigator().code().find(a.text, d.line_in_focus().file);
        if (!place) return place.error();
        centre = place->at.at(0);
    }
    std::string text;
    std::string last_line;
    const std::uint32_t first =
        a.text == "all" || centre.instruction < kAround ? 0 : centre.instruction - kAround;
    for (std::uint32_t i = first;; ++i) {
        const CodePosition at = {centre.function, i};
        const Instruction* const instruction = d.navigator().code().instruction(at);
        if (instruction == nullptr || (a.text != "all" && i > centre.instruction + kAround)) break;
        const std::string line = d.source_of(d.session().place_of(at));
        if (line != last_line && !line.starts_with("ptx:")) text += line + "\n";
        last_line = line;
        text += fmt::format("{} {:>5}  {}\n", stands && at == here ? "=>" : "  ", instruction->line,
                            ptx_line_text(d.session(), instruction->line));
    }
    return text;
}

Result<std::string> command_backtrace(Debugger& d, const CommandArguments&) {
    const auto stack = d.navigator().stack();
    if (stack.empty()) return Diagnostic{{}, "the lane in focus has exited", "focus another"};
    std::string text;
    unsigned number = 0;
    for (const CodePlace& place : stack) {
        if (place.source.empty())
            text +=
                fmt::format("#{}  {} at ptx:{}\n", number++, place.function_name, place.ptx_line);
        for (const SourceLine& line : place.source)
            text += fmt::format("#{}  {} at {}:{}{}\n", number++,
                                line.function.empty() ? place.function_name : line.function,
                                short_path(line.file), line.line,
                                &line == &place.source.back() ? "" : "  (inlined)");
    }
    return text;
}

} // namespace warpscope::cli
