// What lies over the panels: tooltips, help, and the window before anything is open.
#pragma once

#include <string>

#include "gui/backend/input.h"
#include "gui/draw/canvas.h"
#include "gui/panels/panel.h"

namespace warpscope::gui {

/// Near the pointer, inside of the window.
void draw_tooltip(Canvas& canvas, const std::string& text, float x, float y, float width,
                  float height);

/// Where the help of this panel lies: at its top right corner.
Rect help_area(const Canvas& canvas, const Layout& layout, const UiState& state);
/// True when it was clicked away.
bool draw_help(Canvas& canvas, const Input& input, const Layout& layout, const UiState& state);

} // namespace warpscope::gui
