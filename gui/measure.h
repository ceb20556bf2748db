// Measuring what frames cost, with nobody looking.
#pragma once

#include "gui/app.h"
#include "gui/backend/window.h"

namespace warpscope::gui {

struct MeasureOptions {
    unsigned frames = 100; ///< of each kind
    int width = 1280, height = 800;
};

/// Draws frames while somebody steps, scrubs, looks at the Timeline and zooms the time bar, and
/// prints what they cost. The exit code.
int measure_frames(const MeasureOptions& options, Window& window, Engine& engine,
                   Examiner& examiner, App& app);

} // namespace warpscope::gui
