// The command line of warpscope-gui.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gui/backend/input.h"
#include "gui/engine/engine.h"
#include "gui/exports.h"
#include "gui/theme/palette.h"

namespace warpscope::gui {

struct GuiOptions {
    OpenRequest open; ///< its path is empty when nothing was named
    std::optional<Theme> theme;
    float scale = 0; ///< 0: as the screen asks for
    int width = 1920, height = 1200;
    bool large = false;
    std::string tab;                  ///< lower panel to show; empty: the first
    std::filesystem::path screenshot; ///< empty: a window
    std::filesystem::path journal;    ///< what the window shows goes there as JSON lines
    std::vector<ExportWish> exports;  ///< after the keys
    std::vector<std::string> watches; ///< besides those of the saved layout
    std::vector<Stroke> keys;         ///< pressed one after another before the screenshot
    unsigned history_mib = Stepper::kHistoryMiB;
    unsigned measured = 0; ///< frames to measure instead; 0: none
    std::optional<std::uint32_t> lane;
    std::optional<std::pair<float, float>> pointer;
};

/// What to do instead when there are no options to carry out: help was asked for, or an error was
/// told.
struct GuiExit {
    int code = 0;
};

std::variant<GuiOptions, GuiExit> read_options(int argc, char** argv);

} // namespace warpscope::gui
