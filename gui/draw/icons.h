// Icons as paths: no icon font, no pictures.
#pragma once

#include "gui/draw/canvas.h"

namespace warpscope::gui {

enum class Icon : std::uint8_t {
    First,
    RunBack,
    StepBack,
    Step,
    Run,
    Last,
    ChevronDown,
    ChevronRight,
    Error,
    Warning,
    Note,
    Barrier,
    Breakpoint,
    Tick,
    Unequal,
    Logo,
};

/// Centred, about `size` pixels high.
void draw_icon(Canvas& canvas, Icon icon, float x, float y, float size, Color color);

} // namespace warpscope::gui
