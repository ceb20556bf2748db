// The Global view of the Memory panel: lanes over sectors of 32 bytes, grouped by lines of 128.
#pragma once

#include "gui/panels/panel.h"

namespace warpscope::gui {

void draw_global_memory(PanelContext& context, Rect body);

} // namespace warpscope::gui
