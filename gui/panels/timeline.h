// Where the Timeline panel's parts stand.
#pragma once

#include "gui/draw/canvas.h"

namespace warpscope::gui {

struct TimelinePlace {
    Rect title, ruler, track, legend;
    float row = 1;      ///< height of a warp's
    unsigned warps = 0; ///< that have room
};
TimelinePlace timeline_place(const Canvas& canvas, const Rect& area, unsigned warps);

} // namespace warpscope::gui
