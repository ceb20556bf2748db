// The bars around the panels: toolbar, selection line, time bar with transport, status.
#pragma once

#include "gui/panels/panel.h"

namespace warpscope::gui {

/// What the bars know of the world around the moment.
struct BarFacts {
    EngineStatus status;
    double frames_per_second = 0; ///< 0: nothing moves
    std::string go_to_text;
    bool go_to_focus = false;
};

void draw_toolbar(PanelContext& context, BarFacts& facts);
void draw_selection_line(PanelContext& context);
void draw_time_bar(PanelContext& context, const BarFacts& facts);
/// Longer than what is over before anybody reads it.
bool takes_its_time(const EngineStatus& status);
void draw_status(PanelContext& context, const BarFacts& facts);

} // namespace warpscope::gui
