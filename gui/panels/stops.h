// Breakpoints as the Source panel shows them: marks in the gutter, conditions beside lines, the box
// in which one is written, and the list of all.
#pragma once

#include <optional>

#include "gui/panels/panel.h"

namespace warpscope::gui {

/// The place that a row of the source stands for; nothing for a gap.
std::optional<views::BreakPlace> place_of(const views::SourceView& view,
                                          const views::SourceRow& row);

/// Filled: on; hollow: off; a dot inside: it has a condition.
void draw_breakpoint(Canvas& canvas, const UserBreakpoint& breakpoint, float x, float y,
                     float size);
/// The condition, or what is wrong with it, at the right end of a row. Returns its left end.
float draw_condition(PanelContext& context, const UserBreakpoint& breakpoint, const Rect& row,
                     float right);

/// Where the box under a row is; `error`: with a line for it.
Rect condition_box(const Canvas& canvas, const Rect& row, float left, bool error);
void draw_condition_box(PanelContext& context, const Rect& box);

/// Where the list of all breakpoints is when it is open, else empty.
Rect stops_list(const PanelContext& context, const Rect& body);
void draw_stops_list(PanelContext& context, const Rect& list);

} // namespace warpscope::gui
