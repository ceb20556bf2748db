// Running the app: in a window until it is closed, or once for a picture.
#pragma once

#include "gui/options.h"

namespace warpscope::gui {

/// Exit code.
int run_gui(const GuiOptions& options);

} // namespace warpscope::gui
