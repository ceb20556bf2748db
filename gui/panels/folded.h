// The strip that a narrow window keeps of its left column.
#pragma once

#include "gui/panels/panel.h"

namespace warpscope::gui {

/// A click lays the column over the body, or folds it again.
void draw_folded(PanelContext& context);

} // namespace warpscope::gui
