// An explanation as text.
#include "runtime/report/explanation.h"

#include <algorithm>

#include <fmt/format.h>

#include "runtime/report/allocation_text.h"
#include "runtime/report/paint.h"
#include "runtime/report/statistics.h"
#include "runtime/report/units.h"
#include "sim/events/names.h"

namespace warpscope::report {
namespace {

/// Allocations of a change that are told of.
constexpr std::size_t kShown = 4;

std::string party_text(char letter, const FindingParty& p, const TextStyle& style) {
    std::string text = fmt::format("  {}: block {}, thread {}: warp {}, lane {} {}\n", letter,
                                   index(p.block), index(p.thread), p.warp, p.lane, p.does);
    std::uint32_t largest = 1;
    for (const SourceLine& line : p.source)
        largest = std::max(largest, line.line);
    for (const SourceLine& line : p.source)
        text += to_text(line, std::to_string(largest).size(), style);
    if (p.source.empty()) text += fmt::format("  PTX line {}: {}\n", p.ptx_line, p.ptx_text);
    return text;
}

/// The access of the finding itself, as a party.
FindingParty later_party(const Finding& f) {
    FindingParty p;
    p.does = f.classes.size() > 2 && f.classes[2] == "write-write" ? "writes" : "";
    // The message says what the finding's own access does: "race: a write and an earlier read …".
    if (p.does.empty())
        p.does = f.message.find("a write and an earlier") != std::string::npos ? "writes" : "reads";
    p.block = f.block, p.thread = f.thread;
    p.warp = f.warp, p.lane = f.lane;
    p.source = f.source;
    p.ptx_line = f.ptx_line, p.ptx_text = f.ptx_text;
    return p;
}

std::string place_of(const std::vector<SourceLine>& chain) {
    if (chain.empty()) return "";
    std::string text = fmt::format("{}:{}", chain[0].file, chain[0].line);
    if (chain[0].column != 0) text += fmt::format(":{}", chain[0].column);
    return text;
}

std::string memory_text(const MemoryDifference& d, const std::vector<SourceLine>& store) {
    const std::string type =
        d.type == Type::None ? std::string("byte") : std::string(name_of(d.type));
    std::string text = fmt::format(
        "    {}, element {} as {}: {} as recorded, {} in this schedule; {} of {} {}\n",
        allocation_text(facts_of(d)), grouped(d.element), type, d.recorded, d.other,
        grouped(d.elements), counted(std::max<std::uint64_t>(d.size / d.width, 1), "element"),
        d.elements == 1 ? "differs" : "differ");
    if (!store.empty()) text += fmt::format("      stored at {}\n", place_of(store));
    return text;
}

std::string change_text(const ExplainedRace& race, const Paint& paint) {
    const OutputChange& change = *race.search.change;
    std::string text = fmt::format("  {} with {}:\n", paint.error("an output changes"),
                                   schedule_text(race.search.tried[change.schedule]));
    if (change.recorded_outcome != change.other_outcome || change.fault.kind != FaultKind::None) {
        text +=
            fmt::format("    the launch ends as \"{}\" as recorded, as \"{}\" in this schedule",
                        outcome_name(change.recorded_outcome), outcome_name(change.other_outcome));
        if (change.fault.kind != FaultKind::None)
            text += fmt::format(": {}", name_of(change.fault.kind));
        if (!race.fault_at.empty()) text += fmt::format(" at {}", place_of(race.fault_at));
        text += "\n";
    }
    for (std::size_t i = 0; i < std::min(kShown, change.memory.size()); ++i)
        text += memory_text(change.memory[i], race.stores[i]);
    if (change.memory.size() > kShown)
        text += fmt::format("    and {} more allocations differ\n", change.memory.size() - kShown);
    if (change.printed_recorded)
        text += fmt::format("    printed as recorded only: {}\n", *change.printed_recorded);
    if (change.printed_other)
        text += fmt::format("    printed in this schedule only: {}\n", *change.printed_other);
    return text;
}

struct Tally {
    std::size_t forced = 0, kept = 0, seeds = 0;
};

Tally tally_of(const RaceExplanation& search) {
    Tally tally;
    for (const TriedSchedule& s : search.tried) {
        const bool forced = s.kind == TriedSchedule::Kind::Forced;
        tally.forced += forced;
        tally.kept += s.forced == ForcedEnd::Kept;
        tally.seeds += !forced;
    }
    return tally;
}

std::string tried_text(const RaceExplanation& search) {
    const Tally tally = tally_of(search);
    std::string text;
    if (tally.forced != 0) text += counted(tally.forced, "forced order");
    if (tally.forced != 0 && tally.kept != tally.forced)
        text += fmt::format(" ({} came about)", tally.kept == 0 ? "none" : grouped(tally.kept));
    if (tally.seeds != 0) text += (text.empty() ? "" : ", ") + counted(tally.seeds, "other seed");
    return fmt::format("{} ({})", counted(search.tried.size(), "schedule"), text);
}

std::string verdict(const ExplainedRace& race, const Paint& paint) {
    const RaceExplanation& search = race.search;
    std::string text;
    if (search.change) {
        text += change_text(race, paint);
        text += fmt::format("  tried {}\n", tried_text(search));
        if (!search.orders_otherwise.empty())
            text +=
                fmt::format("  the order of threads can also come from elsewhere here ({}), and "
                            "change an output without this race\n",
                            search.orders_otherwise);
    } else if (!search.tried.empty()) {
        text += fmt::format("  {} in {}\n", paint.good("no output changed"), tried_text(search));
        text +=
            "  that is no proof: another schedule, input or GPU may show a change, and compilers "
            "may assume that there is no race\n";
    } else if (!search.interrupted) {
        text += "  no schedule was tried\n";
    }
    for (const std::string& what : search.not_tried)
        text += fmt::format("  cannot be tried: {}\n", what);
    if (!search.same_as_captured)
        text +=
            "  the replay came to something else than the captured launch; what differs is told "
            "against the replay\n";
    if (search.interrupted) text += "  interrupted: this is what was done until then\n";
    return text;
}

} // namespace

ExplainedRace make_explained(const std::string& id, const Finding& finding, RaceExplanation search,
                             const Executable& executable, SourceFiles& sources) {
    ExplainedRace race{id, finding, std::move(search), {}, {}};
    if (!race.search.change) return race;
    const OutputChange& change = *race.search.change;
    for (const MemoryDifference& d : change.memory)
        race.stores.push_back(d.store ? source_chain(executable, *d.store, sources)
                                      : std::vector<SourceLine>{});
    if (change.fault.kind != FaultKind::None)
        race.fault_at = source_chain(executable, change.fault.at, sources);
    return race;
}

std::string schedule_text(const TriedSchedule& s) {
    if (s.kind == TriedSchedule::Kind::Seed) return fmt::format("seed {}", s.seed);
    std::string text = s.first == RaceSide::Later ? "A before B" : "B before A";
    const char* how = s.forced == ForcedEnd::Kept      ? ""
                      : s.forced == ForcedEnd::GivenUp ? ", which did not come about"
                                                       : ", which never met";
    if (s.occurrence[0] > 1 || s.occurrence[1] > 1)
        text +=
            fmt::format(" (A for the {}. time, B for the {}.)", s.occurrence[0], s.occurrence[1]);
    return "the forced order " + text + how;
}

std::string to_text(const ExplainReport& report, const TextStyle& style) {
    const Paint paint(style.colours);
    std::string text;
    for (const ExplainedRace& race : report.races) {
        const Finding& f = race.finding;
        text += paint.strong(fmt::format("race {} in {}", race.id, f.kernel)) +
                fmt::format(", launch {} on {} (emulator), seed {}\n", f.launch, report.gpu,
                            report.seed);
        text += fmt::format("  {}\n", f.message);
        text += party_text('A', later_party(f), style);
        if (f.parties.front().launch == 0)
            text += fmt::format("  B: the host {}, in another stream\n", f.parties.front().does);
        else
            text += party_text('B', f.parties.front(), style);
        if (!f.details.empty()) text += fmt::format("  {}\n", f.details.front());
        text += verdict(race, paint) + "\n";
    }
    return text;
}

} // namespace warpscope::report
