// Requests about breakpoints: the editor sends each group whole, every time.
#include <algorithm>

#include <fmt/format.h>

#include "cli/dap_server.h"
#include "cli/debugger_commands.h"
#include "runtime/report/units.h"
#include "sim/debug/questions.h"

namespace warpscope::cli {
namespace {

using BreakpointJson = nlohmann::json;

std::string field(const BreakpointJson& json, const char* name) {
    const auto found = json.find(name);
    return found == json.end() || found->is_null() ? std::string() : found->get<std::string>();
}

const BreakpointJson& list_of(const BreakpointJson& arguments, const char* name) {
    static const BreakpointJson none = BreakpointJson::array();
    const auto found = arguments.find(name);
    return found == arguments.end() || !found->is_array() ? none : *found;
}

/// How often it is met before it stops: "5" and ">= 5" from the fifth time on, "> 5" behind it,
/// "== 5" the fifth time alone, "% 5" every fifth time.
Status add_hit_condition(const std::string& text, Breakpoint& b) {
    const std::size_t digits = text.find_first_not_of("<>=% ");
    std::string how = text.substr(0, digits);
    std::erase(how, ' ');
    const std::uint64_t count =
        digits == std::string::npos ? 0 : parse_number(text.substr(digits)).value_or(0);
    const bool known =
        how.empty() || how == ">=" || how == ">" || how == "==" || how == "=" || how == "%";
    if (count == 0 || count > INT64_MAX || !known)
        return Diagnostic{
            {}, fmt::format("\"{}\" is no count", text), "write 5, >= 5, > 5, == 5 or % 5"};
    if (how == "%")
        b.every = count;
    else
        b.ignore = how == ">" ? count : count - 1;
    b.once = how == "==" || how == "=";
    return Done{};
}

/// The condition, and after how many times it stops.
Status add_conditions(Debugger& d, const BreakpointJson& asked, Breakpoint& b) {
    if (const std::string text = field(asked, "condition"); !text.empty()) {
        Result<Expression> condition = Expression::parse(text);
        if (!condition) return in_command(condition.error(), text);
        if (Status good = d.check_condition(*condition); !good) return good.error();
        b.condition = std::move(*condition);
    }
    const std::string hits = field(asked, "hitCondition");
    return hits.empty() ? Status(Done{}) : add_hit_condition(hits, b);
}

Result<Breakpoint> at_code(Debugger& d, Result<CodeLocations> place, const std::string& what,
                           const BreakpointJson& asked) {
    if (!place) return place.error();
    Breakpoint b;
    b.what = what;
    b.locations = std::move(*place);
    if (Status good = add_conditions(d, asked, b); !good) return good.error();
    return b;
}

/// "global 0x7f0000000100 4 0 0 0": space, address, bytes, block, warp, lane.
std::string data_id(const WatchedRange& range) {
    return fmt::format("{} {} {} {} {} {}", space_name(range.space), range.first, range.size,
                       range.block, range.warp, range.lane);
}

std::optional<WatchedRange> range_of(const std::string& id) {
    const std::vector<std::string> words = CommandArguments{"", id}.words();
    if (words.size() != 6) return std::nullopt;
    WatchedRange range;
    bool known = false;
    for (const Space space : {Space::Global, Space::Shared, Space::Local}) {
        if (words[0] != space_name(space)) continue;
        range.space = space;
        known = true;
    }
    const auto number = [&](std::size_t k) { return parse_number(words[k]); };
    for (std::size_t k = 1; k < 6; ++k)
        known &= number(k).has_value();
    if (!known) return std::nullopt;
    range.first = *number(1);
    range.size = *number(2);
    range.block = *number(3);
    range.warp = static_cast<std::uint32_t>(*number(4));
    range.lane = static_cast<unsigned>(*number(5) % kLanes);
    return range;
}

} // namespace

DapServer::Json DapServer::breakpoint_json(const Breakpoint& b) {
    Json json = {{"id", b.number}, {"verified", true}};
    if (!b.locations.file.empty()) {
        json["line"] = b.locations.line - !lines_from_one_;
        json["source"] = source_json(b.locations.file);
    }
    return json;
}

DapServer::Json DapServer::place_breakpoints(const std::string& group,
                                             std::vector<Result<Breakpoint>> wanted,
                                             const std::vector<Json>&) {
    BreakpointTable& table = debugger().navigator().breakpoints();
    for (const unsigned number : groups_[group])
        table.remove(number);
    groups_[group].clear();
    Json list = Json::array();
    for (Result<Breakpoint>& b : wanted) {
        if (!b) {
            list.push_back(
                {{"verified", false}, {"message", b.error().message + "; try: " + b.error().hint}});
            continue;
        }
        const Breakpoint& added = table.add(std::move(*b));
        groups_[group].push_back(added.number);
        list.push_back(breakpoint_json(added));
    }
    return {{"breakpoints", list}};
}

DapServer::Json DapServer::set_breakpoints(const Json& arguments) {
    const Json& given = arguments.at("source");
    const std::string path =
        field(given, "path").empty() ? field(given, "name") : field(given, "path");
    const CodeIndex& code = debugger().navigator().code();
    // The program may have been compiled where it was then: the end of the path will do.
    std::string file = path;
    while (!code.file_named(file) && file.find('/') != std::string::npos)
        file = file.substr(file.find('/') + 1);
    std::vector<Result<Breakpoint>> wanted;
    const bool ptx = given.value("sourceReference", 0) == 1;
    for (const Json& asked : list_of(arguments, "breakpoints")) {
        const std::uint32_t line = asked.at("line").get<std::uint32_t>() + !lines_from_one_;
        wanted.push_back(
            at_code(debugger(), ptx ? code.on_ptx_line(line) : code.on_source_line(file, line),
                    ptx ? fmt::format("ptx:{}", line) : fmt::format("{}:{}", file, line), asked));
    }
    return place_breakpoints("source " + path, std::move(wanted), {});
}

DapServer::Json DapServer::set_function_breakpoints(const Json& arguments) {
    std::vector<Result<Breakpoint>> wanted;
    for (const Json& asked : list_of(arguments, "breakpoints")) {
        const std::string name = asked.at("name").get<std::string>();
        wanted.push_back(
            at_code(debugger(), debugger().navigator().code().find(name, ""), name, asked));
    }
    return place_breakpoints("function", std::move(wanted), {});
}

DapServer::Json DapServer::set_instruction_breakpoints(const Json& arguments) {
    std::vector<Result<Breakpoint>> wanted;
    for (const Json& asked : list_of(arguments, "breakpoints")) {
        const auto value = parse_number(asked.at("instructionReference").get<std::string>());
        if (!value) throw DapRefusal{"an instruction reference is a number"};
        const std::uint64_t at = *value + asked.value("offset", std::uint64_t{0});
        CodeLocations place;
        place.at = {{static_cast<std::uint32_t>(at >> 32), static_cast<std::uint32_t>(at)}};
        const Instruction* const i = debugger().navigator().code().instruction(place.at[0]);
        if (i == nullptr) throw DapRefusal{"there is no such instruction"};
        place.line = i->line;
        wanted.push_back(at_code(debugger(), place, fmt::format("ptx:{}", i->line), asked));
    }
    return place_breakpoints("instruction", std::move(wanted), {});
}

DapServer::Json DapServer::data_breakpoint_info(const Json& arguments) {
    const std::string name = arguments.at("name").get<std::string>();
    // Elements are named by their number alone, below the array.
    std::string text = name;
    const int parent = arguments.value("variablesReference", 0);
    if (parent > 0 && static_cast<std::size_t>(parent) <= places_.size()) {
        const Place& above = places_[static_cast<std::size_t>(parent) - 1];
        if (above.array) text = above.array->name + name;
        if (above.object) text = above.object->name + (name.starts_with('[') ? name : "." + name);
    }
    const Result<Subject> subject = place_to_watch(debugger().navigator(), text);
    if (!subject) return {{"dataId", nullptr}, {"description", subject.error().message}};
    return {{"dataId", data_id(*subject->range)},
            {"description",
             fmt::format("{}, {} at {}", text, report::counted(subject->range->size, "byte"),
                         place_text(subject->range->space, subject->range->first))},
            {"accessTypes", {"read", "write", "readWrite"}}};
}

DapServer::Json DapServer::set_data_breakpoints(const Json& arguments) {
    std::vector<Result<Breakpoint>> wanted;
    for (const Json& asked : list_of(arguments, "breakpoints")) {
        const std::string id = asked.at("dataId").get<std::string>();
        const auto range = range_of(id);
        if (!range) throw DapRefusal{"\"" + id + "\" is no data id"};
        Breakpoint b;
        b.kind = BreakpointKind::Watch;
        b.what = place_text(range->space, range->first);
        b.watched = *range;
        const std::string access = field(asked, "accessType");
        b.on_read = access == "read" || access == "readWrite";
        b.on_write = access != "read";
        if (Status good = add_conditions(debugger(), asked, b); !good)
            wanted.emplace_back(good.error());
        else
            wanted.emplace_back(std::move(b));
    }
    return place_breakpoints("data", std::move(wanted), {});
}

DapServer::Json DapServer::set_exception_breakpoints(const Json& arguments) {
    std::vector<Result<Breakpoint>> wanted;
    for (const Json& filter : list_of(arguments, "filters")) {
        Breakpoint b;
        b.what = filter.get<std::string>();
        if (b.what == "conflicts") {
            b.kind = BreakpointKind::Conflict;
            b.least = kLanes;
        } else if (b.what == "findings") {
            b.kind = BreakpointKind::Position;
            const auto findings = debugger().findings();
            if (!findings) throw DapRefusal{findings.error().message};
            for (const PlacedFinding& f : **findings)
                if (f.position) b.positions.push_back(*f.position);
            std::sort(b.positions.begin(), b.positions.end());
        } else {
            throw DapRefusal{"there is no filter \"" + b.what + "\""};
        }
        wanted.emplace_back(std::move(b));
    }
    return place_breakpoints("exception", std::move(wanted), {});
}

DapServer::Json DapServer::exception_info(const Json&) {
    if (exception_.empty()) throw DapRefusal{"it did not stop at a finding"};
    return {{"exceptionId", exception_.substr(0, exception_.find('\n'))},
            {"description", exception_},
            {"breakMode", "always"}};
}

} // namespace warpscope::cli
