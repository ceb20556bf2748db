// The Source panel: C++ with its PTX, where warps stand, breakpoints, and what lines cost.
#include <algorithm>

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "gui/draw/icons.h"
#include "gui/panels/parts.h"
#include "gui/panels/registry.h"
#include "gui/panels/source_editor.h"
#include "gui/panels/stops.h"
#include "gui/views/named_rows.h"
#include "gui/views/navigation.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

using views::SourceRow;

/// Where things stand in a row, from the panel's left, at 100 %.
struct Columns {
    float breakpoint, number, text, ptx_number, mnemonic, operands, tags, costs;
};

Columns columns_of(PanelContext& context) {
    const Canvas& c = context.canvas;
    const float x = context.area.x;
    const float right = context.area.right() - c.px(10);
    if (c.metrics.density == Density::Large)
        return {x + c.px(27),  x + c.px(80),  x + c.px(94),      x + c.px(120),
                x + c.px(134), x + c.px(270), right - c.px(150), right};
    return {x + c.px(14),
            x + c.px(48),
            x + c.px(60),
            x + c.px(85),
            x + c.px(99),
            x + c.px(206),
            right - c.px(c.metrics.density == Density::Full ? 178 : 132),
            right};
}

/// Working, waiting and gone lanes of the warp, as counts in the gutter (large mode).
void draw_lane_counts(PanelContext& context, const Columns& at, const Rect& row,
                      const SourceRow& line) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const Rect box = {context.area.x + canvas.px(10), std::round(row.middle_y() - canvas.px(11)),
                      canvas.px(34), canvas.px(22)};
    const TextStyle digits = {Face::CodeBold, Size::Small, c.text1};
    if (line.lanes != 0) {
        canvas.fill(box, c.active_stepped, canvas.px(3));
        canvas.text(box.middle_x(), box.middle_y(), fmt::format("{}", count_lanes(line.lanes)),
                    {Face::CodeBold, Size::Small, c.on_active_stepped}, Align::Center);
    } else if (line.waiting != 0) {
        canvas.outline(box, c.text2, 1, canvas.px(3));
        canvas.fill({box.x + 4, box.bottom() - 4, box.w - 8, 2}, c.inactive);
        canvas.text(box.middle_x(), box.middle_y() - 1,
                    fmt::format("{}", count_lanes(line.waiting)), digits, Align::Center);
    } else if (line.left != 0) {
        canvas.text(at.number - canvas.px(40), row.middle_y(),
                    fmt::format("– {}", count_lanes(line.left)), digits, Align::Right);
    }
}

void draw_code(PanelContext& context, float x, const Rect& row, const SourceRow& line,
               float right) {
    draw_code_text(context.canvas, x, row, line.text, line.spans, right);
}

/// A counter of the whole launch: a number with a bar under it.
void draw_line_heat(PanelContext& context, const Columns& at, const Rect& row,
                    const SourceRow& line) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const float width = canvas.text(at.costs, row.middle_y(), line.heat_text,
                                    {Face::Code, Size::Note, c.text1}, Align::Right);
    const double share = line.heat / context.views.source.most_heat;
    const float full = std::max(width, canvas.px(48));
    const float bar = std::max(canvas.px(3), std::round(full * static_cast<float>(share)));
    canvas.fill({std::round(at.costs - bar), std::round(row.middle_y() + canvas.px(7)), bar,
                 std::max(1.f, canvas.px(2))},
                c.wave);
}

/// The sum over the block under "Passes per line": a number with a bar under it.
void draw_line_cost(PanelContext& context, const Columns& at, const Rect& row,
                    const SourceRow& line) {
    const std::uint64_t cost = line.passes + line.sectors;
    if (cost == 0) return;
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const std::string text = report::grouped(cost);
    const float width = canvas.text_width(Face::Code, Size::Note, text);
    canvas.text(at.costs, row.middle_y(), text,
                {Face::Code, Size::Note, line.avoidable_passes != 0 ? c.text1 : c.text2},
                Align::Right);
    const float full = std::max(width, canvas.px(48));
    const float share =
        static_cast<float>(cost) /
        static_cast<float>(std::max<std::uint64_t>(1, context.views.source.most_cost));
    const float bar = std::max(canvas.px(3), std::round(full * share));
    canvas.fill({std::round(at.costs - bar), std::round(row.middle_y() + canvas.px(7)), bar,
                 std::max(1.f, canvas.px(2))},
                line.avoidable_passes != 0 ? c.wrong : c.wave);
}

const UserBreakpoint* breakpoint_at(const PanelContext& context, const SourceRow& line) {
    const auto place = place_of(context.views.source, line);
    return place ? context.state.breakpoints.at(*place) : nullptr;
}

void draw_source_row(PanelContext& context, const Columns& at, const Rect& row,
                     const SourceRow& line) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    if (line.selected) canvas.fill(row, c.band);
    const bool large = canvas.metrics.density == Density::Large;
    if (large) draw_lane_counts(context, at, row, line);
    const UserBreakpoint* const stop = breakpoint_at(context, line);
    if (stop != nullptr)
        draw_breakpoint(canvas, *stop, large ? context.area.x + canvas.px(5) : at.breakpoint,
                        row.middle_y(), canvas.px(10));
    canvas.text(at.number, row.middle_y(), fmt::format("{}", line.number),
                {Face::Code, Size::Small, line.selected ? c.text1 : c.text3}, Align::Right);
    // The number stands on the code's line, so long code ends before it.
    const bool numbered =
        context.state.show_line_costs && !large && line.passes + line.sectors != 0;
    const bool heat = !context.views.source.heat.empty() && !large;
    if (heat) {
        const float taken =
            line.heat_text.empty()
                ? 0
                : canvas.text_width(Face::Code, Size::Note, line.heat_text) + canvas.px(8);
        draw_code(context, at.text, row, line, taken > 0 ? at.costs - taken : context.area.right());
        if (taken > 0) draw_line_heat(context, at, row, line);
        if (stop != nullptr) draw_condition(context, *stop, row, at.costs - taken);
        return;
    }
    const float number_width =
        numbered ? canvas.text_width(Face::Code, Size::Note,
                                     report::grouped(line.passes + line.sectors)) +
                       canvas.px(8)
                 : 0;
    draw_code(context, at.text, row, line,
              numbered ? at.costs - number_width : context.area.right());
    if (numbered) draw_line_cost(context, at, row, line);
    if (stop != nullptr) draw_condition(context, *stop, row, at.costs - number_width);
}

void draw_tags(PanelContext& context, const Columns& at, const Rect& row, const SourceRow& line) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    float x = at.tags;
    for (const views::WarpTag& tag : line.tags) {
        const float most = at.costs - canvas.px(72) - x;
        const std::vector<std::string> forms = views::shorter_forms(tag.text);
        const auto fitting = std::find_if(forms.begin(), forms.end(), [&](const std::string& form) {
            return canvas.text_width(Face::Words, Size::Note, form) <= most - canvas.px(10);
        });
        if (fitting == forms.end()) return; // the warps panel has them all
        const std::string& text = *fitting;
        const float width =
            std::round(canvas.text_width(Face::Words, Size::Note, text)) + canvas.px(10);
        const Rect box = {x, std::round(row.middle_y() - canvas.px(8)), width, canvas.px(16)};
        if (tag.stepped)
            canvas.fill(box, c.active_stepped, canvas.px(3));
        else
            canvas.outline(box, c.active_stepped, 1, canvas.px(3));
        canvas.text(box.middle_x(), box.middle_y(), text,
                    {Face::Words, Size::Note, tag.stepped ? c.on_active_stepped : c.text1},
                    Align::Center);
        x += width + canvas.px(4);
    }
}

void draw_ptx_row(PanelContext& context, const Columns& at, const Rect& row,
                  const SourceRow& line) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    if (line.current)
        canvas.fill(row, c.band);
    else
        canvas.fill({at.text, row.y, row.right() - at.text, row.h}, c.inset);
    if (line.kind == SourceRow::Kind::Gap) {
        canvas.text(at.mnemonic, row.middle_y(), "…", {Face::Code, Size::Small, c.text3});
        return;
    }
    const UserBreakpoint* const stop = breakpoint_at(context, line);
    if (stop != nullptr)
        draw_breakpoint(canvas, *stop, at.breakpoint, row.middle_y(), canvas.px(9));
    const float arrow = at.text - canvas.px(12), half = canvas.px(4);
    if (line.current)
        canvas.triangle(arrow - half, row.middle_y() - canvas.px(6), arrow - half,
                        row.middle_y() + canvas.px(6), arrow + half, row.middle_y(), c.text1);
    else if (line.next)
        canvas.outline_triangle(arrow - half, row.middle_y() - canvas.px(5), arrow - half,
                                row.middle_y() + canvas.px(5), arrow + half, row.middle_y(),
                                c.text1, 1.2f);
    const Face face = line.current ? Face::CodeBold : Face::Code;
    const Color text = line.current ? c.text1 : c.text2;
    canvas.text(at.ptx_number, row.middle_y(), fmt::format("{}", line.number),
                {face, Size::Small, line.current ? c.text1 : c.text3}, Align::Right);
    canvas.text(at.mnemonic, row.middle_y(), line.mnemonic, {face, Size::Small, text});
    const float after =
        at.mnemonic + canvas.text_width(face, Size::Small, line.mnemonic) + canvas.px(10);
    const float operands = std::max(at.operands, after);
    const float limit = line.tags.empty()
                            ? at.costs - canvas.px(line.passes + line.sectors != 0 ? 72 : 0)
                            : at.tags;
    canvas.text_clipped(operands, row.middle_y(), limit - operands - canvas.px(6), line.operands,
                        {face, Size::Small, text});
    if (stop != nullptr && draw_condition(context, *stop, row, at.costs) < at.costs) return;
    draw_tags(context, at, row, line);
    std::string cost;
    if (line.passes != 0)
        cost = fmt::format("{} {}", line.passes, line.passes == 1 ? "pass" : "passes");
    else if (line.sectors != 0)
        cost = fmt::format("{} {}", line.sectors, line.sectors == 1 ? "sector" : "sectors");
    if (cost.empty()) return;
    const bool wrong = line.avoidable_passes != 0;
    const float width =
        canvas.text(at.costs, row.middle_y(), cost,
                    {Face::Words, Size::Small, wrong ? c.text1 : c.text2}, Align::Right);
    if (wrong)
        canvas.fill({std::round(at.costs - width - canvas.px(8)),
                     std::round(row.middle_y() - canvas.px(7)), canvas.px(4), canvas.px(14)},
                    c.wrong);
}

/// Keeps the current row between a tenth and four fifths of the height, else at one third.
void follow_current(PanelContext& context, const Rect& body, float content) {
    const float line = context.canvas.metrics.code_line;
    const float top = static_cast<float>(context.views.source.current) * line;
    float& scroll = context.state.source_scroll;
    const bool new_moment = context.state.source_followed != context.moment.id;
    const bool in_sight =
        scroll >= 0 && top - scroll > body.h * 0.1f && top + line - scroll < body.h * 0.85f;
    if (scroll < 0 || (new_moment && !in_sight))
        scroll = std::max(0.f, std::round((top - body.h / 3) / line) * line);
    context.state.source_followed = context.moment.id;
    scroll_area(context, body, content, scroll);
}

/// Where no code is, none can stop.
void toggle(PanelContext& context, views::BreakPlace place) {
    context.state.focus = static_cast<unsigned>(Slot::Source);
    if (place.kind == UserBreakpoint::Kind::Line &&
        context.state.breakpoints.at(place) == nullptr) {
        const auto line = views::line_with_code(*context.moment.facts, place.file, place.line);
        if (line && *line != place.line)
            context.state.message =
                fmt::format("Line {} has no code; line {} has.", place.line, *line);
        if (!line) {
            context.state.message = "No code is at or behind this line.";
            return;
        }
        place.line = *line;
    }
    context.state.breakpoints.toggle(place);
}

/// A variable of the source under the pointer: its value in the selected lane, and its pattern.
void hover_variable(PanelContext& context, const Columns& at, const SourceRow& line) {
    const Canvas& canvas = context.canvas;
    const float width = canvas.text_width(Face::Code, Size::Body, "0");
    if (context.input.x < at.text || width <= 0) return;
    const auto character = static_cast<std::size_t>((context.input.x - at.text) / width);
    const std::string text = views::variable_in_words(
        context.views.lanes, views::identifier_at(line.text, character), context.selection.lane);
    if (!text.empty()) context.tooltip = text;
}

void take_input(PanelContext& context, const Columns& at, const Rect& row, const SourceRow& line) {
    if (!context.input.over(row) || line.kind == SourceRow::Kind::Gap) return;
    const auto place = place_of(context.views.source, line);
    // The gutter is left of the arrows of the PTX.
    if (place && context.input.x < at.text - context.canvas.px(18)) {
        const bool ptx = line.kind == SourceRow::Kind::Ptx;
        context.tooltip = fmt::format("breakpoint on {} {}; a right click writes a condition",
                                      ptx ? "PTX line" : "line", line.number);
        if (context.input.right_clicked)
            context.actions.edit_breakpoint(*place);
        else if (context.input.clicked)
            toggle(context, *place);
        return;
    }
    if (line.kind == SourceRow::Kind::Ptx) {
        if (context.views.source.has_source && context.input.x > at.costs - context.canvas.px(70) &&
            line.passes + line.sectors != 0)
            context.tooltip = line.passes != 0 ? "most passes of one execution in this block"
                                               : "most sectors of one execution in this block";
        return;
    }
    if (context.input.x > at.costs - context.canvas.px(56) && !context.views.source.heat.empty()) {
        if (!line.heat_text.empty())
            context.tooltip = fmt::format("{} in the whole launch: {}", context.views.source.heat,
                                          line.heat_text);
    } else if (context.input.x > at.costs - context.canvas.px(56) &&
               line.passes + line.sectors != 0)
        context.tooltip =
            fmt::format("in this block: {} passes of shared memory ({} avoidable), {} sectors",
                        report::grouped(line.passes), report::grouped(line.avoidable_passes),
                        report::grouped(line.sectors));
    else if (!context.tooltip)
        hover_variable(context, at, line);
    if (context.input.clicked) {
        context.selection.line = line.number;
        context.state.focus = static_cast<unsigned>(Slot::Source);
    }
    if (context.input.double_clicked) context.actions.run_to(*place);
}

} // namespace

void draw_source(PanelContext& context) {
    if (context.state.editing && context.state.edit != nullptr) return draw_source_editor(context);
    Canvas& canvas = context.canvas;
    const Metrics& m = canvas.metrics;
    const views::SourceView& view = context.views.source;
    float right = 0;
    const bool large = m.density == Density::Large;
    std::string subtitle = large             ? "lanes at each line"
                           : view.has_source ? std::filesystem::path(view.file).filename().string()
                                             : "PTX: the program was compiled without its lines";
    if (context.state.edit != nullptr) subtitle += edit_note(*context.state.edit, false);
    Rect body = panel_header(context, "Source", subtitle, right);
    const Rect header = {context.area.x, context.area.y, context.area.w, m.header};
    if (!large && view.has_source) {
        // Which numbers stand beside the lines is written here; a click takes a counter away again.
        if (!view.heat.empty()) {
            if (header_button(context, header, right, view.heat, {.on = true}))
                context.state.lower.heat.clear();
        } else if (header_button(context, header, right, "Passes per line",
                                 {.on = context.state.show_line_costs}))
            context.state.show_line_costs = !context.state.show_line_costs;
        if (header_button(context, header, right, "C++ + PTX", {.on = context.state.show_ptx}))
            context.state.show_ptx = !context.state.show_ptx;
    }
    if (view.rows.empty()) {
        empty_sentence(context, body, "This launch has neither source nor PTX lines.");
        return;
    }
    if (!large) {
        const std::string label = fmt::format("Stops {}", context.state.breakpoints.all().size());
        if (header_button(context, header, right, label, {.on = context.state.breaks.list}))
            context.state.breaks.list = !context.state.breaks.list;
    }
    const Columns at = columns_of(context);
    const float content = m.code_line * static_cast<float>(view.rows.size());
    follow_current(context, body, content);
    const Rect list = stops_list(context, body);
    Rect box; // of the condition that is written
    const BreakState& breaks = context.state.breaks;
    const auto edited_before = breaks.edited;
    canvas.push_clip(body);
    const auto first = static_cast<std::size_t>(context.state.source_scroll / m.code_line);
    for (std::size_t r = first; r < view.rows.size(); ++r) {
        const Rect row = {
            body.x, body.y + static_cast<float>(r) * m.code_line - context.state.source_scroll,
            body.w, m.code_line};
        if (row.y >= body.bottom()) break;
        if (view.rows[r].kind == SourceRow::Kind::Source)
            draw_source_row(context, at, row, view.rows[r]);
        else
            draw_ptx_row(context, at, row, view.rows[r]);
        if (breaks.edited && place_of(view, view.rows[r]) == breaks.edited)
            box = condition_box(canvas, row, at.text, !breaks.error.empty());
        // What lies over a row takes its input.
        if (context.input.over(body) && !context.input.over(list) && !context.input.over(box))
            take_input(context, at, row, view.rows[r]);
    }
    // Keys go to no box that nobody sees. One that a click opened is drawn in the next frame.
    if (!box.empty())
        draw_condition_box(context, box);
    else if (breaks.edited == edited_before)
        context.state.breaks.edited.reset();
    canvas.pop_clip();
    if (!list.empty()) draw_stops_list(context, list);
}

} // namespace warpscope::gui
