// Drawing over panels.
#include "gui/overlay.h"

#include <cmath>

#include "gui/draw/icons.h"
#include "gui/panels/parts.h"
#include "gui/panels/registry.h"

namespace warpscope::gui {

void draw_tooltip(Canvas& canvas, const std::string& text, float x, float y, float width,
                  float height) {
    const Palette& c = canvas.colors;
    const float w = std::round(canvas.text_width(Face::Code, Size::Small, text)) + canvas.px(20),
                h = canvas.px(26);
    const float left =
        std::clamp(std::round(x + canvas.px(12)), 0.f, std::max(0.f, width - w - canvas.px(8)));
    float top = std::round(y + canvas.px(20));
    if (top + h > height) top = std::round(y - h - canvas.px(8));
    const Rect box = {left, top, w, h};
    canvas.fill(box, c.raised, canvas.px(4));
    canvas.outline(box, c.inactive, 1, canvas.px(4));
    canvas.text(box.x + canvas.px(10), box.middle_y(), text, {Face::Code, Size::Small, c.text1});
}

Rect help_area(const Canvas& canvas, const Layout& layout, const UiState& state) {
    const auto slot = slot_of(state.help, state, layout);
    if (!slot) return {};
    const Rect& area = layout.of(*slot);
    const float width = std::min(canvas.px(420), area.w - canvas.px(24));
    return {area.right() - canvas.px(12) - width, area.y + canvas.metrics.header + canvas.px(6),
            width, canvas.px(196)};
}

bool draw_help(Canvas& canvas, const Input& input, const Layout& layout, const UiState& state) {
    const PanelRow* row = find_panel(state.help);
    if (row == nullptr || !slot_of(state.help, state, layout)) return true;
    const Palette& c = canvas.colors;
    const Rect box = help_area(canvas, layout, state);
    canvas.fill(box, c.raised, canvas.px(4));
    canvas.outline(box, c.inactive, 1, canvas.px(4));
    canvas.text(box.x + canvas.px(16), box.y + canvas.px(22), row->title,
                {Face::WordsBold, Size::Section, c.text1});
    canvas.paragraph(box.x + canvas.px(16), box.y + canvas.px(38), box.w - canvas.px(32),
                     canvas.px(20), row->help, {Face::Words, Size::Body, c.text1});
    return input.clicked_in(box);
}

} // namespace warpscope::gui
