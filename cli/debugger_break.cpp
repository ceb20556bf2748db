// Debugger commands for breakpoints and watched memory.
#include <algorithm>

#include <fmt/format.h>

#include "cli/debugger_commands.h"
#include "runtime/report/units.h"

namespace warpscope::cli {
namespace {

/// "PLACE if EXPR" taken apart.
struct Conditional {
    std::string what;
    std::optional<Expression> condition;
};

Result<Conditional> split_condition(Debugger& d, const std::string& text) {
    Conditional parts;
    const std::size_t at = text.starts_with("if ") ? 0 : text.find(" if ");
    parts.what = text.substr(0, at);
    if (at == std::string::npos) return parts;
    const std::string condition = text.substr(text.find("if ", at) + 3);
    Result<Expression> expression = Expression::parse(condition);
    if (!expression) return in_command(expression.error(), condition);
    if (Status good = d.check_condition(*expression); !good) return good.error();
    parts.condition = std::move(*expression);
    while (parts.what.ends_with(' '))
        parts.what.pop_back();
    return parts;
}

std::string places_text(const Debugger& d, const CodeLocations& locations) {
    std::string text;
    if (!locations.file.empty())
        text = fmt::format("{}:{}", short_path(locations.file), locations.line);
    else if (locations.line != 0)
        text = fmt::format("ptx:{}", locations.line);
    else
        text = locations.function;
    std::string lines;
    for (const CodePosition& at : locations.at)
        if (const Instruction* i = d.navigator().code().instruction(at))
            lines += fmt::format("{}{}", lines.empty() ? "" : ", ", i->line);
    return fmt::format("{}, PTX {} {}", text, locations.at.size() == 1 ? "line" : "lines", lines);
}

std::string breakpoint_text(const Debugger& d, const Breakpoint& b) {
    switch (b.kind) {
    case BreakpointKind::Code: return places_text(d, b.locations);
    case BreakpointKind::Watch:
        return fmt::format("{} {}, {} at {}",
                           b.on_read && b.on_write ? "reads and writes of"
                           : b.on_read             ? "reads of"
                                                   : "writes of",
                           b.what, report::counted(b.watched.size, "byte"),
                           place_text(b.watched.space, b.watched.first));
    case BreakpointKind::Conflict:
        return fmt::format("shared accesses in at least {} passes", b.least);
    case BreakpointKind::Sectors:
        return fmt::format("global accesses of at least {} sectors", b.least);
    case BreakpointKind::Position:
        return fmt::format("{}, {}", b.what, report::counted(b.positions.size(), "moment"));
    }
    return "";
}

Result<Breakpoint> finding_breakpoint(Debugger& d, const std::string& which) {
    const Result<const std::vector<PlacedFinding>*> findings = d.findings();
    if (!findings) return findings.error();
    const auto number = parse_number(which.starts_with('F') ? which.substr(1) : which);
    if (!which.empty() && (!number || *number == 0 || *number > (*findings)->size()))
        return Diagnostic{
            {}, fmt::format("there is no finding \"{}\"", which), "`findings` lists them"};
    Breakpoint b;
    b.kind = BreakpointKind::Position;
    b.what = which.empty() ? "findings" : "finding " + which;
    for (std::size_t k = 0; k < (*findings)->size(); ++k) {
        const auto& position = (**findings)[k].position;
        if (position && (!number || *number == k + 1)) b.positions.push_back(*position);
    }
    std::sort(b.positions.begin(), b.positions.end());
    b.positions.erase(std::unique(b.positions.begin(), b.positions.end()), b.positions.end());
    if (b.positions.empty())
        return Diagnostic{{},
                          "the checkers find nothing in this launch that has its moment",
                          "`findings` tells what they find"};
    return b;
}

Result<Breakpoint> cost_breakpoint(BreakpointKind kind, const std::string& text,
                                   const std::string& number) {
    const auto least = parse_number(number);
    if (!least || *least == 0 || *least > 1024)
        return Diagnostic{{},
                          fmt::format("\"{}\" is no number of passes or sectors", number),
                          "break conflict 32 stops before 32-way bank conflicts"};
    Breakpoint b;
    b.kind = kind;
    b.what = text;
    b.least = static_cast<unsigned>(*least);
    return b;
}

Result<Breakpoint> code_breakpoint(Debugger& d, const std::string& what) {
    Breakpoint b;
    b.what = what;
    if (what.empty()) {
        const auto stack = d.navigator().stack();
        if (stack.empty())
            return Diagnostic{{}, "the lane in focus has exited", "name a place: break FILE:LINE"};
        b.what = d.source_of(stack[0]);
        b.locations.line = stack[0].ptx_line;
        b.locations.at = {{stack[0].function, stack[0].instruction}};
        return b;
    }
    Result<CodeLocations> found = d.navigator().code().find(what, d.line_in_focus().file);
    if (!found) return found.error();
    b.locations = std::move(*found);
    return b;
}

Result<std::string> add_break(Debugger& d, const CommandArguments& a, bool temporary) {
    Result<Conditional> parts = split_condition(d, a.text);
    if (!parts) return parts.error();
    const std::string& what = parts->what;
    Result<Breakpoint> b = what.starts_with("conflict ")
                               ? cost_breakpoint(BreakpointKind::Conflict, what, what.substr(9))
                           : what.starts_with("sectors ")
                               ? cost_breakpoint(BreakpointKind::Sectors, what, what.substr(8))
                           : what == "finding" || what == "findings" ? finding_breakpoint(d, "")
                           : what.starts_with("finding ") ? finding_breakpoint(d, what.substr(8))
                                                          : code_breakpoint(d, what);
    if (!b) return b.error();
    b->temporary = temporary;
    b->condition = std::move(parts->condition);
    const Breakpoint& added = d.navigator().breakpoints().add(std::move(*b));
    return fmt::format("breakpoint {}: {}\n", added.number, breakpoint_text(d, added));
}

/// "EXPR [BYTES]": a last word that is a number, behind an address, is how many bytes.
Result<Subject> subject_with_size(Debugger& d, const std::string& text, bool for_watch) {
    const std::vector<std::string> words = CommandArguments{"", text}.words();
    if (words.size() == 2 && parse_number(words[0]) && parse_number(words[1]) &&
        *parse_number(words[1]) != 0)
        return subject_of(d.navigator(), words[0] + "ull", *parse_number(words[1]));
    const std::string expression = words.size() == 1 && parse_number(text) ? text + "ull" : text;
    Result<Subject> subject = for_watch ? place_to_watch(d.navigator(), expression)
                                        : subject_of(d.navigator(), expression);
    if (!subject) return in_command(subject.error(), text);
    return subject;
}

Result<std::string> add_watch(Debugger& d, const CommandArguments& a, bool reads, bool writes) {
    Result<Conditional> parts = split_condition(d, a.text);
    if (!parts) return parts.error();
    Result<Subject> subject = subject_with_size(d, parts->what, true);
    if (!subject) return subject.error();
    Breakpoint b;
    b.kind = BreakpointKind::Watch;
    b.what = parts->what;
    b.watched = *subject->range;
    b.on_read = reads;
    b.on_write = writes;
    b.condition = std::move(parts->condition);
    const Breakpoint& added = d.navigator().breakpoints().add(std::move(b));
    return fmt::format("breakpoint {}: {}\n", added.number, breakpoint_text(d, added));
}

Result<Breakpoint*> numbered(Debugger& d, const std::string& word) {
    const auto number = parse_number(word);
    Breakpoint* const b = number && *number <= UINT32_MAX
                              ? d.navigator().breakpoints().find(static_cast<unsigned>(*number))
                              : nullptr;
    if (b != nullptr) return b;
    return Diagnostic{
        {}, fmt::format("there is no breakpoint \"{}\"", word), "`info breakpoints` lists them"};
}

Result<std::string> for_each_numbered(Debugger& d, const CommandArguments& a,
                                      const std::function<void(Breakpoint&)>& change) {
    if (a.text.empty())
        for (Breakpoint& b : d.navigator().breakpoints().all())
            change(b);
    for (const std::string& word : a.words()) {
        const Result<Breakpoint*> b = numbered(d, word);
        if (!b) return b.error();
        change(**b);
    }
    return std::string();
}

} // namespace

Result<Subject> parse_subject(Debugger& d, const std::string& text) {
    return subject_with_size(d, text, false);
}

Result<std::string> command_break(Debugger& d, const CommandArguments& a) {
    return add_break(d, a, false);
}
Result<std::string> command_tbreak(Debugger& d, const CommandArguments& a) {
    return add_break(d, a, true);
}
Result<std::string> command_watch(Debugger& d, const CommandArguments& a) {
    return add_watch(d, a, false, true);
}
Result<std::string> command_rwatch(Debugger& d, const CommandArguments& a) {
    return add_watch(d, a, true, false);
}
Result<std::string> command_awatch(Debugger& d, const CommandArguments& a) {
    return add_watch(d, a, true, true);
}
Result<std::string> command_enable(Debugger& d, const CommandArguments& a) {
    return for_each_numbered(d, a, [](Breakpoint& b) { b.enabled = true; });
}
Result<std::string> command_disable(Debugger& d, const CommandArguments& a) {
    return for_each_numbered(d, a, [](Breakpoint& b) { b.enabled = false; });
}

Result<std::string> command_delete(Debugger& d, const CommandArguments& a) {
    std::vector<unsigned> numbers;
    Result<std::string> done =
        for_each_numbered(d, a, [&](Breakpoint& b) { numbers.push_back(b.number); });
    if (!done) return done;
    for (const unsigned number : numbers)
        d.navigator().breakpoints().remove(number);
    return std::string();
}

Result<std::string> command_condition(Debugger& d, const CommandArguments& a) {
    const std::size_t blank = a.text.find(' ');
    const Result<Breakpoint*> b = numbered(d, a.text.substr(0, blank));
    if (!b) return b.error();
    if (blank == std::string::npos) {
        (*b)->condition.reset();
        return fmt::format("breakpoint {} stops always\n", (*b)->number);
    }
    const std::string text = a.text.substr(blank + 1);
    Result<Expression> condition = Expression::parse(text);
    if (!condition) return in_command(condition.error(), text);
    if (Status good = d.check_condition(*condition); !good) return good.error();
    (*b)->condition = std::move(*condition);
    return std::string();
}

Result<std::string> command_ignore(Debugger& d, const CommandArguments& a) {
    const std::vector<std::string> words = a.words();
    const auto count = words.size() == 2 ? parse_number(words[1]) : std::nullopt;
    if (!count) return Diagnostic{{}, "it takes a breakpoint and a count", "ignore 1 10"};
    const Result<Breakpoint*> b = numbered(d, words[0]);
    if (!b) return b.error();
    (*b)->ignore = *count;
    return fmt::format("breakpoint {} does not stop the next {} times\n", (*b)->number, *count);
}

std::string breakpoints_text(const Debugger& d, const BreakpointTable& table) {
    if (table.all().empty()) return "no breakpoints\n";
    std::string text;
    for (const Breakpoint& b : table.all()) {
        text += fmt::format("{:>3}{}{}  {}", b.number, b.enabled ? "" : " off",
                            b.temporary ? " once" : "", breakpoint_text(d, b));
        if (b.condition) text += fmt::format(" if {}", b.condition->text());
        if (b.hits != 0) text += fmt::format(", met {}", report::counted(b.hits, "time"));
        if (b.ignore != 0) text += fmt::format(", ignored {} more", b.ignore);
        text += "\n";
    }
    return text;
}

} // namespace warpscope::cli
