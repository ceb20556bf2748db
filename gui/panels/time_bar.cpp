// The time bar: transport and scrubber are one thing, as in a video player.
#include <fmt/format.h>

#include <cmath>

#include "gui/draw/icons.h"
#include "gui/panels/bars.h"
#include "gui/panels/parts.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

using views::TimeMark;

struct Track {
    Rect marks, cost, source;
    float left = 0, width = 0;
    float x_of(std::uint64_t row, std::uint64_t rows) const {
        return std::round(left + width * static_cast<float>(row) /
                                     static_cast<float>(std::max<std::uint64_t>(1, rows)));
    }
};

void draw_transport(PanelContext& context, float& right) {
    Canvas& canvas = context.canvas;
    const Metrics& m = canvas.metrics;
    constexpr std::pair<Icon, KeyPress> kButtons[] = {
        {Icon::First, {.key = Key::Home}},
        {Icon::RunBack, {.key = Key::F5, .shift = true}},
        {Icon::StepBack, {.key = Key::F10, .shift = true}},
        {Icon::Step, {.key = Key::F10}},
        {Icon::Run, {.key = Key::F5}},
        {Icon::Last, {.key = Key::End}},
    };
    constexpr const char* kNames[] = {
        "first step of the block", "run back", "step back", "step", "run",
        "last step of the block"};
    const float size = canvas.px(m.density == Density::Full    ? 30
                                 : m.density == Density::Large ? 36
                                                               : 26);
    float x = context.area.x + canvas.px(12);
    const float y = context.area.y + canvas.px(m.density == Density::Compact ? 8 : 10) +
                    (m.density == Density::Large ? canvas.px(1) : 0);
    for (std::size_t i = 0; i < std::size(kButtons); ++i) {
        const Rect rect = {x, y, size, size};
        const bool over = context.input.over(rect);
        canvas.fill(rect, over ? canvas.colors.band : canvas.colors.raised, canvas.px(4));
        draw_icon(canvas, kButtons[i].first, rect.middle_x(), rect.middle_y(),
                  canvas.px(m.density == Density::Large ? 12 : 10), canvas.colors.text1);
        if (over)
            context.tooltip = fmt::format("{}  ({})", kNames[i], to_string(kButtons[i].second));
        if (over && context.input.clicked) context.actions.press(kButtons[i].second);
        x += size + canvas.px(4);
    }
    right = x;
}

void draw_step_number(PanelContext& context, float after_buttons) {
    Canvas& canvas = context.canvas;
    const Moment& moment = context.moment;
    const Dim3 block = from_linear_index(moment.block, moment.facts->grid);
    const std::string now = report::grouped(context.views.step.now),
                      all = report::grouped(context.views.step.all);
    const std::string more = moment.timeline->whole ? "" : " or more";
    if (canvas.metrics.density == Density::Large) {
        const float x = after_buttons + canvas.px(12), y = context.area.y + canvas.px(28);
        canvas.text(x, y, now, {Face::CodeBold, Size::Body, canvas.colors.text1});
        canvas.text(x, y + canvas.px(24), fmt::format("of {}{}", all, more),
                    {Face::Code, Size::Note, canvas.colors.text2});
        return;
    }
    const bool full = canvas.metrics.density == Density::Full;
    const float x = context.area.x + canvas.px(12);
    const float y = context.area.y + canvas.px(full ? 57 : 46);
    canvas.text(x, y, fmt::format("Step {} of {}{}", now, all, more),
                {Face::WordsBold, full ? Size::Body : Size::Small, canvas.colors.text1});
    canvas.text(x, y + canvas.px(full ? 19 : 16),
                fmt::format("by warp instruction, block ({},{})", block.x, block.y),
                secondary(canvas, full ? Size::Small : Size::Note));
}

Track place_track(PanelContext& context, float after_buttons) {
    Canvas& canvas = context.canvas;
    const Metrics& m = canvas.metrics;
    Track track;
    const Rect& area = context.area;
    const float inset = m.density == Density::Full    ? canvas.px(88)
                        : m.density == Density::Large ? canvas.px(94)
                                                      : canvas.px(44);
    track.left = std::round(after_buttons + inset);
    track.width = area.right() - canvas.px(m.density == Density::Large ? 16 : 20) - track.left;
    const bool full = m.density == Density::Full;
    track.marks = {track.left, area.y + canvas.px(full ? 10 : 4), track.width,
                   canvas.px(full ? 16 : 14)};
    track.cost = {track.left, area.y + canvas.px(full ? 28 : 20), track.width,
                  canvas.px(full ? 39 : 28)};
    if (m.density == Density::Large)
        track.cost = {track.left, area.y + canvas.px(10), track.width, canvas.px(44)};
    track.source = {track.left, track.cost.bottom() + canvas.px(4), track.width, canvas.px(16)};
    return track;
}

void draw_cost(PanelContext& context, const Track& track) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const views::TimeView& time = context.views.time;
    canvas.fill(track.cost, c.inset);
    const bool large = canvas.metrics.density == Density::Large;
    const float base = large ? 0 : canvas.px(3);
    if (!large)
        canvas.fill({track.cost.x, track.cost.bottom() - base, track.cost.w, base}, c.wave_base);
    const float most = track.cost.h - base;
    // Neighbours of one look are one fill.
    float from = 0, height = -1;
    Color color;
    const auto flush = [&](float to) {
        if (height > 0 && to > from)
            canvas.fill({from, track.cost.bottom() - base - height, to - from, height}, color);
    };
    for (std::size_t bin = 0; bin < time.bins.size(); ++bin) {
        const views::TimeBin& b = time.bins[bin];
        const float x = track.x_of(views::first_row_of(time, bin), time.rows);
        float h = 0;
        Color shade = c.wave;
        if (large) {
            h = std::round(most * static_cast<float>(b.active_lanes) / 32);
            shade = views::first_row_of(time, bin) <= time.now ? c.active : c.wave_base;
        } else {
            const unsigned cost = std::max<unsigned>(b.passes, b.sectors);
            h = cost == 0 ? 0
                          : std::round(std::max(canvas.px(2),
                                                most * std::log2(static_cast<float>(cost) + 1) /
                                                    std::log2(33.f)));
            h = std::min(h, most);
            if (b.passes > b.least_passes)
                shade = c.degree[degree_index(b.passes / std::max<unsigned>(1, b.least_passes))];
            if (b.barrier) h = std::max(h, most), shade = mix(c.panel, c.barrier, 0.3f);
        }
        if (h == height && shade == color) continue;
        flush(x);
        from = x, height = h, color = shade;
    }
    flush(track.cost.right());
    if (!time.whole)
        canvas.hatch(
            {track.cost.right() - canvas.px(24), track.cost.y, canvas.px(24), track.cost.h},
            c.text3);
}

/// Marks of one kind closer than their own width merge and show a count.
void draw_marks(PanelContext& context, const Track& track) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const views::TimeView& time = context.views.time;
    const float size = canvas.px(12);
    std::array<float, 4> last;
    last.fill(-1e9f);
    struct Group {
        TimeMark mark;
        float x;
        unsigned count;
    };
    std::vector<Group> groups;
    std::array<std::size_t, 4> of_kind{};
    for (const TimeMark& mark : time.marks) {
        const auto kind = static_cast<std::size_t>(mark.kind);
        const float x = track.x_of(mark.index, time.rows);
        if (x - last[kind] < size + canvas.px(14)) {
            ++groups[of_kind[kind]].count;
            continue;
        }
        last[kind] = x;
        of_kind[kind] = groups.size();
        groups.push_back({mark, x, 1});
    }
    for (const Group& group : groups) {
        const float y = track.marks.middle_y();
        switch (group.mark.kind) {
        case TimeMark::Kind::Barrier:
            draw_icon(canvas, Icon::Barrier, group.x, y, size * 0.8f, c.barrier);
            break;
        case TimeMark::Kind::Breakpoint:
            draw_icon(canvas, Icon::Breakpoint, group.x, y, size * 0.75f, c.text1);
            break;
        case TimeMark::Kind::Finding:
            draw_icon(canvas, Icon::Error, group.x, y, size, c.wrong);
            break;
        case TimeMark::Kind::Conflict:
            draw_icon(canvas, Icon::Warning, group.x, y, size, c.wrong);
            break;
        }
        if (group.count > 1)
            canvas.text(group.x + size * 0.6f + 1, y, fmt::format("{}", group.count),
                        {Face::Code, Size::Digits, c.text3});
    }
}

void draw_phases(PanelContext& context, const Track& track) {
    Canvas& canvas = context.canvas;
    const views::TimeView& time = context.views.time;
    for (const views::TimePhase& phase : time.phases) {
        const float x = track.x_of(phase.first, time.rows);
        const float end = track.x_of(phase.last + 1, time.rows);
        canvas.fill({x, track.source.y, 1, track.source.h}, canvas.colors.wave_base);
        const std::string text =
            phase.first_line == phase.last_line
                ? fmt::format("line {}", phase.first_line)
                : fmt::format("lines {}–{}", phase.first_line, phase.last_line);
        if (canvas.text_width(Face::Words, Size::Note, text) + canvas.px(8) <= end - x)
            canvas.text(x + canvas.px(7), track.source.middle_y(), text,
                        secondary(canvas, Size::Note));
    }
}

void draw_playhead(PanelContext& context, const Track& track) {
    Canvas& canvas = context.canvas;
    const views::TimeView& time = context.views.time;
    if (time.now >= time.rows) return;
    const float x = track.x_of(time.now, time.rows) +
                    std::round(std::max(0.f, track.width / static_cast<float>(time.rows) / 2));
    const Color color = canvas.colors.selection;
    const float half = canvas.px(canvas.metrics.density == Density::Large ? 9 : 7);
    canvas.fill({x - 1, context.area.y + 1, 2, track.cost.bottom() - context.area.y}, color);
    canvas.triangle(x - half, context.area.y + 1, x + half, context.area.y + 1, x,
                    context.area.y + 1 + half, color);
}

void take_input(PanelContext& context, const Track& track) {
    const Rect grab = {track.left, context.area.y, track.width, track.source.y - context.area.y};
    const views::TimeView& time = context.views.time;
    bool& scrubbing = context.state.scrubbing;
    if (context.input.clicked_in(grab)) scrubbing = true;
    const bool moves = scrubbing;
    if (!context.input.down) scrubbing = false;
    if ((!context.input.over(grab) && !moves) || time.rows == 0) return;
    const float share = std::clamp((context.input.x - track.left) / track.width, 0.f, 0.9999f);
    const auto row = static_cast<std::size_t>(share * static_cast<float>(time.rows));
    const TimelineRow& at = context.moment.timeline->rows[row];
    const CodeLine* code = context.moment.facts->find(at.function, at.instruction);
    context.tooltip = fmt::format("step {}: warp {}, {}{}", report::grouped(row + 1), at.warp,
                                  code != nullptr ? code->mnemonic : "",
                                  at.passes != 0    ? fmt::format(", {} passes", at.passes)
                                  : at.sectors != 0 ? fmt::format(", {} sectors", at.sectors)
                                                    : "");
    // Pressed or dragged: the engine keeps the newest wish only.
    if (moves && at.position != context.moment.step.position) context.actions.go_to(at.position);
}

} // namespace

void draw_time_bar(PanelContext& context, const BarFacts& facts) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    canvas.fill(context.area, c.panel);
    canvas.fill({context.area.x, context.area.y, context.area.w, 1}, c.line);
    float after_buttons = 0;
    draw_transport(context, after_buttons);
    draw_step_number(context, after_buttons);
    const Track track = place_track(context, after_buttons);
    if (canvas.metrics.density == Density::Full) {
        const float x = context.area.x + canvas.px(236);
        canvas.text(x, track.marks.middle_y(), "marks", tertiary(canvas));
        canvas.text(x, track.cost.middle_y(), "cost", tertiary(canvas));
        canvas.text(x, track.source.middle_y(), "source", tertiary(canvas));
    }
    draw_cost(context, track);
    if (canvas.metrics.density != Density::Large) draw_marks(context, track);
    draw_phases(context, track);
    draw_playhead(context, track);
    if (facts.status.busy)
        canvas.fill({context.area.x, context.area.y, context.area.w, 2}, c.active_stepped);
    take_input(context, track);
}

void draw_status(PanelContext& context, const BarFacts& facts) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const bool large = canvas.metrics.density == Density::Large;
    canvas.fill(context.area, c.header);
    canvas.fill({context.area.x, context.area.y, context.area.w, 1}, c.line);
    const float y = context.area.middle_y();
    float x = context.area.x + canvas.metrics.inset;
    const Moment& moment = context.moment;
    std::string said = context.state.message;
    const bool wrong = said.empty() && facts.status.error.has_value();
    // What was said last about what was asked for last; of an error what to try, in the same line.
    if (said.empty() && facts.status.error) {
        said = to_string(*facts.status.error);
        if (const auto end = said.find('\n'); end != std::string::npos) said.replace(end, 1, "; ");
    } else if (facts.status.busy && !facts.status.doing.empty())
        said = facts.status.doing + "   (Escape cancels)";
    else if (said.empty() && moment.ended)
        said = moment.end_text == "Finished"
                   ? fmt::format("Finished: {} warp instructions.",
                                 report::grouped(moment.snapshot.position))
                   : moment.end_text + ".";
    else if (said.empty() && !large) {
        said = fmt::format("After step {}", report::grouped(context.views.step.now));
        const bool now = views::access_in(moment, Space::Shared).now;
        if (now && context.views.banks && context.views.banks->conflict())
            said += fmt::format(": {}-way bank conflict.", context.views.banks->degree());
        else
            said += ".";
    }
    if (!said.empty())
        x += canvas.text_clipped(
                 x, y, context.area.w * 0.6f, said,
                 {Face::Words, Size::Small, wrong ? c.wrong : c.text1}) +
             canvas.px(14);
    const char* const keys[] = {"F10 step", "Shift+F10 step back",
                                large ? "R next round" : "F5 run",
                                large ? "Shift+R previous round" : "Shift+F5 run back",
                                large ? "Ctrl+P any command" : "Ctrl+L large mode"};
    const float device_width = large ? 0 : canvas.px(330);
    for (const char* key : keys) {
        if (x + canvas.text_width(Face::Words, Size::Small, key) >
            context.area.right() - device_width)
            break;
        x += canvas.text(x, y, key, secondary(canvas)) + canvas.px(large ? 20 : 14);
    }
    if (large) return;
    const std::string order = moment.facts->seed == 0
                                  ? "natural order"
                                  : fmt::format("order of seed {}", moment.facts->seed);
    const std::string rate = facts.frames_per_second > 0
                                 ? fmt::format("   {:.0f} fps", facts.frames_per_second)
                                 : "   idle";
    canvas.text(context.area.right() - canvas.px(12), y,
                fmt::format("emulator   {}, seed {}{}", order, moment.facts->seed, rate),
                tertiary(canvas, Size::Small), Align::Right);
}

} // namespace warpscope::gui
