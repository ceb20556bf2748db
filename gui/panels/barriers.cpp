// The Barriers panel: who waits where, for whom, and in a deadlock the circle.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/draw/icons.h"
#include "gui/panels/lower.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

using views::BarrierRow;
using views::BarrierView;

constexpr std::size_t kMostInCircle = 6;

/// Warps as small boxes: filled with the bars of those that wait, hollow of those that do not.
void draw_warps(PanelContext& context, Flow& flow, const char* name,
                const std::vector<std::uint32_t>& warps, bool waits) {
    if (warps.empty()) return;
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const float label = canvas.px(84), w = canvas.px(44), h = canvas.px(18), gap = canvas.px(4);
    canvas.text(flow.x, flow.y + h / 2, name, secondary(canvas));
    float x = flow.x + label;
    for (const std::uint32_t warp : warps) {
        if (x + w > flow.x + flow.width) x = flow.x + label, flow.y += h + gap;
        const Rect box = {x, std::round(flow.y), w, h};
        x += w + gap;
        canvas.outline(box, waits ? c.barrier : c.inactive, 1, canvas.px(3));
        if (waits)
            draw_icon(canvas, Icon::Barrier, box.x + canvas.px(10), box.middle_y(), canvas.px(9),
                      c.barrier);
        const bool selected = warp == context.selection.warp;
        canvas.text(box.right() - canvas.px(8), box.middle_y(), fmt::format("{}", warp),
                    {selected ? Face::CodeBold : Face::Code, Size::Small, c.text1}, Align::Right);
        if (selected) canvas.outline(box, c.selection, 2, canvas.px(3));
        if (!context.input.over(box)) continue;
        const auto& rows = context.views.warps;
        if (warp < rows.size())
            context.tooltip = fmt::format("warp {}: last ran {}, {} of {} lanes on", warp,
                                          rows[warp].begun ? rows[warp].at : "nothing",
                                          rows[warp].lanes_on, rows[warp].lanes_of);
        if (context.input.clicked) context.selection.warp = warp;
    }
    flow.y += h + gap;
}

std::string expected_text(const BarrierRow& row, std::uint64_t threads) {
    if (row.expects_all)
        return fmt::format("{} of {} threads have come", report::grouped(row.threads),
                           report::grouped(threads));
    if (row.expected == 0)
        return fmt::format("{} threads have come; a register says how many it waits for",
                           report::grouped(row.threads));
    return fmt::format("{} of the {} threads that it waits for have come",
                       report::grouped(row.threads), report::grouped(row.expected));
}

void draw_barrier(PanelContext& context, Flow& flow, const BarrierRow& row) {
    const std::uint64_t threads = volume(context.moment.facts->block);
    const std::string place =
        row.line != 0 ? fmt::format("line {}", row.line) : fmt::format("PTX line {}", row.ptx_line);
    flow.title(fmt::format("Barrier {}, {}: {}", row.barrier, place, expected_text(row, threads)));
    flow.gap(4);
    draw_warps(context, flow, "arrived", row.arrived, true);
    draw_warps(context, flow, "in part", row.partly, true);
    // With a count of its own a barrier does not wait for these very warps.
    draw_warps(context, flow, row.expects_all ? "missing" : "elsewhere", row.missing, false);
}

void arrow(Canvas& canvas, float x0, float x1, float y, Color color) {
    const float head = canvas.px(5), to = x1 > x0 ? x1 - head : x1 + head;
    canvas.line(x0, y, to, y, color, 1.5f);
    canvas.triangle(to, y - head, to, y + head, x1, y, color);
}

void draw_circle(PanelContext& context, Flow& flow, const BarrierView& view) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const std::size_t shown = std::min(view.circle.size(), kMostInCircle);
    const float gap = canvas.px(28), h = canvas.px(40);
    const float w =
        std::floor(std::min(canvas.px(140), (flow.width - gap * static_cast<float>(shown - 1)) /
                                                static_cast<float>(shown)));
    flow.gap(8);
    float x = flow.x;
    const float y = std::round(flow.y);
    for (std::size_t i = 0; i < shown; ++i) {
        const views::WaitEdge& edge = view.circle[i];
        const Rect box = {x, y, w, h};
        canvas.fill(box, c.raised, canvas.px(3));
        canvas.outline(box, c.barrier, 2, canvas.px(3));
        canvas.text(box.middle_x(), box.y + canvas.px(13), fmt::format("warp {}", edge.from),
                    {Face::WordsBold, Size::Small, c.text1}, Align::Center);
        canvas.text(box.middle_x(), box.y + canvas.px(28),
                    fmt::format("at barrier {}", edge.barrier), secondary(canvas, Size::Note),
                    Align::Center);
        if (context.input.clicked_in(box)) context.selection.warp = edge.from;
        if (i + 1 < shown)
            arrow(canvas, box.right() + canvas.px(3), box.right() + gap - canvas.px(3),
                  box.middle_y(), c.wrong);
        x += w + gap;
    }
    // Back from the last to the first, below.
    const float end = x - gap - w / 2, start = flow.x + w / 2, low = y + h + canvas.px(16);
    canvas.line(end, y + h + 2, end, low, c.wrong, 1.5f);
    canvas.line(end, low, start, low, c.wrong, 1.5f);
    canvas.line(start, low, start, y + h + canvas.px(6), c.wrong, 1.5f);
    canvas.triangle(start - canvas.px(5), y + h + canvas.px(8), start + canvas.px(5),
                    y + h + canvas.px(8), start, y + h + canvas.px(2), c.wrong);
    const std::string text = view.circle.size() > shown ? fmt::format("waits for, over {} more",
                                                                      view.circle.size() - shown)
                                                        : "waits for";
    const float width = canvas.text_width(Face::Words, Size::Note, text) + canvas.px(10);
    canvas.fill({std::round((start + end - width) / 2), low - canvas.px(8), width, canvas.px(16)},
                c.panel);
    canvas.text((start + end) / 2, low, text, secondary(canvas, Size::Note), Align::Center);
    flow.y = low + canvas.px(14);
}

} // namespace

void draw_barriers(PanelContext& context) {
    Canvas& canvas = context.canvas;
    const Rect body = lower_header(context);
    const BarrierView& view = context.views.barriers;
    canvas.push_clip(body);
    Flow flow{canvas, body.x + canvas.px(20), body.y + canvas.px(12), body.w - canvas.px(40)};
    flow.headline(view.sentence);
    if (view.begun && view.rows.empty() && view.syncs.empty())
        flow.prose("A barrier shows here while warps of the block have come to it and others have "
                   "not. B and Shift+B go to the next and to the last one.");
    if (!view.circle.empty()) draw_circle(context, flow, view);
    for (const BarrierRow& row : view.rows)
        draw_barrier(context, flow, row);
    for (const views::WarpSyncRow& row : view.syncs)
        flow.prose(fmt::format("Warp {}: {} lanes wait for {} others of it.", row.warp,
                               count_lanes(row.here), count_lanes(row.missing)));
    canvas.pop_clip();
}

} // namespace warpscope::gui
