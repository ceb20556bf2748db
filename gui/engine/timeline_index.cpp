// One pass over a block's steps.
#include "gui/engine/timeline_index.h"

#include <algorithm>

namespace warpscope::gui {

StepKind kind_of(const LaunchFacts& facts, const TimelineRow& row) {
    if (row.passes > row.least_passes) return StepKind::Conflict;
    if (row.passes != 0) return StepKind::Shared;
    if (row.sectors != 0) return StepKind::Global;
    const CodeLine* code = facts.find(row.function, row.instruction);
    if (code == nullptr) return StepKind::Compute;
    if (code->barrier) return StepKind::Barrier;
    if (code->mnemonic.starts_with("ret") || code->mnemonic.starts_with("exit"))
        return StepKind::Exit;
    return code->branch ? StepKind::Branch : StepKind::Compute;
}

std::optional<std::size_t> TimelineIndex::Warp::last_at(std::size_t index) const {
    const auto after = std::upper_bound(rows.begin(), rows.end(), index);
    if (after == rows.begin()) return std::nullopt;
    return static_cast<std::size_t>(after - rows.begin()) - 1;
}

std::size_t TimelineIndex::Warp::first_from(std::size_t index) const {
    return static_cast<std::size_t>(std::lower_bound(rows.begin(), rows.end(), index) -
                                    rows.begin());
}

namespace {

void add(const TimelineRow& row, PlaceCost& cost) {
    const unsigned avoidable = row.passes - row.least_passes;
    cost.passes += row.passes, cost.avoidable += avoidable, cost.sectors += row.sectors;
    cost.worst_passes = std::max<unsigned>(cost.worst_passes, row.passes);
    cost.worst_avoidable = std::max(cost.worst_avoidable, avoidable);
    cost.worst_sectors = std::max<unsigned>(cost.worst_sectors, row.sectors);
    ++cost.runs;
}

void add_phases(const Timeline& timeline, const LaunchFacts& facts, TimelineIndex& index) {
    const auto& rows = timeline.rows;
    std::uint64_t first = 0;
    const auto add = [&](std::uint64_t last) {
        TimePhase phase = {first, last, UINT32_MAX, 0};
        for (std::uint64_t i = first; i <= last; ++i) {
            const CodeLine* code = facts.find(rows[i].function, rows[i].instruction);
            if (code == nullptr || code->line == 0 || code->barrier) continue;
            if (!index.phases.empty() && code->line == index.phases.back().last_line && i == first)
                continue;
            phase.first_line = std::min(phase.first_line, code->line);
            phase.last_line = std::max(phase.last_line, code->line);
        }
        if (phase.last_line != 0) index.phases.push_back(phase);
        first = last + 1;
    };
    for (const std::uint32_t end : index.openings)
        add(end);
    if (first < rows.size()) add(rows.size() - 1);
}

} // namespace

TimelineIndex index_of(const Timeline& timeline, const LaunchFacts& facts) {
    TimelineIndex index;
    index.warps.resize(facts.warps_per_block());
    index.costs.resize(facts.code.size());
    for (std::size_t f = 0; f < facts.code.size(); ++f)
        index.costs[f].resize(facts.code[f].size());
    TimelineLevel all;
    std::vector<TimelineLevel> of_warp(index.warps.size());
    all.bins.reserve(timeline.rows.size());
    for (std::uint32_t r = 0; r < timeline.rows.size(); ++r) {
        const TimelineRow& row = timeline.rows[r];
        const TimelineBin bin = bin_of(row, static_cast<std::uint8_t>(kind_of(facts, row)));
        all.bins.push_back(bin);
        if (row.opens) index.openings.push_back(r);
        if (facts.find(row.function, row.instruction) != nullptr)
            add(row, index.costs[row.function][row.instruction]);
        if (row.warp >= index.warps.size()) continue;
        TimelineIndex::Warp& own = index.warps[row.warp];
        if (own.rows.empty() || timeline.rows[own.rows.back()].active != row.active)
            own.mask_changes.push_back(static_cast<std::uint32_t>(own.rows.size()));
        own.rows.push_back(r);
        of_warp[row.warp].bins.push_back(bin);
    }
    index.levels = coarser_levels(std::move(all));
    for (std::size_t w = 0; w < of_warp.size(); ++w)
        index.warps[w].levels = coarser_levels(std::move(of_warp[w]));
    add_phases(timeline, facts, index);
    return index;
}

} // namespace warpscope::gui
