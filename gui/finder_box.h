// A list to choose from, as it is drawn: below the go-to box, and on the start screen.
#pragma once

#include <optional>
#include <span>

#include "gui/backend/input.h"
#include "gui/draw/canvas.h"
#include "gui/views/finder.h"

namespace warpscope::gui {

/// Rows that are shown at a time.
inline constexpr std::size_t kFinderRows = 12;

float finder_height(const Canvas& canvas, std::size_t rows);
/// Draws the rows around the chosen one; returns the one that was clicked.
std::optional<std::size_t> draw_finder(Canvas& canvas, const Input& input, const Rect& area,
                                       std::span<const views::FinderRow> rows, std::size_t chosen);
/// A line of text with its cursor at the end; `hint` while it is empty.
void draw_finder_text(Canvas& canvas, const Rect& box, std::string_view text,
                      std::string_view hint);

} // namespace warpscope::gui
