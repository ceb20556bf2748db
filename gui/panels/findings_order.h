// The order diagram of a race: two threads from above to below, and that nothing leads from one to
// the other.
#pragma once

#include "gui/panels/lower.h"

namespace warpscope::gui {

void draw_order(Canvas& canvas, const views::FindingItem& item, Flow& flow);

} // namespace warpscope::gui
