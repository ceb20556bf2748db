// The Lanes panel: values of the selected warp, 32 lanes each, with the pattern that they follow.
#include <fmt/format.h>

#include <cmath>

#include "gui/panels/lanes_input.h"
#include "gui/panels/parts.h"
#include "gui/panels/registry.h"
#include "gui/views/named_rows.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

using views::LaneRow;

char chosen_format(const UiState& state, const LaneRow& row) {
    if (state.number_format == 0 || row.format == 'p' || row.is_object) return row.format;
    if (state.number_format == 'f' && row.bytes == 8) return 'F';
    if (state.number_format == 'f' && row.bytes != 4) return row.format;
    return state.number_format;
}

const char* format_label(char format) {
    switch (format) {
    case 'x': return "Hexadecimal";
    case 'd': return "Decimal";
    case 'f': return "Float";
    case 'b': return "Bits";
    default: return "As typed";
    }
}

/// Instead of values: why there are none, or what a struct holds in the selected lane.
void draw_words(PanelContext& context, const LaneAxis& axis, const Rect& band, const LaneRow& row) {
    Canvas& canvas = context.canvas;
    std::string text = row.trouble;
    if (text.empty() && row.is_object) {
        const LaneMask known = row.valid | row.stale;
        const unsigned lane =
            has_lane(known, context.selection.lane) ? context.selection.lane : first_lane(known);
        bool same = true;
        for_each_lane(known,
                      [&](unsigned other) { same &= row.objects[other] == row.objects[lane]; });
        text = same ? row.objects[lane] + " in all lanes"
                    : fmt::format("lane {}: {}", lane, row.objects[lane]);
        canvas.fill(band, canvas.colors.cell);
    }
    canvas.text_clipped(axis.left + canvas.px(6), band.middle_y(), axis.cell * 32 - canvas.px(12),
                        text, row.trouble.empty() ? secondary(canvas) : tertiary(canvas));
}

/// A value as dots, eight a row, the highest bit first.
void draw_bits(PanelContext& context, const Rect& cell, const LaneRow& row, unsigned lane) {
    Canvas& canvas = context.canvas;
    const unsigned bits = row.bytes * 8;
    const unsigned columns = bits < 8 ? bits : 8, rows = bits / columns;
    const float width = std::floor((cell.w - 2) / static_cast<float>(columns));
    const float height = std::max(1.f, std::floor((cell.h - 2) / static_cast<float>(rows)));
    const float left = std::round(cell.middle_x() - width * static_cast<float>(columns) / 2);
    const float top = std::round(cell.middle_y() - height * static_cast<float>(rows) / 2);
    for (unsigned k = 0; k < bits; ++k) {
        if ((row.bits[lane] >> (bits - 1 - k) & 1) == 0) continue;
        canvas.fill({left + width * static_cast<float>(k % columns),
                     top + height * static_cast<float>(k / columns), std::max(1.f, width - 1),
                     height > 1 ? height - 1 : height},
                    canvas.colors.text1);
    }
}

void draw_uniform(PanelContext& context, const LaneAxis& axis, const Rect& band,
                  const LaneRow& row) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const unsigned lanes = count_lanes(row.valid);
    const std::string value =
        views::format_value(row.bits[first_lane(row.valid)], row.format, row.bytes);
    std::string text = lanes == kLanes ? fmt::format("{} in all lanes", value)
                       : lanes == 1    ? fmt::format("{} in lane {}", value, first_lane(row.valid))
                                       : fmt::format("{} in {} lanes", value, lanes);
    if (row.name == "bank" && row.conflict) {
        canvas.fill(band, c.degree[degree_index(row.conflict_degree)]);
        text = fmt::format("bank {} in {} {} lanes: they queue", value,
                           lanes == kLanes ? "all" : "these", lanes);
        canvas.text(axis.left + axis.cell * 16, band.middle_y(), text,
                    {Face::WordsBold, Size::Small, c.on_wrong}, Align::Center);
        return;
    }
    canvas.fill(band, c.cell);
    canvas.text(axis.left + axis.cell * 16, band.middle_y(), text, secondary(canvas),
                Align::Center);
}

void draw_cells(PanelContext& context, const LaneAxis& axis, const Rect& band, const LaneRow& row,
                const views::LaneLabels& labels) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        const Rect cell = {axis.x(lane), band.y, axis.cell - 1, band.h};
        if (has_lane(row.stale, lane)) {
            const TextStyle old = {Face::Code, Size::Digits, c.text3};
            if (canvas.text_in_cell(cell, labels.text[lane], old) && !labels.text[lane].empty()) {
                const float width = canvas.text_width(old.face, old.size, labels.text[lane]);
                canvas.fill({std::round(cell.middle_x() - width / 2), std::round(cell.middle_y()),
                             width, 1},
                            c.text3);
            }
        }
        if (!has_lane(row.valid, lane)) continue;
        canvas.fill(cell, c.cell);
        const bool selected = lane == context.selection.lane;
        // Wide values alternate, so that neighbours do not run together.
        const bool crowded = labels.text[lane].size() >= 5 && lane % 2 == 1 && !selected;
        if (row.format == 'b') {
            draw_bits(context, cell, row, lane);
        } else if (labels.text[lane].empty()) {
            const float height = std::round((cell.h - 4) * labels.bar[lane]);
            canvas.fill({cell.x + 2, cell.bottom() - 2 - height, cell.w - 4, height}, c.wave);
        } else {
            canvas.text_in_cell(cell, labels.text[lane],
                                {selected || row.written ? Face::CodeBold : Face::Code,
                                 Size::Digits, crowded ? c.text2 : c.text1});
        }
        if (has_lane(row.breaks_pattern, lane)) canvas.outline(cell, c.text1);
    }
}

/// What the differences in the cells are added to; where it has no room its last digits.
void draw_base(PanelContext& context, const LaneAxis& axis, const Rect& area, float name_width,
               std::string base) {
    Canvas& canvas = context.canvas;
    const float room = axis.left - area.x - canvas.metrics.inset - name_width - canvas.px(14);
    const std::string whole = base;
    while (base.size() > 4 && canvas.text_width(Face::Code, Size::Note, base) > room)
        base = "…" + base.substr(base.starts_with("…") ? 4 : 1);
    if (canvas.text_width(Face::Code, Size::Note, base) > room) return;
    canvas.text(axis.left - canvas.px(6), area.middle_y(), base,
                {Face::Code, Size::Note, canvas.colors.text3}, Align::Right);
    if (context.input.over(area) && context.input.x < axis.left)
        context.tooltip = "lane values are relative to " + whole;
}

/// The value of one lane to the digit, for hover.
void hover(PanelContext& context, const LaneAxis& axis, const Rect& area, const LaneRow& row) {
    if (!context.input.over(area)) return;
    if (!row.expression.empty()) {
        if (context.input.x < axis.left && !context.tooltip)
            context.tooltip = fmt::format(
                "{}{}: a double click goes to where lane {} got its value",
                row.type.empty() ? "" : row.type + " ", row.name, context.selection.lane);
        if (context.input.clicked) {
            context.state.lanes.chosen = row.expression;
            context.state.focus = static_cast<unsigned>(Slot::Lanes);
        }
        if (context.input.double_clicked) context.actions.go_to_change(row.expression);
    }
    const auto lane = axis.lane_at(context.input.x);
    if (!lane || !has_lane(row.valid | row.stale, *lane)) return;
    context.tooltip = row.is_object
                          ? fmt::format("lane {}: {} = {}", *lane, row.name, row.objects[*lane])
                          : fmt::format("lane {}: {} = {} (0x{:X})", *lane, row.name,
                                        views::format_value(row.bits[*lane], row.format, row.bytes),
                                        row.bits[*lane]);
    if (context.input.clicked) {
        context.selection.lane = *lane;
        context.state.focus = static_cast<unsigned>(Slot::Lanes);
    }
}

} // namespace

void draw_lanes(PanelContext& context) {
    Canvas& canvas = context.canvas;
    const Metrics& m = canvas.metrics;
    const Palette& c = canvas.colors;
    float right = 0;
    std::optional<std::uint32_t>& compare = context.state.lanes.compare;
    Rect body =
        panel_header(context, "Lanes",
                     compare ? fmt::format("warp {}, differences from lane {} after step {}",
                                           context.selection.warp, *compare,
                                           report::grouped(context.views.step.now))
                             : fmt::format("warp {}, values after step {}", context.selection.warp,
                                           report::grouped(context.views.step.now)),
                     right);
    const Rect header = {context.area.x, context.area.y, context.area.w, m.header};
    char& format = context.state.number_format;
    if (header_button(context, header, right, format_label(format), {}))
        format = format == 0     ? 'x'
                 : format == 'x' ? 'd'
                 : format == 'd' ? 'f'
                 : format == 'f' ? 'b'
                                 : '\0';
    // Two digits always, so that the button stays where it is.
    if (header_button(context, header, right,
                      fmt::format("Compare with {:>2}", compare.value_or(context.selection.lane)),
                      {.on = compare.has_value()})) {
        if (compare)
            compare.reset();
        else
            compare = context.selection.lane;
    }
    const auto& rows = context.views.lanes;
    if (rows.empty()) {
        empty_sentence(context, body, "This block has no such warp.");
        return;
    }
    const LaneAxis axis = lane_axis(context.area, m);
    body = draw_watch_box(context, body);
    body.take_top(canvas.px(4));
    const float content = m.lane_row * static_cast<float>(rows.size());
    scroll_area(context, body, content, context.state.lanes_scroll);
    canvas.push_clip(body);
    const auto characters = static_cast<unsigned>(
        (axis.cell - 2) / std::max(1.f, canvas.text_width(Face::Code, Size::Digits, "0")));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        LaneRow row = rows[r];
        row.format = chosen_format(context.state, row);
        if (compare) {
            row.format = rows[r].format; // the meaning decides what a difference is
            row = views::compared_with(std::move(row), *compare);
        }
        const float top = body.y + static_cast<float>(r) * m.lane_row - context.state.lanes_scroll;
        if (top + m.lane_row < body.y || top >= body.bottom()) continue;
        const Rect area = {body.x, top, body.w, m.lane_row};
        const Rect band = {axis.left, top + 1, axis.cell * 32 - 1, m.lane_row - 2};
        const bool in_words = row.is_object || !row.trouble.empty();
        const views::LaneLabels labels =
            in_words ? views::LaneLabels{} : views::lane_labels(row, characters);
        const Face face = row.written ? Face::CodeBold : row.watch ? Face::CodeItalic : Face::Code;
        const bool chosen = !row.expression.empty() && row.expression == context.state.lanes.chosen;
        if (chosen) canvas.fill({area.x, area.y, 2, area.h}, canvas.colors.selection);
        const float name = canvas.text_clipped(
            area.x + m.inset, area.middle_y(), axis.left - area.x - m.inset - canvas.px(4),
            row.name, {face, m.density == Density::Compact ? Size::Note : Size::Small, c.text1});
        const bool uniform = row.shape == LaneRow::Shape::Uniform;
        if (!uniform && !labels.base.empty()) draw_base(context, axis, area, name, labels.base);
        if (in_words)
            draw_words(context, axis, band, row);
        else if (row.valid != 0 && uniform)
            draw_uniform(context, axis, band, row);
        else
            draw_cells(context, axis, band, row, labels);
        std::string note = in_words ? "" : views::shape_note(row);
        if (m.density != Density::Full) note = note.substr(0, note.find(' '));
        canvas.text_clipped(axis.notes, area.middle_y(), area.right() - axis.notes - 2, note,
                            tertiary(canvas));
        if (body.contains(context.input.x, context.input.y)) hover(context, axis, area, row);
    }
    canvas.pop_clip();
    lane_band(context, axis, body.y, std::min(body.bottom(), body.y + content));
}

} // namespace warpscope::gui
