// Counting how often a warp comes to a line.
#include "gui/views/return_place.h"

#include <algorithm>

namespace warpscope::views {
namespace {

/// The instruction that names the line of this one: itself, or the last before it that has any.
const gui::CodeLine* line_owner(const gui::LaunchFacts& facts, std::uint32_t function,
                                std::uint32_t instruction) {
    for (std::uint32_t i = instruction + 1; i-- > 0;) {
        const gui::CodeLine* code = facts.find(function, i);
        if (code != nullptr && code->line != 0) return code;
    }
    return nullptr;
}

struct Seen {
    std::uint64_t same = 0;     ///< the instruction on the line, by the warp
    std::uint64_t arrivals = 0; ///< of the warp at the line
    bool on_line = false;       ///< its last step was there
};

/// Adds a row of the warp; true when it is on the line.
bool count(Seen& seen, const gui::LaunchFacts& facts, const gui::TimelineRow& row,
           const ReturnPlace& place) {
    const gui::CodeLine* owner = line_owner(facts, row.function, row.instruction);
    const bool on = owner != nullptr && owner->line == place.line && owner->file == place.file;
    if (on && !seen.on_line) ++seen.arrivals;
    seen.on_line = on;
    if (on && facts.find(row.function, row.instruction)->mnemonic == place.mnemonic) ++seen.same;
    return on;
}

/// The line nearest to the wished one that has steps; of equals the earlier.
std::optional<FoundStep> nearest_line(const gui::LaunchFacts& facts, const gui::Timeline& timeline,
                                      const ReturnPlace& place) {
    std::optional<FoundStep> nearest;
    std::uint32_t distance = UINT32_MAX;
    for (const gui::TimelineRow& row : timeline.rows) {
        const gui::CodeLine* owner = line_owner(facts, row.function, row.instruction);
        if (owner == nullptr || owner->file != place.file) continue;
        const std::uint32_t away =
            owner->line > place.line ? owner->line - place.line : place.line - owner->line;
        if (away >= distance) continue;
        distance = away;
        nearest = {row.position, away == 0 ? Found::OtherWarp : Found::OtherLine, owner->line,
                   row.warp};
    }
    return nearest;
}

} // namespace

std::optional<ReturnPlace> place_of(const gui::Moment& moment) {
    const auto& rows = moment.timeline->rows;
    const std::size_t now = moment.timeline->index_at(moment.step.position);
    if (moment.step.position == 0 || now >= rows.size()) return std::nullopt;
    const gui::TimelineRow& step = rows[now];
    const gui::CodeLine* owner = line_owner(*moment.facts, step.function, step.instruction);
    if (owner == nullptr) return std::nullopt;
    ReturnPlace place;
    place.launch = moment.facts->launch;
    place.block = from_linear_index(moment.step.block, moment.facts->grid);
    place.warp = step.warp;
    place.file = owner->file;
    place.line = owner->line;
    place.mnemonic = moment.facts->find(step.function, step.instruction)->mnemonic;
    Seen seen;
    for (std::size_t i = 0; i <= now; ++i)
        if (rows[i].warp == step.warp) count(seen, *moment.facts, rows[i], place);
    place.occurrence = seen.same - 1;
    place.arrival = seen.arrivals - 1;
    return place;
}

std::optional<FoundStep> find_place(const gui::LaunchFacts& facts, const gui::Timeline& timeline,
                                    const ReturnPlace& place) {
    Seen seen;
    std::optional<FoundStep> arrived, same, last;
    bool any_same = false;
    for (const gui::TimelineRow& row : timeline.rows) {
        if (row.warp != place.warp) continue;
        const Seen before = seen;
        if (!count(seen, facts, row, place)) continue;
        const FoundStep here = {row.position, Found::Same, place.line, row.warp};
        if (seen.same > before.same) {
            any_same = true;
            if (before.same == place.occurrence) same = here;
        }
        if (seen.arrivals > before.arrivals && before.arrivals == place.arrival) arrived = here;
        // The last time: of the same instruction when there is any, else where the line begins.
        if (any_same ? seen.same > before.same : seen.arrivals > before.arrivals) last = here;
    }
    if (same) return same;
    // The line does its work with other instructions now.
    if (!any_same && arrived) return arrived;
    if (last) return last->found = Found::OtherTime, last;
    return nearest_line(facts, timeline, place);
}

} // namespace warpscope::views
