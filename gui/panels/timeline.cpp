// The Timeline panel: warps of the block over its steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/panels/lower.h"
#include "gui/panels/timeline.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

using views::StripRange;
using views::StripState;

Color color_of(const Palette& c, StripState state, unsigned degree) {
    switch (state) {
    case StripState::None: return c.panel;
    case StripState::Idle: return c.cell;
    case StripState::Waiting: return mix(c.panel, c.barrier, 0.45f);
    case StripState::Compute: return c.active;
    case StripState::Branch: return c.inactive;
    case StripState::Global: return c.active_stepped;
    case StripState::Shared: return c.text2;
    case StripState::Barrier: return c.barrier;
    case StripState::Exit: return c.text3;
    case StripState::Conflict: return c.degree[degree_index(degree)];
    }
    return c.cell;
}

void draw_state_legend(PanelContext& context, const Rect& row) {
    Canvas& canvas = context.canvas;
    float x = row.x;
    for (const auto& [state, text] :
         {std::pair{StripState::Compute, "computes"}, std::pair{StripState::Global, "global"},
          std::pair{StripState::Shared, "shared"}, std::pair{StripState::Conflict, "conflict"},
          std::pair{StripState::Branch, "branch"}, std::pair{StripState::Waiting, "waits"},
          std::pair{StripState::Idle, "others run"}}) {
        const float width = canvas.text_width(Face::Words, Size::Note, text) + canvas.px(14);
        if (x + width > row.right()) break;
        canvas.fill({x, std::round(row.middle_y() - canvas.px(4)), canvas.px(8), canvas.px(8)},
                    color_of(canvas.colors, state, 32));
        canvas.text(x + canvas.px(12), row.middle_y(), text, tertiary(canvas));
        x += width + canvas.px(10);
    }
}

std::string sums_text(const PanelContext& context, StripRange range, bool marked) {
    const views::StripSums sums = views::sums_of(context.moment, range);
    std::string text =
        fmt::format("{} {} to {}: {} passes", marked ? "Marked steps" : "Steps",
                    report::grouped(range.first + 1), report::grouped(range.first + range.count),
                    report::grouped(sums.passes));
    if (sums.avoidable_passes != 0)
        text += fmt::format(" ({} avoidable)", report::grouped(sums.avoidable_passes));
    return text + fmt::format(", {} sectors, {:.1f} lanes a step", report::grouped(sums.sectors),
                              sums.lanes);
}

/// The step under x.
std::uint64_t step_at(const Rect& track, StripRange range, float x) {
    const double share = std::clamp((x - track.x) / track.w, 0.f, 0.99999f);
    return range.first + static_cast<std::uint64_t>(share * static_cast<double>(range.count));
}

float x_of(const Rect& track, StripRange range, std::uint64_t step) {
    const double share = static_cast<double>(step - range.first) / static_cast<double>(range.count);
    return std::round(track.x + static_cast<float>(share) * track.w);
}

void take_input(PanelContext& context, const Rect& track, StripRange range, float row_height) {
    LowerState& state = context.state.lower;
    const Input& input = context.input;
    const auto& rows = context.moment.timeline->rows;
    const bool over = input.over(track);
    if (over) {
        const std::uint64_t step = step_at(track, range, input.x);
        const TimelineRow& row = rows[step];
        const CodeLine* code = context.moment.facts->find(row.function, row.instruction);
        const auto warp = static_cast<std::uint32_t>((input.y - track.y) / row_height);
        context.tooltip =
            fmt::format("step {}: warp {} runs {}{}", report::grouped(step + 1), row.warp,
                        code != nullptr ? code->mnemonic : "",
                        warp == row.warp ? "" : fmt::format("; pointer on warp {}", warp));
        if (input.wheel != 0)
            state.strip =
                views::zoomed(range, rows.size(),
                              static_cast<double>((input.x - track.x) / track.w), input.wheel);
        if (input.double_clicked)
            state.strip = state.marked = {}, state.drag_from.reset();
        else if (input.clicked)
            state.drag_from = step;
    }
    if (!state.drag_from) return;
    const std::uint64_t to = step_at(track, range, input.x);
    const std::uint64_t low = std::min(*state.drag_from, to), high = std::max(*state.drag_from, to);
    // Some pixels of way tell a drag from a click.
    const bool dragged = std::abs(x_of(track, range, high) - x_of(track, range, low)) >= 4;
    if (input.down) {
        if (dragged) state.marked = {low, high - low + 1};
        return;
    }
    if (!dragged) {
        state.marked = {};
        context.actions.go_to(rows[std::min<std::uint64_t>(to, rows.size() - 1)].position);
        context.selection.warp = rows[to].warp;
    }
    state.drag_from.reset();
}

} // namespace

TimelinePlace timeline_place(const Canvas& canvas, const Rect& area, unsigned warps) {
    TimelinePlace place;
    Rect body = area;
    body.take_top(canvas.metrics.tabs);
    body = body.inset(canvas.px(12), canvas.px(6));
    place.title = body.take_top(canvas.px(20));
    place.legend = body.take_bottom(canvas.px(18));
    place.ruler = body.take_top(canvas.px(16));
    body.take_left(canvas.px(28));
    place.row = std::clamp(std::floor(body.h / static_cast<float>(std::max(1u, warps))), 2.f,
                           canvas.px(20));
    const auto fit = static_cast<unsigned>(std::max(1.f, body.h / place.row));
    place.warps = std::min(warps, fit);
    place.track = {body.x, body.y, body.w, place.row * static_cast<float>(place.warps)};
    return place;
}

void draw_timeline(PanelContext& context) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    lower_header(context);
    const views::TimelineStrip& strip = context.views.strip;
    const auto& rows = context.moment.timeline->rows;
    const TimelinePlace place =
        timeline_place(canvas, context.area, context.moment.facts->warps_per_block());
    if (rows.empty() || strip.range.count == 0) {
        canvas.text(place.title.x + canvas.px(8), place.title.middle_y(),
                    "No step of this block has been recorded.", tertiary(canvas, Size::Body));
        return;
    }
    const Rect& track = place.track;
    const StripRange range = strip.range;
    const StripRange marked = context.state.lower.marked;
    canvas.text_clipped(place.title.x + canvas.px(8), place.title.middle_y(),
                        place.title.w - canvas.px(16),
                        sums_text(context, marked.count != 0 ? marked : range, marked.count != 0),
                        words(canvas, Size::Small));
    const float y = place.ruler.middle_y();
    canvas.text(track.x, y, report::grouped(range.first + 1), {Face::Code, Size::Note, c.text3});
    canvas.text(track.right(), y, report::grouped(range.first + range.count),
                {Face::Code, Size::Note, c.text3}, Align::Right);
    const auto label_each = static_cast<unsigned>(std::ceil(canvas.px(12) / place.row));
    const float gap = place.row >= 6 ? 1 : 0;
    for (const views::StripRow& row : strip.rows) {
        if (row.warp >= place.warps) break;
        const float top = track.y + static_cast<float>(row.warp) * place.row;
        if (row.warp % label_each == 0)
            canvas.text(
                track.x - canvas.px(8), top + place.row / 2, fmt::format("{}", row.warp),
                {Face::Code, Size::Digits, row.warp == context.selection.warp ? c.text1 : c.text3},
                Align::Right);
        for (const views::StripPiece& piece : row.pieces)
            canvas.fill({track.x + static_cast<float>(piece.first), top,
                         static_cast<float>(piece.count), place.row - gap},
                        color_of(c, piece.state, piece.degree));
    }
    canvas.push_clip({track.x, place.ruler.y, track.w, place.ruler.h + track.h});
    if (marked.count != 0 && marked.first + marked.count > range.first) {
        const float from = marked.first < range.first ? track.x : x_of(track, range, marked.first);
        const float to =
            x_of(track, range, std::min(marked.first + marked.count, range.first + range.count));
        canvas.fill({from, track.y, to - from, track.h}, with_opacity(c.selection, 0.12f));
        canvas.outline({from, track.y, to - from, track.h}, c.selection);
    }
    const std::uint64_t now = context.moment.timeline->index_at(context.moment.step.position);
    if (now >= range.first && now < range.first + range.count) {
        const float x = x_of(track, range, now);
        canvas.fill({x, track.y, 2, track.h}, c.selection);
        canvas.triangle(x - canvas.px(5), track.y - canvas.px(7), x + canvas.px(6),
                        track.y - canvas.px(7), x + 1, track.y, c.selection);
    }
    canvas.pop_clip();
    draw_state_legend(context, place.legend);
    take_input(context, track, range, place.row);
}

} // namespace warpscope::gui
