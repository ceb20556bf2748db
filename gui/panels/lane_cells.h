// Cells of lanes: states as fills, outlines and signs, one fill for each run of equal ones.
#pragma once

#include "gui/panels/panel.h"

namespace warpscope::gui {

/// 32 cells of the row's height less a margin. `dim`: warps that did not just step.
void draw_lane_cells(Canvas& canvas, const LaneAxis& axis, float top, float height,
                     const std::array<views::LaneState, kLanes>& lanes);

/// One cell of that state, for legends.
void draw_lane_cell(Canvas& canvas, const Rect& cell, views::LaneState state);

} // namespace warpscope::gui
