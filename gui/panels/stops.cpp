// Drawing breakpoints, and changing them by clicks.
#include "gui/panels/stops.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "gui/draw/icons.h"
#include "gui/panels/parts.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

const Diagnostic* trouble_of(const PanelContext& context, unsigned id) {
    for (const auto& [of, trouble] : context.troubles)
        if (of == id) return &trouble;
    return nullptr;
}

float row_height(const Canvas& canvas) {
    return canvas.px(24);
}

/// Breakpoints on lines of other files say so.
std::string title_of(const PanelContext& context, const UserBreakpoint& b) {
    std::string text = words_of(b);
    if (b.kind == UserBreakpoint::Kind::Line && b.file != context.views.source.file)
        text += " of " + std::filesystem::path(b.file).filename().string();
    if (b.kind == UserBreakpoint::Kind::Finding)
        text = fmt::format(
            "any finding: {}",
            report::counted(views::with_findings({b}, context.placed)[0].positions.size(), "step"));
    return text;
}

void go_to_line(PanelContext& context, const UserBreakpoint& b) {
    if (b.kind == UserBreakpoint::Kind::Line && b.file == context.views.source.file) {
        context.selection.line = b.line;
        context.state.source_scroll = -1;
    }
}

void draw_stop(PanelContext& context, const UserBreakpoint& b, const Rect& row) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const Input& input = context.input;
    const Rect mark = {row.x, row.y, canvas.px(28), row.h};
    const Rect cross = {row.right() - canvas.px(28), row.y, canvas.px(28), row.h};
    if (input.over(row)) canvas.fill(row, c.band);
    draw_breakpoint(canvas, b, mark.middle_x(), row.middle_y(), canvas.px(10));
    const TextStyle style = {Face::Words, Size::Small, b.enabled ? c.text1 : c.text3};
    float x = mark.right() + canvas.text(mark.right(), row.middle_y(), title_of(context, b), style);
    const Diagnostic* trouble = trouble_of(context, b.id);
    const std::string more = trouble != nullptr                 ? trouble->message
                             : views::condition_text(b).empty() ? ""
                                                                : "if " + views::condition_text(b);
    if (!more.empty()) {
        x += canvas.px(10);
        canvas.text_clipped(x, row.middle_y(), cross.x - x - canvas.px(4), more,
                            {Face::Code, Size::Small, trouble != nullptr ? c.wrong : c.text2});
    }
    const float half = canvas.px(4);
    const float cx = cross.middle_x(), cy = cross.middle_y();
    const Color stroke = input.over(cross) ? c.text1 : c.text3;
    canvas.line(cx - half, cy - half, cx + half, cy + half, stroke, 1.4f);
    canvas.line(cx - half, cy + half, cx + half, cy - half, stroke, 1.4f);
    if (input.over(mark)) context.tooltip = b.enabled ? "turn it off" : "turn it on";
    if (input.over(cross)) context.tooltip = "take it away";
    const bool memory = b.kind == UserBreakpoint::Kind::Memory;
    const bool middle = input.over(row) && !input.over(mark) && !input.over(cross);
    if (middle && memory) context.tooltip = "writes, both, or reads";
    if (!input.clicked) return;
    // The breakpoint may be gone afterwards.
    views::BreakpointList& all = context.state.breakpoints;
    if (middle && !memory) go_to_line(context, b);
    if (middle && memory)
        all.next_access(b.id);
    else if (input.over(mark))
        all.toggle_enabled(b.id);
    else if (input.over(cross))
        all.remove(b.id);
}

} // namespace

std::optional<views::BreakPlace> place_of(const views::SourceView& view,
                                          const views::SourceRow& row) {
    if (row.kind == views::SourceRow::Kind::Gap || row.number == 0) return std::nullopt;
    views::BreakPlace place;
    place.line = row.number;
    if (row.kind == views::SourceRow::Kind::Ptx)
        place.kind = UserBreakpoint::Kind::Ptx;
    else
        place.file = view.file;
    return place;
}

void draw_breakpoint(Canvas& canvas, const UserBreakpoint& b, float x, float y, float size) {
    const Palette& c = canvas.colors;
    const bool conditional = !b.condition.empty() || b.only_findings;
    canvas.circle(x, y, size / 2, b.enabled ? c.text1 : c.text3);
    if (!b.enabled) canvas.circle(x, y, size / 2 - std::max(1.2f, canvas.px(1.5f)), c.panel);
    if (conditional)
        canvas.circle(x, y, std::max(1.2f, size * 0.18f), b.enabled ? c.panel : c.text3);
}

float draw_condition(PanelContext& context, const UserBreakpoint& b, const Rect& row, float right) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const Diagnostic* trouble = trouble_of(context, b.id);
    const std::string condition = views::condition_text(b);
    if (trouble == nullptr && condition.empty()) return right;
    const std::string text = trouble != nullptr ? trouble->message : "if " + condition;
    const float most = row.w * 0.55f;
    const float width =
        std::min(most, canvas.text_width(Face::CodeItalic, Size::Small, text)) + canvas.px(12);
    const Rect box = {std::round(right - width), row.y + 1, std::round(width), row.h - 2};
    canvas.fill(box, c.raised, canvas.px(3));
    canvas.text_clipped(box.x + canvas.px(6), box.middle_y(), box.w - canvas.px(11), text,
                        {Face::CodeItalic, Size::Small, trouble != nullptr ? c.wrong : c.text1});
    if (context.input.over(box)) {
        context.tooltip = trouble != nullptr ? to_string(*trouble) : text;
        if (context.input.right_clicked)
            context.actions.edit_breakpoint(
                {b.kind, b.kind == UserBreakpoint::Kind::Line ? b.file : "", b.line});
    }
    return box.x - canvas.px(6);
}

Rect condition_box(const Canvas& canvas, const Rect& row, float left, bool error) {
    return {left, row.bottom(), row.right() - left - canvas.px(8),
            canvas.px(30) + (error ? canvas.px(20) : 0)};
}

void draw_condition_box(PanelContext& context, const Rect& box) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    BreakState& breaks = context.state.breaks;
    canvas.fill(box, c.raised, canvas.px(4));
    canvas.outline(box, c.text1, 2, canvas.px(4));
    Rect line = box;
    line.h = canvas.px(30);
    // What is often wanted is one click.
    float right = line.right() - canvas.px(6);
    const views::BreakPlace place = *breaks.edited;
    const auto choice = [&](const std::string& label) {
        const float width =
            std::round(canvas.text_width(Face::Words, Size::Small, label)) + canvas.px(16);
        const Rect rect = {right - width, line.y + canvas.px(4), width, line.h - canvas.px(8)};
        right = rect.x - canvas.px(4);
        return button(canvas, context.input, rect, label, {});
    };
    const std::string lane = fmt::format("only lane {}", context.selection.lane);
    if (choice("findings")) breaks.text.set("finding"), breaks.error.clear();
    if (choice(lane))
        breaks.text.set(fmt::format("lane == {}", context.selection.lane)), breaks.error.clear();
    const float y = line.middle_y();
    float x = line.x + canvas.px(10);
    x += canvas.text(x, y, "if ", secondary(canvas));
    const Rect text = {x, line.y, right - x - canvas.px(4), line.h};
    canvas.push_clip(text);
    const float advance = canvas.text_width(Face::Code, Size::Body, "0");
    const float cursor =
        canvas.text_width(Face::Code, Size::Body, breaks.text.text.substr(0, breaks.text.cursor));
    // The cursor stays in sight.
    const float shift = std::max(0.f, cursor + advance - text.w);
    if (breaks.text.text.empty())
        canvas.text(x + canvas.px(4), y, "threadIdx.x == 37 && %r7 > 100",
                    {Face::Code, Size::Body, c.text3});
    canvas.text(x - shift, y, breaks.text.text, code(canvas));
    canvas.fill({std::round(x + cursor - shift), y - canvas.px(8), std::max(1.f, canvas.px(1)),
                 canvas.px(16)},
                c.text1);
    canvas.pop_clip();
    if (!breaks.error.empty())
        canvas.text_clipped(box.x + canvas.px(10), line.bottom() + canvas.px(6),
                            box.w - canvas.px(20), breaks.error,
                            {Face::Words, Size::Small, c.wrong});
    if (context.input.clicked && !context.input.over(box) && breaks.edited == place)
        breaks.edited.reset();
}

Rect stops_list(const PanelContext& context, const Rect& body) {
    if (!context.state.breaks.list) return {};
    const Canvas& canvas = context.canvas;
    const auto rows =
        static_cast<float>(std::min<std::size_t>(context.state.breakpoints.all().size(), 12));
    const float width = std::min(body.w - canvas.px(24), canvas.px(460));
    return {body.right() - canvas.px(12) - width, body.y + canvas.px(4), width,
            row_height(canvas) * (rows + 2)};
}

void draw_stops_list(PanelContext& context, const Rect& list) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    canvas.fill(list, c.raised, canvas.px(4));
    canvas.outline(list, c.inactive, 1, canvas.px(4));
    Rect rest = list.inset(canvas.px(4), 0);
    const Rect head = rest.take_top(row_height(canvas));
    canvas.text_clipped(head.x + canvas.px(8), head.middle_y(), head.w - canvas.px(16),
                        "Runs (F5, Shift+F5) stop at", words(canvas, Size::Small));
    // By value: a click may change them.
    const std::vector<UserBreakpoint> all = context.state.breakpoints.all();
    bool findings = false;
    for (const UserBreakpoint& b : all) {
        findings |= b.kind == UserBreakpoint::Kind::Finding;
        if (rest.h >= 2 * row_height(canvas))
            draw_stop(context, b, rest.take_top(row_height(canvas)));
    }
    const Rect foot = rest.take_top(row_height(canvas));
    const std::string label = findings ? "Not at findings" : "At findings of the checkers, too";
    const float width =
        std::round(canvas.text_width(Face::Words, Size::Small, label)) + canvas.px(16);
    const Rect rect = {foot.x + canvas.px(8), foot.y + canvas.px(1), width, foot.h - canvas.px(4)};
    if (button(canvas, context.input, rect, label, {.on = findings}))
        context.state.breakpoints.toggle_findings();
    canvas.text_clipped(
        rect.right() + canvas.px(10), foot.middle_y(), foot.right() - rect.right() - canvas.px(14),
        all.size() > 12 ? fmt::format("and {} more", all.size() - 12) : "F9 line, Alt+F9 address",
        tertiary(canvas, Size::Small));
}

} // namespace warpscope::gui
