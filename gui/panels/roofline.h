// The roofline, a second view of the Counters panel.
#pragma once

#include "gui/panels/panel.h"

namespace warpscope::gui {

void draw_roofline(PanelContext& context, Rect area);

} // namespace warpscope::gui
