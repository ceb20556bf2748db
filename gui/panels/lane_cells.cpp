// Drawing lane states.
#include "gui/panels/lane_cells.h"

#include <cmath>

#include "gui/draw/icons.h"

namespace warpscope::gui {
namespace {

using views::LaneState;

bool is_filled(LaneState state) {
    return state == LaneState::Stepped || state == LaneState::Active ||
           state == LaneState::AtBarrier || state == LaneState::Faulted;
}

Color fill_of(const Palette& c, LaneState state) {
    switch (state) {
    case LaneState::Stepped: return c.active_stepped;
    case LaneState::AtBarrier: return c.barrier;
    case LaneState::Faulted: return c.wrong;
    default: return c.active;
    }
}

/// What is drawn over a filled cell, or instead of a fill.
void draw_sign(Canvas& canvas, const Rect& cell, LaneState state) {
    const Palette& c = canvas.colors;
    switch (state) {
    case LaneState::Divergent: canvas.outline(cell, c.inactive); break;
    case LaneState::Rejoining: {
        canvas.outline(cell, c.inactive);
        const float height = std::max(2.f, std::round(cell.h / 6));
        canvas.fill({cell.x + 2, cell.bottom() - height - 2, cell.w - 4, height}, c.inactive);
        break;
    }
    case LaneState::AtBarrier:
        draw_icon(canvas, Icon::Barrier, cell.middle_x(), cell.middle_y(), cell.h * 0.5f,
                  rgb(0x171C24));
        break;
    case LaneState::Exited: {
        const float width = std::round(std::min(cell.w * 0.35f, canvas.px(7)));
        canvas.fill(
            {std::round(cell.middle_x() - width / 2), std::round(cell.middle_y()), width, 1},
            c.inactive);
        break;
    }
    case LaneState::Faulted: {
        const float arm = cell.h * 0.2f;
        canvas.line(cell.middle_x() - arm, cell.middle_y() - arm, cell.middle_x() + arm,
                    cell.middle_y() + arm, c.on_wrong, 2);
        canvas.line(cell.middle_x() - arm, cell.middle_y() + arm, cell.middle_x() + arm,
                    cell.middle_y() - arm, c.on_wrong, 2);
        break;
    }
    default: break;
    }
}

} // namespace

void draw_lane_cell(Canvas& canvas, const Rect& cell, LaneState state) {
    if (is_filled(state)) canvas.fill(cell, fill_of(canvas.colors, state));
    draw_sign(canvas, cell, state);
}

void draw_lane_cells(Canvas& canvas, const LaneAxis& axis, float top, float height,
                     const std::array<LaneState, kLanes>& lanes) {
    for (const views::LaneRun& run : views::runs_of(lanes)) {
        if (!is_filled(run.state)) continue;
        canvas.fill(
            {axis.x(run.first) + 1, top, axis.cell * static_cast<float>(run.count) - 2, height},
            fill_of(canvas.colors, run.state));
        // Gaps between cells: thin, so that a run stays one thing.
        for (unsigned lane = run.first + 1; lane < run.first + run.count; ++lane)
            canvas.fill({axis.x(lane) - 1, top, 2, height}, canvas.colors.panel);
    }
    for (unsigned lane = 0; lane < kLanes; ++lane)
        draw_sign(canvas, {axis.x(lane) + 1, top, axis.cell - 2, height}, lanes[lane]);
}

} // namespace warpscope::gui
