// Fonts: every face in every size, in one atlas for a scale of type.
#pragma once

#include "gui/theme/metrics.h"
#include "sim/base/result.h"

struct ImFont;
struct ImFontAtlas;

namespace warpscope::gui {

struct Fonts {
    ImFont* font[kFaces][kSizes] = {};
    float em[kSizes] = {}; ///< pixels
    ImFont* of(Face face, Size size) const {
        return font[static_cast<unsigned>(face)][static_cast<unsigned>(size)];
    }
};

/// Fills the atlas anew. The Diagnostic names the package with the font that is missing.
Result<Fonts> load_fonts(ImFontAtlas& atlas, float text_scale);

} // namespace warpscope::gui
