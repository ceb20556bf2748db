// Drawing the strip: the current line and what was found, so that nothing is hidden.
#include "gui/panels/folded.h"

#include <fmt/format.h>

#include "gui/draw/icons.h"
#include "gui/panels/parts.h"

namespace warpscope::gui {

void draw_folded(PanelContext& context) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const Rect& area = context.area;
    const bool over = context.input.over(area);
    canvas.fill(area, over ? c.raised : c.panel);
    canvas.fill({area.right() - 1, area.y, 1, area.h}, c.line);
    float y = area.y + canvas.px(18);
    draw_icon(canvas, Icon::ChevronRight, area.middle_x(), y, canvas.px(12), c.text1);
    const auto number = [&](const char* what, const std::string& text) {
        y += canvas.px(34);
        canvas.text(area.middle_x(), y, what, tertiary(canvas), Align::Center);
        y += canvas.px(16);
        canvas.text(area.middle_x(), y, text, code(canvas, Size::Small), Align::Center);
    };
    for (const views::SourceRow& row : context.views.source.rows)
        if (row.selected) {
            number("line", fmt::format("{}", row.number));
            break;
        }
    number("found", fmt::format("{}", context.views.findings.kinds.size()));
    if (!over) return;
    context.tooltip = context.state.layout.unfolded ? "fold Source and Findings (Ctrl+B)"
                                                    : "show Source and Findings (Ctrl+B)";
    if (context.input.clicked) context.state.layout.unfolded = !context.state.layout.unfolded;
}

} // namespace warpscope::gui
