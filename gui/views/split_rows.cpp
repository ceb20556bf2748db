// Following one warp's lanes through the timeline.
#include "gui/views/split_rows.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/views/selection.h"
#include "runtime/report/units.h"

namespace warpscope::views {
namespace {

/// The source line that the warp was on before one of its rows; 0: none is known.
std::uint32_t line_before(const gui::Moment& moment, const gui::TimelineIndex::Warp& own,
                          std::size_t at) {
    while (at-- > 0) {
        const gui::TimelineRow& row = moment.timeline->rows[own.rows[at]];
        const gui::CodeLine* code = moment.facts->find(row.function, row.instruction);
        if (code != nullptr && code->line != 0) return code->line;
    }
    return 0;
}

/// Rows of nested lane masks: narrower after a branch, wider where lanes rejoin.
void follow_masks(const gui::Moment& moment, std::uint32_t warp, LaneMask existing,
                  SplitView& view) {
    view.rows.push_back({-1, 0, existing, 0});
    const auto& rows = moment.timeline->rows;
    const std::size_t now = moment.timeline->index_at(moment.step.position);
    if (now == rows.size() || warp >= moment.index->warps.size()) return;
    const gui::TimelineIndex::Warp& own = moment.index->warps[warp];
    for (const std::uint32_t change : own.mask_changes) {
        if (own.rows[change] > now) break;
        const LaneMask active = rows[own.rows[change]].active;
        // Rejoined, or the other side of a branch runs: back to the row that holds these lanes.
        while (view.rows.size() > 1 && (active & ~view.rows.back().mask) != 0)
            view.rows.pop_back();
        if (active == view.rows.back().mask) continue;
        const std::uint32_t last_line = line_before(moment, own, change);
        SplitRow next = {static_cast<std::int32_t>(view.rows.size()) - 1, last_line, active, 0};
        // Rounds of one loop leave one row.
        if (view.rows.size() > 1 && view.rows.back().branch_line == last_line) {
            next.parent = view.rows.back().parent;
            view.rows.back() = next;
        } else {
            view.rows.push_back(next);
        }
    }
}

/// Rounds are counted over the whole block's time, so that the picture shows what is to come.
void count_rounds(const gui::Moment& moment, std::uint32_t warp, SplitView& view) {
    const gui::StepRecord& step = moment.step;
    if (warp >= moment.index->warps.size()) return;
    for (const std::uint32_t index : moment.index->warps[warp].rows) {
        const gui::TimelineRow& row = moment.timeline->rows[index];
        if (row.function != step.at.function || row.instruction != step.at.instruction) continue;
        const bool done = row.position <= step.position;
        ++view.most_rounds;
        view.round += done;
        view.lane_slots += kLanes;
        view.lane_work += count_lanes(row.executed);
        for_each_lane(row.executed, [&](unsigned lane) {
            ++view.rounds[lane];
            view.rounds_done[lane] += done;
        });
    }
    view.looping = *std::max_element(view.rounds.begin(), view.rounds.end()) > 1;
}

void describe(SplitView& view) {
    const unsigned on = count_lanes(view.working);
    if (view.looping)
        view.headline = fmt::format("Round {}: {} of {} lanes work", view.round, on, view.lanes);
    else
        view.headline = fmt::format("{} of {} lanes work", on, view.lanes);
    if (view.looping && view.lane_slots != 0)
        view.sentence =
            fmt::format("{} of {} ({} rounds × 32 lanes)", report::grouped(view.lane_work),
                        report::grouped(view.lane_slots), report::grouped(view.most_rounds));
}

} // namespace

SplitView split_view(const gui::Moment& moment, std::uint32_t warp) {
    SplitView view;
    const std::vector<WarpRow> warps = warp_rows(moment);
    if (warp >= warps.size()) return view;
    const WarpRow& row = warps[warp];
    view.now = row.lane;
    view.lanes = row.lanes_of;
    LaneMask exited = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        if (row.lane[lane] == LaneState::Stepped || row.lane[lane] == LaneState::Active)
            view.working |= 1u << lane;
        if (row.lane[lane] == LaneState::Exited) exited |= 1u << lane;
    }
    follow_masks(moment, warp, lowest_lanes(row.lanes_of), view);
    // Who left is known for each row from who is in none of the later ones and gone now.
    for (SplitRow& split : view.rows)
        split.exited = split.parent < 0 ? 0 : exited & ~split.mask;
    if (const gui::CodeLine* code =
            moment.facts->find(moment.step.at.function, moment.step.at.instruction))
        view.line = code->line;
    if (moment.step.warp == warp) count_rounds(moment, warp, view);
    describe(view);
    return view;
}

} // namespace warpscope::views
