// Debugger commands that move: running, stepping, going to a moment, changing the focus.
#include <algorithm>

#include <fmt/format.h>

#include "cli/debugger_commands.h"
#include "runtime/report/units.h"
#include "sim/base/sort_stably.h"

namespace warpscope::cli {
namespace {

/// The same move so many times, or until it ends otherwise than as it should.
Result<std::string> repeated(Debugger& d, const CommandArguments& a,
                             const std::function<Stop(Navigator&)>& once, Stop::Why good) {
    const Result<std::uint64_t> count = parse_count(a.text);
    if (!count) return count.error();
    const Stop stop = d.move([&](Navigator& n) {
        Stop last;
        for (std::uint64_t k = 0; k < *count; ++k) {
            last = once(n);
            if (last.why != good || n.cancelled()) break;
        }
        return last;
    });
    return d.stop_text(stop);
}

Result<std::string> lines(Debugger& d, const CommandArguments& a, LineStep kind,
                          Direction direction) {
    return repeated(
        d, a, [&](Navigator& n) { return n.step_line(kind, direction); }, Stop::Why::Step);
}

Result<std::string> without_arguments(Debugger& d, const CommandArguments& a,
                                      const std::function<Stop(Navigator&)>& moves) {
    if (!a.text.empty())
        return Diagnostic{{}, fmt::format("\"{}\" does not belong here", a.text), "leave it out"};
    return d.stop_text(d.move(moves));
}

Result<std::string> to_place(Debugger& d, const CommandArguments& a, Direction direction) {
    const Result<CodeLocations> place = d.navigator().code().find(a.text, d.line_in_focus().file);
    if (!place) return place.error();
    return d.stop_text(d.move([&](Navigator& n) { return n.run_to(*place, direction); }));
}

Result<std::string> instructions(Debugger& d, const CommandArguments& a, Direction direction) {
    std::string count_text;
    bool all = false;
    for (const std::string& word : a.words()) {
        if (word == "-all")
            all = true;
        else
            count_text += word;
    }
    const Result<std::uint64_t> count = parse_count(count_text);
    if (!count) return count.error();
    return d.stop_text(d.move([&](Navigator& n) {
        return all ? n.step_launch(direction, *count) : n.step_instruction(direction, *count);
    }));
}

Result<std::string> to_block(Debugger& d, const std::string& text) {
    const Dim3& grid = d.session().request().grid;
    const Result<Dim3> index = parse_index(text, grid, "block");
    if (!index) return index.error();
    return d.stop_text(
        d.move([&](Navigator& n) { return n.go_to_block(linear_index(*index, grid)); }));
}

Result<std::string> to_finding(Debugger& d, const std::string& text) {
    const Result<const std::vector<PlacedFinding>*> findings = d.findings();
    if (!findings) return findings.error();
    const std::string number = text.starts_with('F') ? text.substr(1) : text;
    const auto k = parse_number(number.empty() ? "1" : number);
    if (!k || *k == 0 || *k > (*findings)->size())
        return Diagnostic{
            {}, fmt::format("there is no finding \"{}\"", text), "`findings` lists them"};
    const PlacedFinding& finding = (**findings)[*k - 1];
    if (!finding.position)
        return Diagnostic{{},
                          fmt::format("nobody knows when finding {} happened", *k),
                          "break at its line instead"};
    const Stop stop = d.move([&](Navigator& n) { return n.go_to(*finding.position - 1); });
    return fmt::format("the moment before finding {}: {}\n", *k, finding.finding.message) +
           d.stop_text(stop);
}

} // namespace

Result<std::string> command_run(Debugger& d, const CommandArguments& a) {
    return without_arguments(d, a, [](Navigator& n) {
        n.go_to(0);
        return n.go_on(Direction::Forward);
    });
}
Result<std::string> command_continue(Debugger& d, const CommandArguments& a) {
    return repeated(
        d, a, [](Navigator& n) { return n.go_on(Direction::Forward); }, Stop::Why::Breakpoint);
}
Result<std::string> command_reverse_continue(Debugger& d, const CommandArguments& a) {
    return repeated(
        d, a, [](Navigator& n) { return n.go_on(Direction::Back); }, Stop::Why::Breakpoint);
}
Result<std::string> command_step(Debugger& d, const CommandArguments& a) {
    return lines(d, a, LineStep::Into, Direction::Forward);
}
Result<std::string> command_next(Debugger& d, const CommandArguments& a) {
    return lines(d, a, LineStep::Over, Direction::Forward);
}
Result<std::string> command_finish(Debugger& d, const CommandArguments& a) {
    return without_arguments(
        d, a, [](Navigator& n) { return n.step_line(LineStep::Out, Direction::Forward); });
}
Result<std::string> command_until(Debugger& d, const CommandArguments& a) {
    if (!a.text.empty()) return command_advance(d, a);
    return lines(d, a, LineStep::Down, Direction::Forward);
}
Result<std::string> command_advance(Debugger& d, const CommandArguments& a) {
    return to_place(d, a, Direction::Forward);
}
Result<std::string> command_stepi(Debugger& d, const CommandArguments& a) {
    return instructions(d, a, Direction::Forward);
}
Result<std::string> command_reverse_step(Debugger& d, const CommandArguments& a) {
    return lines(d, a, LineStep::Into, Direction::Back);
}
Result<std::string> command_reverse_next(Debugger& d, const CommandArguments& a) {
    return lines(d, a, LineStep::Over, Direction::Back);
}
Result<std::string> command_reverse_finish(Debugger& d, const CommandArguments& a) {
    return without_arguments(
        d, a, [](Navigator& n) { return n.step_line(LineStep::Out, Direction::Back); });
}
Result<std::string> command_reverse_advance(Debugger& d, const CommandArguments& a) {
    return to_place(d, a, Direction::Back);
}
Result<std::string> command_reverse_stepi(Debugger& d, const CommandArguments& a) {
    return instructions(d, a, Direction::Back);
}
Result<std::string> command_barrier(Debugger& d, const CommandArguments& a) {
    return without_arguments(d, a, [](Navigator& n) { return n.step_barrier(Direction::Forward); });
}
Result<std::string> command_reverse_barrier(Debugger& d, const CommandArguments& a) {
    return without_arguments(d, a, [](Navigator& n) { return n.step_barrier(Direction::Back); });
}
Result<std::string> command_next_block(Debugger& d, const CommandArguments& a) {
    return without_arguments(d, a, [](Navigator& n) { return n.step_block(Direction::Forward); });
}
Result<std::string> command_reverse_block(Debugger& d, const CommandArguments& a) {
    return without_arguments(d, a, [](Navigator& n) { return n.step_block(Direction::Back); });
}

Result<std::string> command_goto(Debugger& d, const CommandArguments& a) {
    const std::uint64_t here = d.session().position();
    std::uint64_t target = 0;
    if (a.text.starts_with("block ")) return to_block(d, a.text.substr(6));
    if (a.text == "finding") return to_finding(d, "");
    if (a.text.starts_with("finding ")) return to_finding(d, a.text.substr(8));
    const bool relative = a.text.starts_with('+') || a.text.starts_with('-');
    if (a.text == "end") {
        target = UINT64_MAX;
    } else if (a.text != "start") {
        const auto number = parse_number(relative ? a.text.substr(1) : a.text);
        if (!number)
            return Diagnostic{{},
                              fmt::format("\"{}\" is no moment", a.text),
                              "a position, +N, -N, start, end, block INDEX or finding N"};
        target = *number;
        if (a.text[0] == '+') target = here + std::min(target, UINT64_MAX - here);
        if (a.text[0] == '-') target = here - std::min(target, here);
    }
    return d.stop_text(d.move([&](Navigator& n) { return n.go_to(target); }));
}

namespace {

/// One part of a focus: "block (1, 2)".
Status set_part(Debugger& d, const std::string& kind, const std::string& value, Focus& focus) {
    const LaunchRequest& request = d.session().request();
    if (kind == "block") {
        const Result<Dim3> index = parse_index(value, request.grid, "block");
        if (!index) return index.error();
        focus.block = linear_index(*index, request.grid);
        return Done{};
    }
    if (kind == "thread") {
        const Result<Dim3> index = parse_index(value, request.block, "thread");
        if (!index) return index.error();
        focus = *focus_of_thread(d.session(), focus.block, *index);
        return Done{};
    }
    const auto number = parse_number(value);
    const std::uint64_t limit = kind == "lane" ? kLanes : warps_of_block(d.session());
    if (!number || *number >= limit)
        return Diagnostic{{},
                          fmt::format("there is no {} {}", kind, value),
                          fmt::format("{}s run from 0 to {}", kind, limit - 1)};
    if (kind == "lane")
        focus.lane = static_cast<unsigned>(*number);
    else
        focus.warp = static_cast<std::uint32_t>(*number);
    return Done{};
}

/// "block (1, 2) warp 3" in pairs.
Result<std::vector<std::pair<std::string, std::string>>> focus_parts(const std::string& text) {
    std::vector<std::pair<std::string, std::string>> parts;
    static const std::vector<std::string> kinds = {"block", "warp", "lane", "thread"};
    for (const std::string& word : CommandArguments{"", text}.words()) {
        if (std::find(kinds.begin(), kinds.end(), word) != kinds.end())
            parts.emplace_back(word, "");
        else if (!parts.empty())
            parts.back().second += word;
        else
            return Diagnostic{{},
                              fmt::format("\"{}\" is no part of a focus", word),
                              "focus block (0, 1) warp 2 lane 3, or thread (32, 0)"};
    }
    return parts;
}

} // namespace

Result<std::string> command_focus(Debugger& d, const CommandArguments& a) {
    Result<std::vector<std::pair<std::string, std::string>>> parts = focus_parts(a.text);
    if (!parts) return parts.error();
    if (std::all_of(parts->begin(), parts->end(), [](const auto& p) { return p.second.empty(); }))
        return d.focus_text(d.navigator().focus()) + "\n";
    Focus focus = d.navigator().focus();
    // The block first, whatever the order: threads are counted in it.
    sort_stably(*parts, [](const auto& x, const auto& y) {
        return (x.first == "block") > (y.first == "block");
    });
    bool lane_given = false;
    for (const auto& [kind, value] : *parts) {
        if (Status good = set_part(d, kind, value, focus); !good) return good.error();
        lane_given |= kind == "lane" || kind == "thread";
    }
    if (!lane_given)
        if (const auto lane = d.navigator().living_lane(focus.block, focus.warp))
            focus.lane = *lane;
    if (d.navigator().set_focus(focus)) {
        d.listed_line = 0;
        return d.where() + d.display_text();
    }
    if (!view_warp(d.session(), focus.block, focus.warp)) {
        const Dim3& grid = d.session().request().grid;
        const std::string index = index_text(from_linear_index(focus.block, grid), grid);
        return Diagnostic{{},
                          fmt::format("block {} is not on the machine at {}", index,
                                      report::grouped(d.session().position())),
                          fmt::format("`goto block {}` goes to where it begins", index)};
    }
    return Diagnostic{{},
                      fmt::format("warp {} has no lane {}", focus.warp, focus.lane),
                      "`info lanes` shows those that exist"};
}

Result<std::string> command_launch(Debugger& d, const CommandArguments& a) {
    if (a.text.empty())
        return fmt::format("launch {} of {}\n", d.launch() + 1, d.target().launches.size());
    const auto number = parse_number(a.text);
    if (!number || *number == 0 || *number > d.target().launches.size())
        return Diagnostic{
            {},
            fmt::format("there is no launch \"{}\"", a.text),
            fmt::format("launches run from 1 to {}: `info launches`", d.target().launches.size())};
    if (Status opened = d.open(*number - 1); !opened) return opened.error();
    return d.where();
}

} // namespace warpscope::cli
