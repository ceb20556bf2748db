// Where the parts of the time bar stand.
#pragma once

#include "gui/draw/canvas.h"

namespace warpscope::gui {

struct TimeBarPlace {
    float button = 0, first_button = 0, buttons_y = 0; ///< side, x of the first, y of all
    float after_buttons = 0;
    Rect marks, cost, source; ///< the three rows of the track
};
TimeBarPlace time_bar_place(const Canvas& canvas, const Rect& area);

} // namespace warpscope::gui
