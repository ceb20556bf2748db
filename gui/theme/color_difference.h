// How different two colours look, also to eyes that lack a kind of cone: what the palette is held
// to.
#pragma once

#include <cstdint>

#include "gui/theme/color.h"

namespace warpscope::gui {

enum class Vision : std::uint8_t { Usual, Protanopia, Deuteranopia, Tritanopia };

/// The colour as it looks to those eyes: the matrices of severity 1 of Machado, Oliveira and
/// Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009),
/// applied to linear light.
Color seen_with(Vision vision, Color color);

/// Euclidean distance in CIE L*a*b* under D65 (CIE76). About 2.3 is just noticeable.
double cie76_distance(Color a, Color b);

/// 1 to 21, of opaque colours (WCAG 2.1, "contrast ratio").
double contrast_ratio(Color a, Color b);

} // namespace warpscope::gui
