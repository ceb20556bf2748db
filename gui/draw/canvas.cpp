// Drawing with ImGui's draw list.
#include "gui/draw/canvas.h"

#include <imgui.h>

#include <cmath>
#include <string>

namespace warpscope::gui {
namespace {

ImU32 packed(Color color) {
    return IM_COL32(color.r, color.g, color.b, color.a);
}

/// Height of capitals and digits, as a share of the em (both families).
constexpr float kCapHeight = 0.73f;

} // namespace

void Canvas::fill(const Rect& rect, Color color, float corner) {
    if (rect.empty()) return;
    list_.AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, packed(color), corner);
}

void Canvas::outline(const Rect& rect, Color color, float width, float corner) {
    if (rect.empty()) return;
    if (corner <= 0) {
        // Four fills: exact pixels at any width.
        fill({rect.x, rect.y, rect.w, width}, color);
        fill({rect.x, rect.bottom() - width, rect.w, width}, color);
        fill({rect.x, rect.y + width, width, rect.h - 2 * width}, color);
        fill({rect.right() - width, rect.y + width, width, rect.h - 2 * width}, color);
        return;
    }
    const float half = width / 2;
    list_.AddRect({rect.x + half - 0.5f, rect.y + half - 0.5f},
                  {rect.right() - half + 0.5f, rect.bottom() - half + 0.5f}, packed(color), corner,
                  0, width);
}

void Canvas::line(float x0, float y0, float x1, float y1, Color color, float width) {
    list_.AddLine({x0, y0}, {x1, y1}, packed(color), width);
}

void Canvas::dashed_line(float x0, float x1, float y, Color color) {
    const float dash = px(4), gap = px(3);
    for (float x = x0; x < x1; x += dash + gap)
        fill({x, y, std::min(dash, x1 - x), 1}, color);
}

void Canvas::circle(float x, float y, float radius, Color color) {
    list_.AddCircleFilled({x, y}, radius, packed(color));
}

void Canvas::triangle(float x0, float y0, float x1, float y1, float x2, float y2, Color color) {
    // ImGui smooths the edges of shapes that run clockwise.
    const bool clockwise = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0) > 0;
    if (clockwise)
        list_.AddTriangleFilled({x0, y0}, {x1, y1}, {x2, y2}, packed(color));
    else
        list_.AddTriangleFilled({x0, y0}, {x2, y2}, {x1, y1}, packed(color));
}

void Canvas::outline_triangle(float x0, float y0, float x1, float y1, float x2, float y2,
                              Color color, float width) {
    list_.PathLineTo({x0, y0});
    list_.PathLineTo({x1, y1});
    list_.PathLineTo({x2, y2});
    list_.PathStroke(packed(color), ImDrawFlags_Closed, width);
}

void Canvas::hatch(const Rect& rect, Color color) {
    push_clip(rect);
    const float step = std::max(3.f, std::round(rect.w / 5));
    for (float x = rect.x - rect.h; x < rect.right(); x += step)
        line(x, rect.bottom(), x + rect.h, rect.y, color, 1.5f);
    pop_clip();
}

void Canvas::lane_curve(float x0, float y0, float x1, float y1, Color color, float width) {
    const float reach = (y1 - y0) * 0.55f;
    // Long curves get more than 16 pieces, or their bends show corners.
    const int pieces = std::abs(x1 - x0) > 6 * (y1 - y0) ? 40 : 24;
    list_.AddBezierCubic({x0, y0}, {x0, y0 + reach}, {x1, y1 - reach}, {x1, y1}, packed(color),
                         width, pieces);
}

float Canvas::text_width(Face face, Size size, std::string_view text) const {
    const ImFont* font = fonts_.of(face, size);
    return font->CalcTextSizeA(font->FontSize, 1e9f, 0, text.data(), text.data() + text.size()).x;
}

float Canvas::text(float x, float middle_y, std::string_view text, const TextStyle& style,
                   Align align) {
    const ImFont* font = fonts_.of(style.face, style.size);
    const float width = text_width(style.face, style.size, text);
    if (align == Align::Center) x -= width / 2;
    if (align == Align::Right) x -= width;
    const float baseline = std::round(middle_y + em(style.size) * kCapHeight / 2);
    const float top = baseline - std::round(font->Ascent);
    list_.AddText(font, font->FontSize, {std::round(x), top}, packed(style.color), text.data(),
                  text.data() + text.size());
    return width;
}

bool Canvas::text_in_cell(const Rect& cell, std::string_view shown, const TextStyle& style) {
    if (text_width(style.face, style.size, shown) > cell.w) return false;
    text(cell.middle_x(), cell.middle_y(), shown, style, Align::Center);
    return true;
}

float Canvas::text_clipped(float x, float middle_y, float width, std::string_view shown,
                           const TextStyle& style) {
    if (width <= 0) return 0;
    if (text_width(style.face, style.size, shown) <= width) return text(x, middle_y, shown, style);
    std::string part(shown);
    while (!part.empty()) {
        // Whole characters only.
        while (!part.empty() && (static_cast<unsigned char>(part.back()) & 0xC0) == 0x80)
            part.pop_back();
        if (!part.empty()) part.pop_back();
        if (text_width(style.face, style.size, part + "…") <= width) break;
    }
    return text(x, middle_y, part + "…", style);
}

float Canvas::paragraph(float x, float y, float width, float line_height, std::string_view words,
                        const TextStyle& style) {
    std::string line;
    const auto flush = [&] {
        text(x, y + line_height / 2, line, style);
        y += line_height;
        line.clear();
    };
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        const std::string word(words.substr(0, end));
        words.remove_prefix(std::min(end + 1, words.size()));
        if (!line.empty() && text_width(style.face, style.size, line + " " + word) > width) flush();
        line += line.empty() ? word : " " + word;
    }
    if (!line.empty()) flush();
    return y;
}

void Canvas::push_clip(const Rect& rect) {
    list_.PushClipRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, true);
}

void Canvas::pop_clip() {
    list_.PopClipRect();
}

} // namespace warpscope::gui
