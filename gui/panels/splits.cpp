// Drawing the rows from the warp's entry to now, and the rounds that each lane needs.
#include "gui/panels/splits.h"

#include <fmt/format.h>

#include <cmath>

#include "gui/panels/lane_cells.h"
#include "gui/panels/parts.h"

namespace warpscope::gui {
namespace {

using views::LaneState;
using views::SplitView;

constexpr std::size_t kMostRows = 6;

/// A row's lanes: on, left the kernel, or waiting for those that went on.
std::array<LaneState, kLanes> states_of(const SplitView& view, const views::SplitRow& row) {
    std::array<LaneState, kLanes> lanes{};
    for (unsigned lane = 0; lane < kLanes; ++lane)
        lanes[lane] = lane >= view.lanes           ? LaneState::Absent
                      : has_lane(row.mask, lane)   ? LaneState::Stepped
                      : has_lane(row.exited, lane) ? LaneState::Exited
                                                   : LaneState::Rejoining;
    return lanes;
}

void outline_selected(PanelContext& context, const LaneAxis& axis, float top, float height) {
    Canvas& canvas = context.canvas;
    canvas.outline({axis.x(context.selection.lane) - 1, top - 2, axis.cell + 1, height + 4},
                   canvas.colors.selection, 2);
}

void label(PanelContext& context, float middle_y, std::string_view text, bool bold) {
    Canvas& canvas = context.canvas;
    canvas.text(context.area.x + canvas.metrics.inset, middle_y, text,
                {bold ? Face::WordsBold : Face::Words,
                 canvas.metrics.density == Density::Large ? Size::Small : Size::Body,
                 bold ? canvas.colors.text1 : canvas.colors.text2});
}

void draw_tree(PanelContext& context, const LaneAxis& axis, const SplitView& view, Rect& body) {
    Canvas& canvas = context.canvas;
    const float row_height = canvas.px(canvas.metrics.density == Density::Compact ? 20 : 28);
    const float height = canvas.px(canvas.metrics.density == Density::Compact ? 14 : 18);
    const std::size_t count = view.rows.size();
    const bool folded = count > kMostRows;
    for (std::size_t r = 0; r < count; ++r) {
        // The middle folds: the way in and the last branches say most.
        if (folded && r >= 2 && r + 3 < count) {
            if (r == 2) {
                const Rect row = body.take_top(row_height);
                label(context, row.middle_y(), fmt::format("{} more", count - 5), false);
            }
            continue;
        }
        const Rect row = body.take_top(row_height);
        const views::SplitRow& split = view.rows[r];
        label(context, row.middle_y(),
              split.branch_line == 0 ? (r == 0 ? "entry" : "after a branch")
                                     : fmt::format("after {}", split.branch_line),
              false);
        const float top = std::round(row.middle_y() - height / 2);
        draw_lane_cells(canvas, axis, top, height, states_of(view, split));
        if (context.input.over(row))
            context.tooltip = fmt::format("{} lanes went on together, {} had left the kernel",
                                          count_lanes(split.mask), count_lanes(split.exited));
    }
}

/// Bars that hang from above: as long as the lane has rounds, filled up to now.
void draw_rounds(PanelContext& context, const LaneAxis& axis, const SplitView& view, Rect& body) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    // In a roomy panel legend and sentence stand below.
    const bool roomy = body.h > canvas.px(280);
    const float height = std::min(canvas.px(168), body.h - canvas.px(roomy ? 154 : 24));
    if (height < canvas.px(40)) return;
    body.take_top(canvas.px(10));
    const Rect area = body.take_top(height);

    const float unit = area.h / static_cast<float>(std::max(1u, view.most_rounds));
    const auto y_of = [&](std::uint32_t rounds) {
        return std::round(area.y + unit * static_cast<float>(rounds));
    };
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        const Rect cell = {axis.x(lane) + 1, area.y, axis.cell - 2, 0};
        if (view.rounds[lane] == 0) {
            draw_lane_cell(canvas, {cell.x, area.y, cell.w, canvas.px(18)}, LaneState::Exited);
            continue;
        }
        const bool works = has_lane(view.working, lane);
        const float now = y_of(view.rounds_done[lane]), all = y_of(view.rounds[lane]);
        canvas.fill({cell.x, area.y, cell.w, now - area.y}, works ? c.active_stepped : c.active);
        if (all > now) canvas.outline({cell.x, now, cell.w, all - now}, c.active_stepped);
    }
    const float line = y_of(view.round);
    // The words give way to the number of the round.
    const float words_y =
        line < area.y + canvas.px(46) ? line + canvas.px(20) : area.y + canvas.px(9);
    label(context, words_y, "rounds", false);
    label(context, words_y + canvas.px(17), "needed", false);
    canvas.fill({axis.left - canvas.px(8), line - 1, axis.right() - axis.left + canvas.px(8), 2},
                c.selection);
    canvas.text(axis.left - canvas.px(14), line, fmt::format("{}", view.round),
                {Face::CodeBold, Size::Small, c.text1}, Align::Right);
    if (area.bottom() - line > canvas.px(14)) {
        canvas.dashed_line(axis.left - canvas.px(8), axis.right(), area.bottom(), c.text3);
        canvas.text(axis.left - canvas.px(14), area.bottom(), fmt::format("{}", view.most_rounds),
                    {Face::Code, Size::Small, c.text3}, Align::Right);
    }
    lane_band(context, axis, area.y, area.bottom());
}

void draw_split_legend(PanelContext& context, const Rect& row) {
    Canvas& canvas = context.canvas;
    constexpr std::pair<LaneState, const char*> kShown[] = {
        {LaneState::Stepped, "works"},
        {LaneState::Active, "worked before"},
        {LaneState::Rejoining, "waits to rejoin"},
        {LaneState::Exited, "left the kernel"}};
    float x = row.x + canvas.metrics.inset;
    for (const auto& [state, text] : kShown) {
        const Rect cell = {x, std::round(row.middle_y() - canvas.px(8)), canvas.px(18),
                           canvas.px(16)};
        draw_lane_cell(canvas, cell, state);
        x = cell.right() + canvas.px(8);
        x += std::round(canvas.text(x, row.middle_y(), text, secondary(canvas, Size::Small))) +
             canvas.px(20);
    }
}

void draw_sentence(PanelContext& context, const SplitView& view, const Rect& area) {
    Canvas& canvas = context.canvas;
    if (!view.looping || view.lane_slots == 0 || area.h < canvas.px(30)) return;
    canvas.fill({area.x, area.y, area.w, 1}, canvas.colors.line);
    float x = area.x + canvas.metrics.inset;
    const float y = area.y + canvas.px(20);
    const auto percent = static_cast<unsigned>(std::lround(
        100.0 * static_cast<double>(view.lane_work) / static_cast<double>(view.lane_slots)));
    x += canvas.text(x, y, fmt::format("{}%", percent),
                     {Face::WordsBold, Size::Section, canvas.colors.text1});
    canvas.text(x + canvas.px(10), y,
                "of the lane slots at this instruction do work:", words(canvas));
    if (area.h >= canvas.px(58))
        canvas.text(area.x + canvas.metrics.inset, y + canvas.px(24), view.sentence,
                    secondary(canvas, Size::Body));
}

} // namespace

void draw_splits(PanelContext& context, Rect body) {
    Canvas& canvas = context.canvas;
    const Metrics& m = canvas.metrics;
    const SplitView& view = context.views.splits;
    const LaneAxis axis = lane_axis(context.area, m);
    canvas.push_clip(body);
    const bool roomy = m.density == Density::Large || body.h > canvas.px(320);
    if (roomy) {
        const Rect row = body.take_top(canvas.px(44));
        canvas.text(row.x + m.inset, row.middle_y() + canvas.px(2), view.headline,
                    {Face::WordsBold, Size::Section, canvas.colors.text1});
    }
    lane_ruler(context, axis, body.take_top(m.ruler));
    const float now_height = canvas.px(m.density == Density::Compact ? 16 : 26) +
                             (m.density == Density::Large ? canvas.px(8) : 0);
    const Rect now = body.take_top(now_height);
    label(context, now.middle_y(), "now", true);
    draw_lane_cells(canvas, axis, now.y, now.h, view.now);
    outline_selected(context, axis, now.y, now.h);
    body.take_top(canvas.px(roomy ? 10 : 4));
    draw_tree(context, axis, view, body);
    if (view.looping) draw_rounds(context, axis, view, body);
    if (roomy) {
        const bool sentence = view.looping && body.h > canvas.px(36 + 58);
        if (sentence) draw_sentence(context, view, body.take_bottom(canvas.px(90)));
        if (body.h > canvas.px(34)) draw_split_legend(context, body.take_top(canvas.px(44)));
    }
    canvas.pop_clip();
    if (const auto lane = axis.lane_at(context.input.x); lane && context.input.over(context.area)) {
        const LaneAxis& a = axis;
        if (context.input.clicked && context.input.y > context.area.y + m.header && a.cell > 0)
            context.selection.lane = *lane;
    }
}

} // namespace warpscope::gui
