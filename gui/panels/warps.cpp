// The Warps panel: every warp of the block as a row of 32 lanes.
#include <fmt/format.h>

#include <cmath>

#include "gui/panels/lane_cells.h"
#include "gui/panels/parts.h"
#include "gui/panels/registry.h"
#include "gui/panels/splits.h"
#include "gui/views/navigation.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

using views::LaneState;

void draw_lane_legend(PanelContext& context, const Rect& row) {
    Canvas& canvas = context.canvas;
    canvas.fill({row.x, row.y, row.w, 1}, canvas.colors.line);
    constexpr LaneState kShown[] = {
        LaneState::Stepped,   LaneState::Active, LaneState::Divergent, LaneState::Rejoining,
        LaneState::AtBarrier, LaneState::Exited, LaneState::Faulted};
    float x = row.x + canvas.metrics.inset;
    for (const LaneState state : kShown) {
        const float width = canvas.px(18), height = canvas.px(12);
        draw_lane_cell(canvas, {x, std::round(row.middle_y() - height / 2), width, height}, state);
        x += width + canvas.px(6);
        x += std::round(canvas.text(x, row.middle_y(), views::name_of(state),
                                    secondary(canvas, Size::Note))) +
             canvas.px(20);
    }
}

void draw_row(PanelContext& context, const LaneAxis& axis, const Rect& row,
              const views::WarpRow& warp) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const bool selected = warp.warp == context.selection.warp;
    if (selected) canvas.fill(row, c.band);
    const float inset = canvas.metrics.inset;
    canvas.text(row.x + inset, row.middle_y(), fmt::format("{}", warp.warp),
                {selected ? Face::CodeBold : Face::Code, Size::Small, c.text1});
    const float at =
        row.x + std::max(inset + canvas.px(29), canvas.metrics.label_gutter - canvas.px(86));
    canvas.push_clip({at, row.y, axis.left - at - canvas.px(1), row.h});
    std::string where = warp.begun ? warp.at : "start";
    // Half a word says nothing; where there is no room its first part has to do.
    if (canvas.text_width(Face::Code, Size::Note, where) > axis.left - at)
        where = where.substr(0, where.find('.'));
    canvas.text(at, row.middle_y(), where,
                {Face::Code, Size::Note,
                 selected     ? c.text1
                 : warp.begun ? c.text2
                              : c.text3});
    canvas.pop_clip();
    const float height = canvas.px(canvas.metrics.density == Density::Full ? 18 : 14);
    draw_lane_cells(canvas, axis, std::round(row.middle_y() - height / 2), height, warp.lane);
    const std::string note = canvas.metrics.density == Density::Compact
                                 ? fmt::format("{}", warp.lanes_on)
                                 : fmt::format("{} of {}", warp.lanes_on, warp.lanes_of);
    canvas.text(axis.notes, row.middle_y(), note,
                {Face::Words, Size::Small, selected ? c.text1 : c.text2});
}

void take_input(PanelContext& context, const LaneAxis& axis, const Rect& row,
                const views::WarpRow& warp) {
    if (!context.input.over(row)) return;
    const auto lane = axis.lane_at(context.input.x);
    if (lane) context.tooltip = views::describe_lane(context.moment, warp, *lane);
    if (context.input.clicked) {
        context.selection.warp = warp.warp;
        if (lane) context.selection.lane = *lane;
        context.state.focus = static_cast<unsigned>(Slot::Warps);
    }
    if (context.input.double_clicked)
        context.actions.go_to(views::step_of_warp(context.moment, warp.warp, views::Direction::On));
}

/// The stepped warp stays in sight when a step comes.
void follow_step(PanelContext& context, const Rect& rows, float row_height) {
    const float top = static_cast<float>(context.selection.warp) * row_height;
    float& scroll = context.state.warps_scroll;
    if (context.state.warps_followed == context.moment.id) return;
    context.state.warps_followed = context.moment.id;
    if (top < scroll) scroll = top;
    if (top + row_height > scroll + rows.h) scroll = top + row_height - rows.h;
}

} // namespace

void draw_warps(PanelContext& context) {
    Canvas& canvas = context.canvas;
    const Metrics& m = canvas.metrics;
    const Dim3 block = from_linear_index(context.moment.block, context.moment.facts->grid);
    float right = 0;
    const std::string where = block.z != 0 || context.moment.facts->grid.z > 1
                                  ? fmt::format("({},{},{})", block.x, block.y, block.z)
                                  : fmt::format("({},{})", block.x, block.y);
    const bool splits = context.state.show_splits;
    const std::size_t warps = context.views.warps.size();
    Rect body =
        panel_header(context, "Warps",
                     splits ? fmt::format("warp {} of {}, after step {}", context.selection.warp,
                                          warps, report::grouped(context.views.step.now))
                            : fmt::format("block {}, {} {}, after step {}", where, warps,
                                          warps == 1 ? "warp" : "warps",
                                          report::grouped(context.views.step.now)),
                     right);
    const Rect header = {context.area.x, context.area.y, context.area.w, m.header};
    if (header_button(context, header, right, "Splits", {.on = splits}))
        context.state.show_splits = true;
    if (header_button(context, header, right, "All lanes", {.on = !splits}))
        context.state.show_splits = false;
    if (splits) {
        draw_splits(context, body);
        return;
    }
    const LaneAxis axis = lane_axis(context.area, m);
    const Rect ruler = body.take_top(m.ruler);
    canvas.text(ruler.x + m.inset, ruler.middle_y(), "warp", tertiary(canvas));
    canvas.text(ruler.x + std::max(m.inset + canvas.px(29), m.label_gutter - canvas.px(86)),
                ruler.middle_y(), "at", tertiary(canvas));
    if (m.density != Density::Compact)
        canvas.text(axis.notes, ruler.middle_y(), "lanes", tertiary(canvas));
    lane_ruler(context, axis, ruler);
    // The legend gives way where rows need the room.
    const bool legend = m.legend > 0 && body.h > 3 * m.warp_row + m.legend;
    if (legend) draw_lane_legend(context, body.take_bottom(m.legend));
    const float content = m.warp_row * static_cast<float>(warps);
    follow_step(context, body, m.warp_row);
    scroll_area(context, body, content, context.state.warps_scroll);
    canvas.push_clip(body);
    const auto first = static_cast<std::size_t>(context.state.warps_scroll / m.warp_row);
    for (std::size_t w = first; w < warps; ++w) {
        const float top = body.y + static_cast<float>(w) * m.warp_row - context.state.warps_scroll;
        if (top >= body.bottom()) break;
        const Rect row = {body.x, top, body.w, m.warp_row};
        draw_row(context, axis, row, context.views.warps[w]);
        if (body.contains(context.input.x, context.input.y))
            take_input(context, axis, row, context.views.warps[w]);
    }
    canvas.pop_clip();
    lane_band(context, axis, ruler.y, std::min(body.bottom(), body.y + content));
}

} // namespace warpscope::gui
