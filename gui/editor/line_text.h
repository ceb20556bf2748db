// Lines of a text: their ends in the file, and how wide they are drawn.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace warpscope::gui {

/// Columns from one tab stop to the next.
inline constexpr std::uint32_t kTabColumns = 4;
/// Of a tab that stands in this column.
constexpr std::uint32_t tab_width(std::uint32_t column) {
    return kTabColumns - column % kTabColumns;
}

/// A line as it is drawn: tabs as spaces.
std::string expand_tabs(std::string_view line);
/// Characters of UTF-8.
std::uint32_t count_characters(std::string_view utf8);
/// The bytes with the line ends of one kind, and whether that was Windows'.
std::pair<std::string, bool> without_windows_line_ends(std::string_view bytes);

} // namespace warpscope::gui
