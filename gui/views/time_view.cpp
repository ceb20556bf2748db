// Binning entries, merging marks that stand too close.
#include "gui/views/time_view.h"

#include <algorithm>

#include <fmt/format.h>

#include "runtime/report/units.h"

namespace warpscope::views {
namespace {

/// One axis of time: entries that stand for steps.
struct Axis {
    const gui::Moment& moment;
    TimeScope scope;
    const gui::TimelineIndex::Warp* warp = nullptr;

    Axis(const gui::Moment& m, TimeScope s, std::uint32_t w) : moment(m), scope(s) {
        if (scope == TimeScope::Launch && moment.launch == nullptr) scope = TimeScope::Block;
        if (scope != TimeScope::Warp) return;
        if (w < moment.index->warps.size())
            warp = &moment.index->warps[w];
        else
            scope = TimeScope::Block;
    }
    std::uint64_t entries() const {
        if (scope == TimeScope::Launch) return moment.launch->steps;
        return scope == TimeScope::Warp ? warp->rows.size() : moment.timeline->rows.size();
    }
    /// The last entry at or before a position; nothing before the first.
    std::optional<std::uint64_t> last_at(std::uint64_t position) const {
        if (scope == TimeScope::Launch)
            return position == 0 || position > entries() ? std::nullopt
                                                         : std::optional(position - 1);
        const std::size_t row = moment.timeline->index_at(position);
        if (row == moment.timeline->rows.size()) return std::nullopt;
        if (scope == TimeScope::Block) return row;
        return warp->last_at(row);
    }
    std::uint64_t position(std::uint64_t entry) const {
        if (scope == TimeScope::Launch) return entry + 1;
        const std::size_t row = scope == TimeScope::Warp ? warp->rows[entry] : entry;
        return moment.timeline->rows[row].position;
    }
    TimelineBin most(std::uint64_t first, std::uint64_t last) const {
        if (scope == TimeScope::Launch) {
            const auto& levels = moment.launch->levels;
            if (levels.empty()) return {};
            const std::uint64_t each = levels[0].steps_per_bin;
            return most_in(levels, first / each, std::max(first / each + 1, last / each));
        }
        return most_in(scope == TimeScope::Warp ? warp->levels : moment.index->levels, first, last);
    }
};

void add_marks(const Axis& axis, const MarkEntries& entries, unsigned mark_width, TimeView& view) {
    using Entries = std::vector<std::uint64_t>;
    const std::uint64_t end = view.range.first + view.range.count;
    const auto wide = [&](unsigned pixels) {
        return std::max<std::uint64_t>(1, (pixels * view.range.count + view.columns - 1) /
                                              view.columns);
    };
    const auto counted = [&](const Entries& of, std::uint64_t from, std::uint64_t to) {
        return static_cast<std::uint32_t>(std::lower_bound(of.begin(), of.end(), to) -
                                          std::lower_bound(of.begin(), of.end(), from));
    };
    for (std::uint64_t at = view.range.first; at < end;) {
        std::uint64_t first = end;
        for (const Entries& of : entries)
            if (const auto next = std::lower_bound(of.begin(), of.end(), at); next != of.end())
                first = std::min(first, *next);
        if (first >= end) return;
        TimeMark mark;
        mark.entry = first;
        std::uint64_t reach = std::min(end, first + wide(mark_width));
        for (int pass = 0; pass < 2; ++pass) {
            for (unsigned k = 0; k < kMarkKinds; ++k)
                mark.count[k] = counted(entries[k], first, reach);
            // A count takes room, in which others may stand.
            if (mark.all() == 1) break;
            reach = std::min(end, first + wide(2 * mark_width));
        }
        for (unsigned k = kMarkKinds; k-- > 0;) {
            if (mark.count[k] == 0) continue;
            mark.kind = static_cast<MarkKind>(k);
            mark.position =
                axis.position(*std::lower_bound(entries[k].begin(), entries[k].end(), first));
        }
        view.marks.push_back(mark);
        at = reach;
    }
}

void add_phases(const Axis& axis, TimeView& view) {
    if (axis.scope == TimeScope::Launch) return;
    for (gui::TimePhase phase : axis.moment.index->phases) {
        if (axis.scope == TimeScope::Warp) {
            phase.first = axis.warp->first_from(phase.first);
            const std::uint64_t end = axis.warp->first_from(phase.last + 1);
            if (end <= phase.first) continue;
            phase.last = end - 1;
        }
        view.phases.push_back(phase);
    }
}

} // namespace

const char* name_of(StepUnit unit) {
    switch (unit) {
    case StepUnit::Instruction: return "warp instruction";
    case StepUnit::Line: return "source line";
    case StepUnit::Barrier: return "barrier";
    case StepUnit::Block: return "block";
    }
    return "";
}

std::uint32_t TimeMark::all() const {
    std::uint32_t sum = 0;
    for (const std::uint32_t n : count)
        sum += n;
    return sum;
}

std::string words_of(const TimeMark& mark) {
    constexpr const char* kNames[kMarkKinds] = {"error", "warning", "breakpoint", "barrier"};
    std::string text;
    for (unsigned k = 0; k < kMarkKinds; ++k)
        if (mark.count[k] != 0)
            text += (text.empty() ? "" : ", ") + report::counted(mark.count[k], kNames[k]);
    return text;
}

std::uint64_t first_entry_of(const TimeView& view, std::size_t bin) {
    if (view.bins.empty()) return view.range.first;
    return view.range.first + bin * view.range.count / view.bins.size();
}

std::uint64_t position_of(const gui::Moment& moment, const TimeView& view, std::uint64_t entry) {
    const Axis axis(moment, view.scope, view.warp);
    return axis.entries() == 0 ? 0 : axis.position(std::min(entry, axis.entries() - 1));
}

StripRange following(StripRange range, std::uint64_t entries, std::uint64_t now) {
    if (range.count == 0 || range.count >= entries) return {};
    range.first = std::min(range.first, entries - range.count);
    if (now >= entries || (now >= range.first && now < range.first + range.count)) return range;
    range.first = std::min(now / range.count * range.count, entries - range.count);
    return range;
}

MarkEntries mark_entries(const gui::Moment& moment, const MarkSources& sources, TimeScope scope,
                         std::uint32_t warp) {
    const Axis axis(moment, scope, warp);
    MarkEntries entries;
    const auto add = [&](MarkKind kind, std::uint64_t position, bool exact) {
        const auto entry = axis.last_at(position);
        // Of a finding in another block, or of another warp, this axis has no step.
        if (!entry || (exact && axis.position(*entry) != position)) return;
        entries[static_cast<unsigned>(kind)].push_back(*entry);
    };
    for (const FindingMoment& finding : sources.findings)
        add(finding.severity == Severity::Error ? MarkKind::Error : MarkKind::Warning,
            finding.position, true);
    for (const std::uint64_t position : sources.breakpoints)
        add(MarkKind::Breakpoint, position, true);
    if (axis.scope != TimeScope::Launch)
        for (const std::uint32_t row : moment.index->openings)
            add(MarkKind::Barrier, moment.timeline->rows[row].position, false);
    return entries;
}

TimeView time_view(const gui::Moment& moment, const MarkEntries& entries,
                   const TimeRequest& request) {
    const Axis axis(moment, request.scope, request.warp);
    TimeView view;
    view.scope = axis.scope;
    view.warp = request.warp;
    view.entries = axis.entries();
    view.now = axis.last_at(moment.step.position).value_or(view.entries);
    view.range = following(request.range, view.entries, request.follows ? view.now : view.entries);
    if (view.range.count == 0) view.range = {0, view.entries};
    view.columns = std::max(1u, request.columns);
    view.whole = axis.scope == TimeScope::Launch ? moment.launch->whole : moment.timeline->whole;
    if (view.entries == 0) return view;
    view.bins.resize(std::min<std::uint64_t>(view.columns, view.range.count));
    for (std::size_t bin = 0; bin < view.bins.size(); ++bin)
        view.bins[bin] = axis.most(first_entry_of(view, bin), first_entry_of(view, bin + 1));
    add_marks(axis, entries, request.mark, view);
    add_phases(axis, view);
    return view;
}

} // namespace warpscope::views
