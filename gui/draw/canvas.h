// Canvas: what panels draw with. Coordinates are pixels of the screen; whoever makes a layout
// rounds them, once.
#pragma once

#include <string_view>

#include "gui/draw/fonts.h"
#include "gui/layout/layout.h"
#include "gui/theme/palette.h"

struct ImDrawList;

namespace warpscope::gui {

enum class Align : std::uint8_t { Left, Center, Right };

struct TextStyle {
    Face face = Face::Words;
    Size size = Size::Body;
    Color color;
};

class Canvas {
public:
    Canvas(ImDrawList& list, const Fonts& fonts, const Palette& palette, const Metrics& metrics)
        : colors(palette), metrics(metrics), list_(list), fonts_(fonts) {}

    const Palette& colors;
    const Metrics& metrics;
    float px(float length) const { return metrics.px(length); }

    void fill(const Rect& rect, Color color, float corner = 0);
    /// Inside of the rectangle.
    void outline(const Rect& rect, Color color, float width = 1, float corner = 0);
    void line(float x0, float y0, float x1, float y1, Color color, float width = 1);
    void dashed_line(float x0, float x1, float y, Color color);
    void circle(float x, float y, float radius, Color color);
    void triangle(float x0, float y0, float x1, float y1, float x2, float y2, Color color);
    void outline_triangle(float x0, float y0, float x1, float y1, float x2, float y2, Color color,
                          float width);
    /// Four diagonal strokes inside of the rectangle.
    void hatch(const Rect& rect, Color color);
    /// From above to below, vertical at both ends.
    void lane_curve(float x0, float y0, float x1, float y1, Color color, float width);

    float text_width(Face face, Size size, std::string_view text) const;
    /// Letters stand centred on `middle_y`; returns the width.
    float text(float x, float middle_y, std::string_view text, const TextStyle& style,
               Align align = Align::Left);
    /// Only when it fits into the width less one pixel a side. False when it does not.
    bool text_in_cell(const Rect& cell, std::string_view text, const TextStyle& style);
    /// What does not fit is replaced by an ellipsis.
    float text_clipped(float x, float middle_y, float width, std::string_view text,
                       const TextStyle& style);
    /// Lines of words broken at `width`; returns the y below the last.
    float paragraph(float x, float y, float width, float line_height, std::string_view text,
                    const TextStyle& style);
    float em(Size size) const { return fonts_.em[static_cast<unsigned>(size)]; }

    void push_clip(const Rect& rect);
    void pop_clip();

private:
    ImDrawList& list_;
    const Fonts& fonts_;
};

} // namespace warpscope::gui
