// Drawing the shared parts.
#include "gui/panels/parts.h"

#include <array>
#include <cmath>

#include "gui/panels/registry.h"

namespace warpscope::gui {

TextStyle words(const Canvas& canvas, Size size) {
    return {Face::Words, size, canvas.colors.text1};
}
TextStyle secondary(const Canvas& canvas, Size size) {
    return {Face::Words, size, canvas.colors.text2};
}
TextStyle tertiary(const Canvas& canvas, Size size) {
    return {Face::Words, size, canvas.colors.text3};
}
TextStyle code(const Canvas& canvas, Size size) {
    return {Face::Code, size, canvas.colors.text1};
}

bool button(Canvas& canvas, const Input& input, const Rect& rect, std::string_view label,
            const ButtonStyle& style) {
    const Palette& c = canvas.colors;
    const bool over = input.over(rect);
    const bool primary = style.primary || (style.on && canvas.metrics.density == Density::Large);
    if (primary) {
        canvas.fill(rect, c.primary, canvas.px(4));
    } else {
        if (style.on || over) canvas.fill(rect, c.raised, canvas.px(4));
        canvas.outline(rect, style.on ? c.raised : c.line, 1, canvas.px(4));
    }
    const Color ink = primary ? c.on_primary : style.on ? c.text1 : c.text2;
    const TextStyle text = {primary ? Face::WordsBold : Face::Words, Size::Small, ink};
    canvas.text(rect.middle_x(), rect.middle_y(), label, text, Align::Center);
    return over && input.clicked;
}

float header_buttons_width(const Canvas& canvas, std::initializer_list<std::string_view> labels) {
    float width = canvas.px(12);
    for (const std::string_view label : labels)
        width += std::round(canvas.text_width(Face::Words, Size::Small, label)) + canvas.px(22);
    return width;
}

bool header_button(PanelContext& context, const Rect& header, float& right, std::string_view label,
                   const ButtonStyle& style) {
    Canvas& canvas = context.canvas;
    const float width =
        std::round(canvas.text_width(Face::Words, Size::Small, label)) + canvas.px(16);
    const float height =
        canvas.px(20) + (canvas.metrics.density == Density::Large ? canvas.px(6) : 0);
    const Rect rect = {right - width, std::round(header.middle_y() - height / 2), width, height};
    right = rect.x - canvas.px(6);
    return button(canvas, context.input, rect, label, style);
}

void help_mark(PanelContext& context, const Rect& header, const std::string& panel) {
    std::string& help = context.state.help;
    const bool on = help == panel;
    if (!context.input.over(header) && !on) return;
    Canvas& canvas = context.canvas;
    const Rect mark = {header.right() - canvas.px(13), header.y, canvas.px(13), header.h};
    const bool over = context.input.over(mark);
    canvas.text(
        mark.middle_x(), header.middle_y(), "?",
        {Face::WordsBold, Size::Small, on || over ? canvas.colors.text1 : canvas.colors.text3},
        Align::Center);
    if (over && !context.tooltip) context.tooltip = "what this panel shows";
    if (over && context.input.clicked) help = on ? "" : panel;
}

Rect panel_header(PanelContext& context, std::string_view title, std::string_view subtitle,
                  float& right, float buttons) {
    Canvas& canvas = context.canvas;
    const Metrics& m = canvas.metrics;
    Rect body = context.area;
    canvas.fill(body, canvas.colors.panel);
    const Rect header = body.take_top(m.header);
    canvas.fill(header, canvas.colors.header);
    canvas.fill({header.x, header.bottom() - 1, header.w, 1}, canvas.colors.line);
    float x = header.x + m.inset;
    x += canvas.text(x, header.middle_y(), title,
                     {Face::WordsBold, Size::Body, canvas.colors.text1});
    x += canvas.px(12);
    right = header.right() - canvas.px(12);
    help_mark(context, header, panel_at(context.slot, context.state)->id);
    const float end = buttons > 0 ? std::min(right, header.right() - buttons) - canvas.px(8)
                                  : header.x + header.w * 0.62f;
    canvas.text_clipped(x, header.middle_y(), std::max(0.f, end - x), subtitle, secondary(canvas));
    if (context.input.double_clicked &&
        context.input.over({header.x, header.y, x - header.x, header.h})) {
        auto& enlarged = context.state.layout.enlarged;
        if (enlarged)
            enlarged.reset();
        else
            enlarged = context.slot;
    }
    return body;
}

void lane_ruler(PanelContext& context, const LaneAxis& axis, const Rect& row) {
    Canvas& canvas = context.canvas;
    // Where numbers would touch, every fourth is enough.
    const unsigned each = canvas.metrics.density == Density::Large ? 4 : 1;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        const bool selected = lane == context.selection.lane;
        if (lane % each != 0 && !selected && lane != kLanes - 1) continue;
        const bool beside =
            lane + 1 == context.selection.lane || lane == context.selection.lane + 1;
        if (each != 1 && beside) continue;
        const TextStyle style = {selected ? Face::CodeBold : Face::Code, Size::Digits,
                                 selected ? canvas.colors.text1 : canvas.colors.text3};
        const std::array<char, 3> digits = {
            static_cast<char>(lane < 10 ? '0' + lane : '0' + lane / 10),
            static_cast<char>('0' + lane % 10), 0};
        canvas.text(axis.x(lane) + axis.cell / 2, row.middle_y(),
                    std::string_view(digits.data(), lane < 10 ? 1 : 2), style, Align::Center);
    }
}

void lane_band(PanelContext& context, const LaneAxis& axis, float top, float bottom) {
    Canvas& canvas = context.canvas;
    canvas.fill({axis.x(context.selection.lane), top, axis.cell - 1, bottom - top},
                with_opacity(canvas.colors.selection, 0.085f));
}

bool empty_sentence(PanelContext& context, const Rect& area, std::string_view sentence,
                    std::string_view link) {
    Canvas& canvas = context.canvas;
    float x = area.x + canvas.px(20);
    const float y = area.y + canvas.px(28);
    x += canvas.text(x, y, sentence, tertiary(canvas, Size::Body));
    if (link.empty()) return false;
    x += canvas.px(6);
    const float width = canvas.text_width(Face::Words, Size::Body, link);
    const Rect rect = {x, y - canvas.px(10), width, canvas.px(20)};
    const bool over = context.input.over(rect);
    canvas.text(x, y, link, words(canvas));
    canvas.fill({x, y + canvas.px(8), width, 1}, over ? canvas.colors.text1 : canvas.colors.text3);
    return over && context.input.clicked;
}

void scroll_area(PanelContext& context, const Rect& area, float content, float& scroll) {
    const float most = std::max(0.f, content - area.h);
    if (context.input.wheel != 0 && context.input.over(area))
        scroll -= context.input.wheel * context.canvas.px(60);
    scroll = std::round(std::clamp(scroll, 0.f, most));
    if (most <= 0) return;
    const float length = std::max(context.canvas.px(24), area.h * area.h / content);
    const float y = area.y + (area.h - length) * scroll / most;
    context.canvas.fill({area.right() - context.canvas.px(4), std::round(y), context.canvas.px(3),
                         std::round(length)},
                        context.canvas.colors.wave_base, 2);
}

} // namespace warpscope::gui
