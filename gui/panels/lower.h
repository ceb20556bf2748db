// Parts of the lower panels: their tabs, and flowing text.
#pragma once

#include <string>
#include <string_view>

#include "gui/panels/parts.h"
#include "gui/panels/registry.h"

namespace warpscope::gui {

/// The tabs of the lower panels with the "?" of the one that is shown; returns the area below.
Rect lower_header(PanelContext& context);

/// The lower panel before or after the one that is shown.
void change_tab(UiState& state, int step);

/// Text from above to below in a column, as on a page. `y` is where the next thing begins.
struct Flow {
    Canvas& canvas;
    float x, y, width;

    void gap(float length) { y += canvas.px(length); }
    void headline(std::string_view text);
    void title(std::string_view text);
    void prose(std::string_view text);
    void note(std::string_view text);
};

/// A pale square with W or R: who writes or reads.
void access_badge(Canvas& canvas, float x, float middle_y, bool writes);

/// A button as wide as its label at x; moves x behind it. True when clicked.
bool flow_button(PanelContext& context, float& x, float y, std::string_view label, bool primary);

} // namespace warpscope::gui
