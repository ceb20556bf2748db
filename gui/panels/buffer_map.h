// The map of a buffer below the sectors of an access.
#pragma once

#include "gui/panels/panel.h"

namespace warpscope::gui {

/// Heat by accesses, or owners by the block that wrote a cell last.
void draw_buffer_map(PanelContext& context, Rect area);

} // namespace warpscope::gui
