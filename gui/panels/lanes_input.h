// Keys of the Lanes panel, and the box in which a watch is written.
#pragma once

#include "gui/panels/panel.h"

namespace warpscope::gui {

/// Opens the box.
void begin_watch(UiState& state);
/// Text and keys go to the box while it is open.
void type_watch(UiState& state, const Stroke& stroke);
/// The box at the foot of the panel; what is left of the body above it.
Rect draw_watch_box(PanelContext& context, Rect body);
/// Removes a watch; false when there is none of this text.
bool remove_watch(UiState& state, const std::string& expression);

} // namespace warpscope::gui
