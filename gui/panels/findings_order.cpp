// Drawing two lifelines. Only what the report says is drawn: who, what, where, and no path.
#include "gui/panels/findings_order.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace warpscope::gui {
namespace {

void dashes(Canvas& canvas, float x0, float y0, float x1, float y1, Color color) {
    const float length = std::hypot(x1 - x0, y1 - y0);
    const float dash = canvas.px(5), gap = canvas.px(4);
    for (float at = 0; at < length; at += dash + gap) {
        const float from = at / length, to = std::min(at + dash, length) / length;
        canvas.line(x0 + (x1 - x0) * from, y0 + (y1 - y0) * from, x0 + (x1 - x0) * to,
                    y0 + (y1 - y0) * to, color, 1.5f);
    }
}

void draw_box(Canvas& canvas, const Rect& box, const views::FindingActor& actor) {
    const Palette& c = canvas.colors;
    const Color edge = !actor.known ? c.text3 : actor.writes ? c.write : c.read;
    canvas.fill(box, c.raised, canvas.px(3));
    canvas.outline(box, edge, 2, canvas.px(3));
    float x = box.x + canvas.px(8);
    if (actor.known) {
        access_badge(canvas, x, box.y + canvas.px(12), actor.writes);
        x += canvas.px(20);
    }
    const std::string place = actor.line != 0 ? fmt::format("line {}", actor.line)
                                              : fmt::format("PTX line {}", actor.ptx_line);
    canvas.text_clipped(x, box.y + canvas.px(12), box.right() - x - canvas.px(6),
                        actor.does + ", " + place, {Face::WordsBold, Size::Small, c.text1});
    std::string ptx = actor.ptx_text;
    std::replace(ptx.begin(), ptx.end(), '\t', ' ');
    canvas.text_clipped(box.x + canvas.px(8), box.y + canvas.px(29), box.w - canvas.px(16), ptx,
                        {Face::Code, Size::Note, c.text2});
}

} // namespace

void draw_order(Canvas& canvas, const views::FindingItem& item, Flow& flow) {
    const Palette& c = canvas.colors;
    const views::FindingActor &later = item.actors[0], &earlier = item.actors[1];
    flow.title("Who is ordered after whom");
    const float width = std::round(std::min(flow.width * 0.4f, canvas.px(250)));
    const float left = std::round(flow.x + width / 2),
                right = std::round(flow.x + flow.width - width / 2);
    const float heads = flow.y + canvas.px(9);
    const auto head = [&](float x, const views::FindingActor& actor) {
        canvas.text(x, heads, actor.who, words(canvas, Size::Small), Align::Center);
        canvas.text(x, heads + canvas.px(16), actor.where, tertiary(canvas), Align::Center);
    };
    head(left, earlier);
    head(right, later);
    const float top = std::round(flow.y + canvas.px(36)), bottom = top + canvas.px(112);
    canvas.fill({left, top, 1, bottom - top}, c.inactive);
    canvas.fill({right, top, 1, bottom - top}, c.inactive);
    const Rect first = {left - width / 2, top + canvas.px(8), width, canvas.px(42)};
    const Rect second = {right - width / 2, top + canvas.px(62), width, canvas.px(42)};
    const float middle = flow.x + flow.width / 2;
    dashes(canvas, first.right(), first.middle_y(), second.x, second.middle_y(), c.wrong);
    // The words stand on the panel's ground, over the dashes.
    const char* const said = item.unordered ? "no path" : "no order";
    const float said_width = canvas.text_width(Face::WordsBold, Size::Small, said) + canvas.px(12);
    const float y = std::round((first.middle_y() + second.middle_y()) / 2);
    canvas.fill({std::round(middle - said_width / 2), y - canvas.px(9), said_width, canvas.px(18)},
                c.panel);
    canvas.text(middle, y, said, {Face::WordsBold, Size::Small, c.text1}, Align::Center);
    draw_box(canvas, first, earlier);
    draw_box(canvas, second, later);
    flow.y = bottom;
    flow.note("From above to below as it was in this run.");
}

} // namespace warpscope::gui
