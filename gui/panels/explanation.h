// The column beside an enlarged panel: what it teaches, and what this step means.
#pragma once

#include "gui/panels/panel.h"

namespace warpscope::gui {

void draw_explanation(PanelContext& context);

struct Flow;
/// What padding saves and costs at the access that is shown, where it helps.
void draw_price(PanelContext& context, Flow& flow);
/// "Show this access with the fix" and "Open 3_padded.cu", where there are such.
void draw_fix_buttons(PanelContext& context, Flow& flow);

} // namespace warpscope::gui
