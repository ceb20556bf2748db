// Changing breakpoints, and where they stop.
#include "gui/views/breakpoint_list.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "sim/debug/expression.h"

namespace warpscope::views {
namespace {

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// The number of "lane 7".
std::optional<unsigned> lane_of(std::string_view text) {
    if (!text.starts_with("lane ")) return std::nullopt;
    const std::string_view digits = trimmed(text.substr(5));
    unsigned lane = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), lane);
    if (error != std::errc() || end != digits.data() + digits.size() || lane >= kLanes)
        return std::nullopt;
    return lane;
}

bool stands_at(const UserBreakpoint& b, const BreakPlace& place) {
    return b.kind == place.kind && b.line == place.line &&
           (b.kind == UserBreakpoint::Kind::Ptx || b.file == place.file);
}

/// What stops at an instruction.
struct StopsHere {
    const UserBreakpoint* line = nullptr; ///< that it belongs to
    bool itself = false;                  ///< by its PTX line
};

std::vector<std::vector<StopsHere>> stops_by_place(const gui::LaunchFacts& facts,
                                                   const std::vector<const UserBreakpoint*>& all) {
    std::vector<std::vector<StopsHere>> places(facts.code.size());
    for (std::size_t f = 0; f < places.size(); ++f)
        for (const gui::CodeLine& code : facts.code[f]) {
            StopsHere& here = places[f].emplace_back();
            for (const UserBreakpoint* b : all) {
                if (b->kind == UserBreakpoint::Kind::Ptx)
                    here.itself |= code.ptx_line == b->line;
                else if (code.line == b->line && code.file == b->file)
                    here.line = b;
            }
        }
    return places;
}

/// Where warps come to one of the lines anew.
void add_line_stops(const gui::Moment& moment, const std::vector<const UserBreakpoint*>& lines,
                    std::vector<std::uint64_t>& stops) {
    const auto places = stops_by_place(*moment.facts, lines);
    for (const gui::TimelineIndex::Warp& warp : moment.index->warps) {
        const UserBreakpoint* before = nullptr;
        for (const std::uint32_t r : warp.rows) {
            const gui::TimelineRow& row = moment.timeline->rows[r];
            if (moment.facts->find(row.function, row.instruction) == nullptr) continue;
            const StopsHere& here = places[row.function][row.instruction];
            if (here.itself || (here.line != nullptr && here.line != before))
                stops.push_back(row.position);
            before = here.line;
        }
    }
}

} // namespace

const UserBreakpoint* BreakpointList::at(const BreakPlace& place) const {
    for (const UserBreakpoint& b : all_)
        if (stands_at(b, place)) return &b;
    return nullptr;
}

const UserBreakpoint* BreakpointList::find(unsigned id) const {
    for (const UserBreakpoint& b : all_)
        if (b.id == id) return &b;
    return nullptr;
}

UserBreakpoint* BreakpointList::change(unsigned id) {
    for (UserBreakpoint& b : all_)
        if (b.id == id) return ++revision_, &b;
    return nullptr;
}

UserBreakpoint& BreakpointList::add(UserBreakpoint breakpoint) {
    ++revision_;
    breakpoint.id = next_++;
    all_.push_back(std::move(breakpoint));
    return all_.back();
}

void BreakpointList::remove(unsigned id) {
    if (std::erase_if(all_, [&](const UserBreakpoint& b) { return b.id == id; }) != 0) ++revision_;
}

void BreakpointList::replace(std::vector<UserBreakpoint> all) {
    all_.clear();
    ++revision_;
    for (UserBreakpoint& b : all)
        add(std::move(b));
}

void BreakpointList::toggle(const BreakPlace& place) {
    if (const UserBreakpoint* b = at(place)) return remove(b->id);
    UserBreakpoint b;
    b.kind = place.kind;
    b.file = place.file;
    b.line = place.line;
    add(std::move(b));
}

void BreakpointList::toggle(const WatchedRange& bytes) {
    for (const UserBreakpoint& b : all_)
        if (b.kind == UserBreakpoint::Kind::Memory && b.watched == bytes) return remove(b.id);
    UserBreakpoint b;
    b.kind = UserBreakpoint::Kind::Memory;
    b.watched = bytes;
    add(std::move(b));
}

void BreakpointList::toggle_findings() {
    for (const UserBreakpoint& b : all_)
        if (b.kind == UserBreakpoint::Kind::Finding) return remove(b.id);
    UserBreakpoint b;
    b.kind = UserBreakpoint::Kind::Finding;
    add(std::move(b));
}

void BreakpointList::toggle_enabled(unsigned id) {
    if (UserBreakpoint* b = change(id)) b->enabled = !b->enabled;
}

void BreakpointList::next_access(unsigned id) {
    UserBreakpoint* b = change(id);
    if (b == nullptr || b->kind != UserBreakpoint::Kind::Memory) return;
    const bool read = b->on_read, write = b->on_write;
    b->on_read = write; // writes, then both, then reads
    b->on_write = !write || !read;
}

Status BreakpointList::set_condition(const BreakPlace& place, std::string_view text) {
    text = trimmed(text);
    if (text.starts_with("if ")) text = trimmed(text.substr(3));
    const bool finding = text == "finding" || text == "findings";
    std::string condition(finding ? std::string_view{} : text);
    if (const auto lane = lane_of(text)) condition = fmt::format("lane == {}", *lane);
    if (!condition.empty()) {
        const Result<Expression> parsed = Expression::parse(condition);
        if (!parsed) return parsed.error();
    }
    if (at(place) == nullptr) toggle(place);
    UserBreakpoint* b = change(at(place)->id);
    b->condition = std::move(condition);
    b->only_findings = finding;
    return Done{};
}

std::string condition_text(const UserBreakpoint& b) {
    return b.only_findings ? "finding" : b.condition;
}

std::optional<std::uint32_t> line_with_code(const gui::LaunchFacts& facts, const std::string& file,
                                            std::uint32_t line) {
    std::optional<std::uint32_t> found;
    for (const auto& function : facts.code)
        for (const gui::CodeLine& code : function)
            if (code.line >= line && code.line != 0 && code.file == file)
                found = std::min(found.value_or(UINT32_MAX), code.line);
    return found;
}

std::vector<PlacedFinding> placed_findings(const gui::Examination* examination) {
    std::vector<PlacedFinding> placed;
    if (examination == nullptr || examination->findings == nullptr) return placed;
    const auto& findings = examination->findings->findings;
    for (std::size_t k = 0; k < std::min(findings.size(), examination->moments.size()); ++k) {
        if (!examination->moments[k]) continue;
        PlacedFinding one;
        one.moment = {*examination->moments[k], findings[k].severity};
        if (!findings[k].source.empty())
            one.file = findings[k].source[0].file, one.line = findings[k].source[0].line;
        one.ptx_line = findings[k].ptx_line;
        placed.push_back(std::move(one));
    }
    return placed;
}

std::vector<UserBreakpoint> with_findings(const std::vector<UserBreakpoint>& breakpoints,
                                          const std::vector<PlacedFinding>& findings) {
    std::vector<UserBreakpoint> all = breakpoints;
    for (UserBreakpoint& b : all) {
        b.positions.clear();
        if (b.kind != UserBreakpoint::Kind::Finding && !b.only_findings) continue;
        for (const PlacedFinding& f : findings) {
            const bool here =
                b.kind == UserBreakpoint::Kind::Finding ||
                (b.kind == UserBreakpoint::Kind::Ptx && f.ptx_line == b.line) ||
                (b.kind == UserBreakpoint::Kind::Line && f.line == b.line && f.file == b.file);
            if (here) b.positions.push_back(f.moment.position);
        }
        std::sort(b.positions.begin(), b.positions.end());
        b.positions.erase(std::unique(b.positions.begin(), b.positions.end()), b.positions.end());
    }
    return all;
}

std::vector<std::uint64_t> known_stops(const gui::Moment& moment,
                                       const std::vector<UserBreakpoint>& breakpoints) {
    std::vector<std::uint64_t> stops;
    std::vector<const UserBreakpoint*> lines;
    for (const UserBreakpoint& b : breakpoints) {
        if (!b.enabled || !b.condition.empty() || b.kind == UserBreakpoint::Kind::Memory) continue;
        if (b.kind == UserBreakpoint::Kind::Finding || b.only_findings)
            stops.insert(stops.end(), b.positions.begin(), b.positions.end());
        else
            lines.push_back(&b);
    }
    if (!lines.empty()) add_line_stops(moment, lines, stops);
    std::sort(stops.begin(), stops.end());
    stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
    return stops;
}

} // namespace warpscope::views
