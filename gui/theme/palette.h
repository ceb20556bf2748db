// Palette: every colour of the GUI by its meaning, for a dark and a light theme.
//
// Chrome and syntax are grey, so that a hue always means something; selection is white or black,
// never a hue. A shape says the same as each colour (docs/gui.md).
#pragma once

#include <array>

#include "gui/theme/color.h"

namespace warpscope::gui {

enum class Theme : std::uint8_t { Dark, Light };

struct Palette {
    // Chrome.
    Color window, panel, header, raised;
    Color line;  ///< one pixel between parts
    Color cell;  ///< a cell that holds data but nothing to look at
    Color band;  ///< behind the row or line that is chosen
    Color inset; ///< code inside code, the ground of the cost wave
    Color text1, text2, text3;
    Color selection;           ///< outlines of what is selected
    Color primary, on_primary; ///< the one button that matters
    // Lanes.
    Color active_stepped, active, inactive, barrier, stalled, exited;
    Color on_active_stepped, on_active; ///< text on them
    Color wrong, on_wrong;              ///< fault, error, warning, conflict
    std::array<Color, 6> degree;        ///< of conflicts: 1, 2, 3-4, 5-8, 9-16, 17-32
    Color read, write;
    std::array<Color, 8> owner; ///< inside owner maps only
    Color wave, wave_base;      ///< cost of what is not wrong
};

const Palette& palette(Theme theme);

/// Index into Palette::degree for a conflict of `ways` lanes, 1 to 32.
constexpr unsigned degree_index(unsigned ways) {
    unsigned index = 0;
    for (unsigned limit = 1; limit < ways && index < 5; limit *= 2)
        ++index;
    return index;
}

} // namespace warpscope::gui
