// Reading and widening lines.
#include "gui/editor/line_text.h"

#include "gui/editor/utf8.h"

namespace warpscope::gui {

std::string expand_tabs(std::string_view line) {
    if (line.find('\t') == std::string_view::npos) return std::string(line);
    std::string expanded;
    std::uint32_t column = 0;
    for (const char32_t c : characters_of(line)) {
        const std::uint32_t width = c == '\t' ? tab_width(column) : 1;
        expanded += c == '\t' ? std::string(width, ' ') : bytes_of(std::u32string_view(&c, 1));
        column += width;
    }
    return expanded;
}

std::uint32_t count_characters(std::string_view utf8) {
    return static_cast<std::uint32_t>(characters_of(utf8).size());
}

std::pair<std::string, bool> without_windows_line_ends(std::string_view bytes) {
    std::size_t all = 0, windows = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if (bytes[i] == '\n') ++all, windows += i > 0 && bytes[i - 1] == '\r';
    std::string text(bytes);
    if (all == 0 || windows != all) return {std::move(text), false};
    std::string kept;
    kept.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') kept += text[i];
    return {std::move(kept), true};
}

} // namespace warpscope::gui
