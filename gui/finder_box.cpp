// Rows with text at the left and keys at the right.
#include "gui/finder_box.h"

#include <algorithm>
#include <cmath>

#include "gui/panels/parts.h"

namespace warpscope::gui {
namespace {

float row_height(const Canvas& canvas) {
    return canvas.px(26);
}

} // namespace

float finder_height(const Canvas& canvas, std::size_t rows) {
    return row_height(canvas) * static_cast<float>(std::min(rows, kFinderRows)) + canvas.px(8);
}

std::optional<std::size_t> draw_finder(Canvas& canvas, const Input& input, const Rect& area,
                                       std::span<const views::FinderRow> rows, std::size_t chosen) {
    const Palette& c = canvas.colors;
    canvas.fill(area, c.raised, canvas.px(4));
    canvas.outline(area, c.inactive, 1, canvas.px(4));
    std::optional<std::size_t> clicked;
    const std::size_t first = chosen < kFinderRows ? 0 : chosen - kFinderRows + 1;
    Rect rest = area.inset(canvas.px(4), canvas.px(4));
    for (std::size_t r = first; r < rows.size() && r < first + kFinderRows; ++r) {
        const views::FinderRow& row = rows[r];
        const Rect place = rest.take_top(row_height(canvas));
        const bool over = row.enabled && input.over(place);
        if (r == chosen || over) canvas.fill(place, c.band, canvas.px(3));
        if (r == chosen) canvas.fill({place.x, place.y, canvas.px(2), place.h}, c.selection);
        const float detail = canvas.text(place.right() - canvas.px(10), place.middle_y(),
                                         row.detail, tertiary(canvas, Size::Small), Align::Right);
        canvas.text_clipped(place.x + canvas.px(12), place.middle_y(),
                            place.w - detail - canvas.px(44), row.text,
                            {Face::Words, Size::Body, row.enabled ? c.text1 : c.text3});
        if (over && input.clicked) clicked = r;
    }
    return clicked;
}

void draw_finder_text(Canvas& canvas, const Rect& box, std::string_view text,
                      std::string_view hint) {
    const Palette& c = canvas.colors;
    canvas.fill(box, c.panel, canvas.px(4));
    canvas.outline(box, c.text1, 2, canvas.px(4));
    const float x = box.x + canvas.px(12), most = box.w - canvas.px(28);
    if (text.empty())
        canvas.text_clipped(x + canvas.px(6), box.middle_y(), most, hint,
                            tertiary(canvas, Size::Body));
    // The end is what is typed at, so a long text shows that.
    std::string shown(text);
    bool cut = false;
    while (!shown.empty() && canvas.text_width(Face::Code, Size::Body, shown) > most) {
        shown.erase(0, 1);
        while (!shown.empty() && (static_cast<unsigned char>(shown[0]) & 0xC0) == 0x80)
            shown.erase(0, 1);
        cut = true;
    }
    const float width = canvas.text(x, box.middle_y(), (cut ? "…" : "") + shown, code(canvas));
    canvas.fill({std::round(x + width + 1), box.y + canvas.px(5), std::max(1.f, canvas.px(1)),
                 box.h - canvas.px(10)},
                c.text1);
}

} // namespace warpscope::gui
