// Names and pixels of exported panels.
#include "gui/exports.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/panels/registry.h"

namespace warpscope::gui {

Result<ExportWish> parse_export(const std::string& text) {
    ExportWish wish;
    const std::size_t colon = text.find(':');
    wish.panel = text.substr(0, colon);
    if (colon != std::string::npos) wish.file = text.substr(colon + 1);
    const std::string ending = wish.file.extension().string();
    wish.csv = ending == ".csv";
    std::string known;
    for (const PanelRow& row : panel_rows())
        known += fmt::format("{}{}", known.empty() ? "" : ", ", row.id);
    if (find_panel(wish.panel) == nullptr)
        return Diagnostic{{},
                          fmt::format("--export {}: there is no panel \"{}\"", text, wish.panel),
                          "one of " + known};
    if (!wish.csv && ending != ".png")
        return Diagnostic{{},
                          fmt::format("--export {}: the file ends in neither .csv nor .png", text),
                          "write lanes:FILE.csv"};
    return wish;
}

std::filesystem::path free_name(const std::filesystem::path& folder, const PanelExport& panel) {
    const std::string stem = fmt::format("warpscope-{}-step-{}", panel.panel, panel.step);
    std::error_code ignored;
    const auto taken = [&](const std::string& name) {
        return std::filesystem::exists(folder / (name + ".png"), ignored) ||
               std::filesystem::exists(folder / (name + ".csv"), ignored);
    };
    std::string name = stem;
    for (unsigned k = 2; taken(name); ++k)
        name = fmt::format("{}-{}", stem, k);
    return folder / name;
}

std::vector<std::uint8_t> cropped(const std::vector<std::uint8_t>& pixels, int width, int height,
                                  const Rect& area, int& w, int& h) {
    const int x = std::clamp(static_cast<int>(std::lround(area.x)), 0, width);
    const int y = std::clamp(static_cast<int>(std::lround(area.y)), 0, height);
    w = std::clamp(static_cast<int>(std::lround(area.right())), x, width) - x;
    h = std::clamp(static_cast<int>(std::lround(area.bottom())), y, height) - y;
    std::vector<std::uint8_t> part;
    part.reserve(static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * 3);
    for (int row = y; row < y + h; ++row) {
        const auto from = (static_cast<std::ptrdiff_t>(row) * width + x) * 3;
        part.insert(part.end(), pixels.begin() + from, pixels.begin() + from + w * 3);
    }
    return part;
}

} // namespace warpscope::gui
