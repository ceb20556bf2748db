// Files that panels are exported to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gui/layout/rect.h"
#include "sim/base/result.h"

namespace warpscope::gui {

/// A panel as it is on the screen, and as a table when it is one.
struct PanelExport {
    std::string panel; ///< id of its row
    std::uint64_t step = 0;
    Rect area;
    std::optional<std::string> csv;
};

/// `--export PANEL:FILE.csv`.
struct ExportWish {
    std::string panel;
    std::filesystem::path file;
    bool csv = false;
};
Result<ExportWish> parse_export(const std::string& text);

/// "warpscope-lanes-step-12" in the folder, with "-2", "-3" … when one of these files is there.
std::filesystem::path free_name(const std::filesystem::path& folder, const PanelExport& panel);

/// What lies inside of the area; `pixels` as write_png() takes them. Its size comes back in w and
/// h.
std::vector<std::uint8_t> cropped(const std::vector<std::uint8_t>& pixels, int width, int height,
                                  const Rect& area, int& w, int& h);

} // namespace warpscope::gui
