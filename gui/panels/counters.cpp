// The Counters panel: what matters of the launch's counters first; a click puts one beside the
// source's lines.
#include <fmt/format.h>

#include <cmath>

#include "gui/draw/icons.h"
#include "gui/panels/lower.h"
#include "gui/panels/roofline.h"
#include "gui/views/navigation.h"

namespace warpscope::gui {
namespace {

std::string nothing_text(const Examination& e) {
    if (e.counters_error) return "The launch could not be counted: " + e.counters_error->message;
    return e.working ? "Counting what the launch does …" : "Nobody has counted this launch.";
}

void take_input(PanelContext& context, const Rect& row, const views::CounterLine& line) {
    if (!context.input.over(row)) return;
    context.tooltip = line.formula;
    std::string& heat = context.state.lower.heat;
    if (context.input.clicked) {
        heat = heat == line.id ? "" : line.id;
        if (line.line != 0 && !heat.empty()) context.selection.line = line.line;
        context.state.focus = static_cast<unsigned>(context.slot);
    }
    if (context.input.double_clicked && line.line != 0)
        context.actions.go_to(views::nearest_step_at_line(context.moment, line.line));
}

void draw_row(PanelContext& context, const Rect& row, const views::CounterLine& line) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const bool on = context.state.lower.heat == line.id;
    if (on) {
        canvas.fill(row, c.band);
        canvas.fill({row.x, row.y, 2, row.h}, c.selection);
    } else if (context.input.over(row)) {
        canvas.fill(row, c.inset);
    }
    const bool two = !line.sentence.empty();
    const float y = two ? row.y + canvas.px(12) : row.middle_y();
    const float right = row.right() - canvas.px(14);
    const float value =
        canvas.text(right, y, line.value, {two ? Face::CodeBold : Face::Code, Size::Body, c.text1},
                    Align::Right);
    float x = row.x + canvas.px(20);
    if (two) draw_icon(canvas, Icon::Warning, x, y, canvas.px(12), c.wrong);
    if (two) x += canvas.px(16);
    const std::string unit =
        line.unit.empty() || line.name.ends_with(line.unit) || line.name.starts_with(line.unit)
            ? ""
            : line.unit;
    const float unit_width =
        unit.empty() ? 0 : canvas.text_width(Face::Words, Size::Note, unit) + canvas.px(16);
    const float name =
        canvas.text_clipped(x, y, right - value - canvas.px(12) - x, line.name,
                            {two ? Face::WordsBold : Face::Words, Size::Body, c.text1});
    if (unit_width > 0 && x + name + unit_width < right - value - canvas.px(8))
        canvas.text(x + name + canvas.px(8), y, unit, tertiary(canvas));
    if (two)
        canvas.text_clipped(x, row.y + canvas.px(30), right - x, line.sentence, secondary(canvas));
}

} // namespace

void draw_counters(PanelContext& context) {
    Canvas& canvas = context.canvas;
    Rect body = lower_header(context);
    if (!context.views.counters) {
        Flow flow{canvas, body.x + canvas.px(20), body.y + canvas.px(16), body.w - canvas.px(40)};
        flow.prose(nothing_text(context.examination));
        return;
    }
    const views::CounterRows& rows = *context.views.counters;
    LowerState& state = context.state.lower;
    const Rect choice = body.take_top(canvas.px(30));
    float right = choice.right() - canvas.px(12);
    if (header_button(context, choice, right, "Roofline", {.on = state.roofline}))
        state.roofline = true;
    if (header_button(context, choice, right, "Table", {.on = !state.roofline}))
        state.roofline = false;
    canvas.text(choice.x + canvas.px(20), choice.middle_y(),
                state.roofline ? "The launch under its roof" : "Of the whole launch",
                tertiary(canvas, Size::Small));
    if (state.roofline) {
        draw_roofline(context, body);
        return;
    }
    const float two = canvas.px(44), one = canvas.px(22), fold = canvas.px(28);
    const float content = two * static_cast<float>(rows.matter.size()) + fold +
                          (state.all_counters ? one * static_cast<float>(rows.others.size()) : 0) +
                          canvas.px(24);
    scroll_area(context, body, content, state.counters_scroll);
    canvas.push_clip(body);
    float y = body.y + canvas.px(4) - state.counters_scroll;
    const auto visible = [&](const Rect& row) {
        return row.bottom() > body.y && row.y < body.bottom();
    };
    const bool over = context.input.over(body);
    const auto show = [&](const views::CounterLine& line, float height) {
        const Rect row = {body.x, y, body.w - canvas.px(6), height};
        y += height;
        if (!visible(row)) return;
        draw_row(context, row, line);
        if (over) take_input(context, row, line);
    };
    for (const views::CounterLine& line : rows.matter)
        show(line, two);
    const Rect toggle = {body.x, y, body.w - canvas.px(6), fold};
    y += fold;
    if (visible(toggle)) {
        draw_icon(canvas, state.all_counters ? Icon::ChevronDown : Icon::ChevronRight,
                  toggle.x + canvas.px(20), toggle.middle_y(), canvas.px(10), canvas.colors.text2);
        canvas.text(toggle.x + canvas.px(36), toggle.middle_y(),
                    rows.matter.empty()
                        ? fmt::format("Nothing stands out. All {} counters", rows.others.size())
                        : fmt::format("{} more counters", rows.others.size()),
                    over && context.input.over(toggle) ? words(canvas)
                                                       : secondary(canvas, Size::Body));
        if (over && context.input.clicked_in(toggle)) state.all_counters = !state.all_counters;
    }
    if (state.all_counters)
        for (const views::CounterLine& line : rows.others)
            show(line, one);
    canvas.pop_clip();
}

bool press_in_counters(KeyContext& context, const KeyPress& key) {
    if (key != KeyPress{.key = static_cast<Key>('L')}) return false;
    context.state.lower.roofline = !context.state.lower.roofline;
    return true;
}

} // namespace warpscope::gui
