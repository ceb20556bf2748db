// Binning a timeline, finding barriers' openings and the phases between them.
#include "gui/views/time_view.h"

#include <algorithm>

namespace warpscope::views {
namespace {

/// Row indices at which the block's barrier opened: all warps that are still there have come.
std::vector<std::uint64_t> openings(const gui::Moment& moment) {
    std::vector<std::uint64_t> found;
    const auto& rows = moment.timeline->rows;
    std::vector<std::uint64_t> last_of_warp(moment.facts->warps_per_block(), 0);
    for (std::uint64_t i = 0; i < rows.size(); ++i)
        if (rows[i].warp < last_of_warp.size()) last_of_warp[rows[i].warp] = i;
    std::vector<bool> came(last_of_warp.size(), false);
    std::size_t waiting = 0;
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
        const gui::CodeLine* code = moment.facts->find(rows[i].function, rows[i].instruction);
        if (code == nullptr || !code->barrier || rows[i].warp >= came.size() || came[rows[i].warp])
            continue;
        came[rows[i].warp] = true;
        ++waiting;
        const auto there =
            static_cast<std::size_t>(std::count_if(last_of_warp.begin(), last_of_warp.end(),
                                                   [&](std::uint64_t last) { return last >= i; }));
        if (waiting < there) continue;
        found.push_back(i);
        std::fill(came.begin(), came.end(), false);
        waiting = 0;
    }
    return found;
}

void add_phases(const gui::Moment& moment, const std::vector<std::uint64_t>& ends, TimeView& view) {
    const auto& rows = moment.timeline->rows;
    std::uint64_t first = 0;
    const auto add = [&](std::uint64_t last) {
        TimePhase phase = {first, last, UINT32_MAX, 0};
        for (std::uint64_t i = first; i <= last; ++i) {
            const gui::CodeLine* code = moment.facts->find(rows[i].function, rows[i].instruction);
            if (code == nullptr || code->line == 0 || code->barrier) continue;
            if (!view.phases.empty() && code->line == view.phases.back().last_line && i == first)
                continue;
            phase.first_line = std::min(phase.first_line, code->line);
            phase.last_line = std::max(phase.last_line, code->line);
        }
        if (phase.last_line != 0) view.phases.push_back(phase);
        first = last + 1;
    };
    for (const std::uint64_t end : ends)
        add(end);
    if (first < rows.size()) add(rows.size() - 1);
}

} // namespace

std::uint64_t first_row_of(const TimeView& view, std::size_t bin) {
    return view.bins.empty() ? 0 : bin * view.rows / view.bins.size();
}

TimeView time_view(const gui::Moment& moment, const std::vector<std::uint32_t>& breakpoint_lines,
                   unsigned most_bins) {
    TimeView view;
    const auto& rows = moment.timeline->rows;
    view.rows = rows.size();
    view.whole = moment.timeline->whole;
    view.now = moment.timeline->index_at(moment.step.position);
    view.bins.resize(std::min<std::uint64_t>(most_bins, view.rows));
    const std::vector<std::uint64_t> opened = openings(moment);
    for (std::size_t bin = 0; bin < view.bins.size(); ++bin) {
        TimeBin& b = view.bins[bin];
        for (std::uint64_t i = first_row_of(view, bin); i < first_row_of(view, bin + 1); ++i) {
            const gui::TimelineRow& row = rows[i];
            if (row.passes > b.passes) b.passes = row.passes, b.least_passes = row.least_passes;
            b.sectors = std::max(b.sectors, row.sectors);
            b.active_lanes =
                std::max(b.active_lanes, static_cast<std::uint8_t>(count_lanes(row.executed)));
        }
        b.barrier = std::any_of(opened.begin(), opened.end(), [&](std::uint64_t at) {
            return at >= first_row_of(view, bin) && at < first_row_of(view, bin + 1);
        });
    }
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
        const gui::TimelineRow& row = rows[i];
        if (row.passes > row.least_passes)
            view.marks.push_back(
                {i, TimeMark::Kind::Conflict,
                 static_cast<unsigned>(row.passes / std::max<unsigned>(1, row.least_passes))});
        if (breakpoint_lines.empty()) continue;
        const gui::CodeLine* code = moment.facts->find(row.function, row.instruction);
        if (code != nullptr && code->line != 0 &&
            std::find(breakpoint_lines.begin(), breakpoint_lines.end(), code->line) !=
                breakpoint_lines.end())
            view.marks.push_back({i, TimeMark::Kind::Breakpoint, 1});
    }
    for (const std::uint64_t at : opened)
        view.marks.push_back({at, TimeMark::Kind::Barrier, 1});
    add_phases(moment, opened, view);
    return view;
}

} // namespace warpscope::views
