// The Shared view of the Memory panel: lanes over banks over rows of words, and the passes.
#pragma once

#include "gui/panels/panel.h"

namespace warpscope::gui {

void draw_shared_memory(PanelContext& context, Rect body);

/// The pass that is shown, from 0; none: all at once.
std::optional<unsigned> shown_pass(const UiState& state, unsigned passes);

} // namespace warpscope::gui
