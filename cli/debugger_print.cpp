// Debugger commands that show values and memory, and answer questions about them.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "cli/debugger_commands.h"
#include "runtime/report/units.h"
#include "sim/rules/bank_conflicts.h"
#include "sim/rules/coalescing.h"

namespace warpscope::cli {
namespace {

constexpr std::uint64_t kMostElements = 256; ///< of an array that is printed whole

/// `-all EXPR`, `/32 EXPR`: the format, and the expression.
struct PrintRequest {
    ValueFormat format;
    std::string text;
    Expression expression;
};

Result<PrintRequest> print_request(const CommandArguments& a) {
    Result<ValueFormat> format = parse_value_format(a.format);
    if (!format) return format.error();
    std::string text = a.text;
    if (text == "-all" || text.starts_with("-all ")) {
        format->all_lanes = true;
        text = text.substr(std::min<std::size_t>(text.size(), 5));
    }
    if (format->count == kLanes) format->all_lanes = true;
    Result<Expression> expression = Expression::parse(text);
    if (!expression) return in_command(expression.error(), text);
    return PrintRequest{*format, text, std::move(*expression)};
}

std::vector<std::uint8_t> bytes_at(Debugger& d, Space space, Address at, std::uint64_t size) {
    const Focus& focus = d.navigator().focus();
    const WarpView view = find_warp(d.session(), focus.block, focus.warp);
    std::vector<std::uint8_t> bytes(size);
    if (!read_space(d.session(), view, focus.lane, space, at, bytes.data(), size)) bytes.clear();
    return bytes;
}

Result<std::string> array_text(Debugger& d, const ArrayPlace& array, char letter) {
    const unsigned width = size_in_bytes(array.element);
    const std::uint64_t count = std::min(array.count, kMostElements);
    const auto bytes = bytes_at(d, array.space, array.address, count * width);
    if (bytes.size() != count * width || count == 0)
        return Diagnostic{{},
                          fmt::format("{} does not lie in memory now", array.name),
                          "focus a block that is on the machine"};
    std::string text =
        fmt::format("{}: {} {} at {}\n", array.name, report::counted(array.count, "element"),
                    name_of(array.element), place_text(array.space, array.address));
    constexpr unsigned kColumns = 8;
    for (std::uint64_t k = 0; k < count; k += kColumns) {
        text += fmt::format("  [{:>4}]", k);
        for (std::uint64_t i = k; i < std::min(count, k + kColumns); ++i)
            text += fmt::format(" {:>10}",
                                element_text(array.element, bytes.data() + i * width, letter));
        text += "\n";
    }
    if (count < array.count)
        text += fmt::format("  … {} more: x/{} &{}[{}]\n", report::grouped(array.count - count),
                            kMostElements, array.name, count);
    return text;
}

/// Arrays of scalars as rows, other objects as value_text() shows them.
Result<std::string> object_rows(Debugger& d, const PrintRequest& request,
                                const ObjectPlace& object) {
    const unsigned lane = d.navigator().focus().lane;
    if (!has_lane(object.places.valid, lane))
        return Diagnostic{{},
                          fmt::format("\"{}\" has no value: {}", request.text, object.trouble),
                          "choose another lane, or another moment"};
    using Kind = ptx::SourceType::Kind;
    if (object.type.is(Kind::Array) && object.indexed + 1 == object.type->extents.size()) {
        const Type element = scalar_type(object.type.element());
        const std::uint64_t width = size_in_bytes(element);
        if (element != Type::None && width != 0)
            return array_text(d,
                              {request.text, object.places.space, element,
                               object.places.address[lane],
                               bytes_at(object.type, object.indexed) / width},
                              request.format.letter);
    }
    if (!request.format.all_lanes)
        return fmt::format("{} = {}\n", request.text, d.object_in_focus(object));
    std::string text = fmt::format("{} =\n", request.text);
    const Focus& focus = d.navigator().focus();
    const WarpView view = find_warp(d.session(), focus.block, focus.warp);
    for_each_lane(d.lanes_in_focus(), [&](unsigned l) {
        text += fmt::format("  lane {:>2}  {}\n", l, object_text(object, d.session(), view, l));
    });
    return text;
}

/// An address to begin at: an array, a place whose value is no pointer, or a value.
Result<std::pair<Space, Address>> address_of(Debugger& d, const std::string& text) {
    const bool number = parse_number(text).has_value();
    const std::string written = number ? text + "ull" : text;
    const Result<Expression> expression = Expression::parse(written);
    if (!expression) return in_command(expression.error(), text);
    const unsigned lane = d.navigator().focus().lane;
    const Result<Evaluated> e = d.evaluate(*expression, 1u << lane);
    if (!e) return in_command(e.error(), text);
    if (e->array) return std::pair(e->array->space, e->array->address);
    if (e->object && has_lane(e->object->places.valid, lane))
        return std::pair(e->object->places.space, e->object->places.address[lane]);
    if (e->object) return Diagnostic{{}, e->object->trouble, "choose another lane, or moment"};
    if (!has_lane(e->values.valid, lane))
        return Diagnostic{{}, e->values.trouble, "choose another address, or another lane"};
    if (is_floating(e->values.type))
        return Diagnostic{{},
                          fmt::format("\"{}\" is no address", text),
                          "put & before it for the address of a variable"};
    const SpaceAddress at = resolve_generic(e->values.bits[lane]);
    return std::pair(at.space, at.address);
}

unsigned bytes_of_size(char size, unsigned before) {
    switch (size) {
    case 'b': return 1;
    case 'h': return 2;
    case 'w': return 4;
    case 'g': return 8;
    default: return before;
    }
}

std::string answer_text(Debugger& d, const Answer& answer, const Subject& subject,
                        const char* does) {
    const StepRecord& step = answer.step;
    const LaunchRequest& request = d.session().request();
    std::string text = fmt::format(
        "{} {} at {}: block {}, warp {}, {} {}, {}\n   ptx:{:<4} {}\n", subject.text, does,
        report::grouped(step.position),
        index_text(from_linear_index(step.block, request.grid), request.grid), step.warp,
        count_lanes(answer.lanes) == 1 ? "lane" : "lanes", report::lane_ranges(answer.lanes),
        d.source_of(step.at), step.at.ptx_line, ptx_line_text(d.session(), step.at.ptx_line));
    if (subject.range && answer.lanes != 0) {
        const unsigned lane = first_lane(answer.lanes);
        if (const auto change = change_of(step, *subject.range, lane))
            text += fmt::format("   lane {}: {} before, {} after\n", lane,
                                bits_text(change->before, change->bytes, 'x'),
                                bits_text(change->after, change->bytes, 'x'));
    }
    return text + fmt::format("   `goto {}` stands before it\n", step.position - 1);
}

} // namespace

Result<std::string> command_print(Debugger& d, const CommandArguments& a) {
    Result<PrintRequest> request = print_request(a);
    if (!request) return request.error();
    const unsigned lane = d.navigator().focus().lane;
    const LaneMask lanes = request->format.all_lanes ? d.lanes_in_focus() : 1u << lane;
    const Result<Evaluated> e = d.evaluate(request->expression, lanes);
    if (!e) return in_command(e.error(), request->text);
    if (e->array) return array_text(d, *e->array, request->format.letter);
    if (e->object) return object_rows(d, *request, *e->object);
    if (e->values.valid == 0)
        return Diagnostic{{},
                          fmt::format("\"{}\" has no value: {}", request->text, e->values.trouble),
                          "choose another lane, or another moment"};
    if (request->format.all_lanes) {
        const std::string rows = lanes_text(e->values, lanes, request->format.letter);
        return fmt::format("{} ={}{}{}", request->text,
                           rows.find('\n') + 1 == rows.size() ? " " : "\n", rows,
                           e->values.trouble.empty() ? "" : "  " + e->values.trouble + "\n");
    }
    return fmt::format("{} = {}\n", request->text,
                       value_text(e->values, lane, request->format.letter));
}

Result<std::string> command_examine(Debugger& d, const CommandArguments& a) {
    const Result<ValueFormat> format = parse_value_format(a.format);
    if (!format) return format.error();
    const Result<std::pair<Space, Address>> from = address_of(d, a.text);
    if (!from) return from.error();
    const unsigned width = bytes_of_size(format->size, format->letter == 'c' ? 1 : 4);
    const std::uint64_t count = std::clamp<std::uint64_t>(format->count, 1, 4096);
    const char letter = format->letter == 0 ? 'x' : format->letter;
    if (letter == 'f' && width < 4)
        return Diagnostic{{}, "floats have 4 or 8 bytes", "x/8fw or x/8fg"};
    const unsigned columns = 16 / width == 0 ? 1 : letter == 't' ? 2 : std::min(16 / width, 8u);
    std::string text;
    for (std::uint64_t k = 0; k < count; ++k) {
        const Address at = from->second + k * width;
        const auto bytes = bytes_at(d, from->first, at, width);
        if (bytes.empty()) {
            const std::string place = place_text(from->first, at);
            if (k == 0)
                return Diagnostic{{},
                                  fmt::format("there is no memory at {}", place),
                                  "`info locals` tells where variables lie"};
            return text + fmt::format("\nno memory from {} on\n", place);
        }
        if (k % columns == 0)
            text += fmt::format("{}{}:", k == 0 ? "" : "\n", place_text(from->first, at));
        std::uint64_t bits = 0;
        std::memcpy(&bits, bytes.data(), width);
        text += fmt::format("  {:>{}}", bits_text(bits, width, letter),
                            letter == 'x' ? 2 + 2 * width : 8);
    }
    return text + "\n";
}

Result<std::string> command_display(Debugger& d, const CommandArguments& a) {
    if (a.text.empty()) return d.display_text();
    Result<PrintRequest> request = print_request(a);
    if (!request) return request.error();
    const Result<Evaluated> e = d.evaluate(request->expression, 1u << d.navigator().focus().lane);
    if (!e) return in_command(e.error(), request->text);
    d.displays.push_back({d.next_display++, request->format, std::move(request->expression)});
    return d.display_text();
}

Result<std::string> command_undisplay(Debugger& d, const CommandArguments& a) {
    if (a.text.empty()) d.displays.clear();
    for (const std::string& word : a.words()) {
        const auto number = parse_number(word);
        if (!number || std::erase_if(d.displays, [&](const Display& display) {
                           return display.number == *number;
                       }) == 0)
            return Diagnostic{
                {}, fmt::format("there is no display \"{}\"", word), "`info display` lists them"};
    }
    return std::string();
}

Result<std::string> command_who(Debugger& d, const CommandArguments& a) {
    const Result<Subject> subject = parse_subject(d, a.text);
    if (!subject) return in_command(subject.error(), a.text);
    const auto answer =
        d.ask<std::optional<Answer>>([&](Navigator& n) { return last_change(n, *subject); });
    if (answer)
        return answer_text(d, *answer, *subject, subject->range ? "was written" : "changed");
    if (d.was_cancelled()) return std::string("stopped by Ctrl-C\n");
    return fmt::format("nobody {} {} in this launch before {}: it is as {}\n",
                       subject->range ? "wrote" : "changed", subject->text,
                       report::grouped(d.session().position()),
                       subject->range && subject->range->space != Space::Global
                           ? "its block found it"
                           : "the launch found it");
}

Result<std::string> command_when(Debugger& d, const CommandArguments& a) {
    const Result<Subject> subject = parse_subject(d, a.text);
    if (!subject) return in_command(subject.error(), a.text);
    const auto answer =
        d.ask<std::optional<Answer>>([&](Navigator& n) { return next_change(n, *subject); });
    if (answer) return answer_text(d, *answer, *subject, "changes");
    if (d.was_cancelled()) return std::string("stopped by Ctrl-C\n");
    return fmt::format("{} does not change any more in this launch\n", subject->text);
}

Result<std::string> command_hash(Debugger& d, const CommandArguments&) {
    return fmt::format("{}\n", to_string(d.session().hash()));
}

Result<std::string> command_findings(Debugger& d, const CommandArguments&) {
    const Result<const std::vector<PlacedFinding>*> findings = d.findings();
    if (!findings) return findings.error();
    if ((*findings)->empty()) return std::string("no findings\n");
    std::string text;
    for (std::size_t k = 0; k < (*findings)->size(); ++k) {
        const PlacedFinding& f = (**findings)[k];
        text += fmt::format("F{} [{}] {}", k + 1, f.finding.checker, f.finding.message);
        for (const SourceLine& line : f.finding.source) {
            text += fmt::format(", {}:{}", short_path(line.file), line.line);
            break;
        }
        text += f.position ? fmt::format("\n   at {}: `goto finding {}` stands before it\n",
                                         report::grouped(*f.position), k + 1)
                           : std::string("\n   its moment is not known\n");
    }
    return text;
}

std::string accesses_text(const StepRecord& step) {
    std::string text;
    for (const LaneAccess& access : step.accesses) {
        const char* does = access.kind == AccessKind::Load    ? "load from"
                           : access.kind == AccessKind::Store ? "store to"
                                                              : "atomic on";
        text += fmt::format("  {} {} memory, {} lanes of {} bytes", does, space_name(access.space),
                            count_lanes(access.lanes), access.width);
        if (access.space == Space::Shared) {
            const SharedOperation operation =
                access.kind == AccessKind::Load    ? SharedOperation::Load
                : access.kind == AccessKind::Store ? SharedOperation::Store
                                                   : SharedOperation::Atomic;
            const SharedAccess shared = {operation, access.width, access.lanes,
                                         access.address.data()};
            const std::vector<BankPass> passes = bank_passes(shared);
            std::array<unsigned, kBanks> busy{};
            for (const BankPass& pass : passes)
                ++busy[pass.bank];
            const auto most = std::max_element(busy.begin(), busy.end());
            const unsigned passes_taken = shared_cost(shared).wavefronts;
            text += fmt::format(": {} {}, bank {} is asked for {}\n", passes_taken,
                                passes_taken == 1 ? "pass" : "passes", most - busy.begin(),
                                report::counted(*most, "word"));
        } else {
            const GlobalCost cost =
                global_cost({access.width, access.lanes, access.address.data()});
            text += fmt::format(
                ": {} in {}, {} of {} bytes used\n", report::counted(cost.sectors, "sector"),
                report::counted(cost.lines, "line"), cost.bytes_used, cost.bytes_moved());
        }
    }
    return text;
}

} // namespace warpscope::cli
