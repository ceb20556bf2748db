// The Splits view of the Warps panel: how the lanes of one warp came to part, and what it costs.
#pragma once

#include "gui/panels/panel.h"

namespace warpscope::gui {

void draw_splits(PanelContext& context, Rect body);

} // namespace warpscope::gui
