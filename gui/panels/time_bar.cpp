// The time bar: transport and scrubber are one thing, as in a video player.
#include <fmt/format.h>

#include <cmath>

#include "gui/draw/icons.h"
#include "gui/panels/bars.h"
#include "gui/panels/parts.h"
#include "gui/panels/time_bar.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

struct Track : TimeBarPlace {
    explicit Track(const TimeBarPlace& place) : TimeBarPlace(place) {}
    /// Of an entry of the view, which may lie outside of what is shown.
    float x_of(const views::TimeView& time, std::uint64_t entry) const {
        const double share = (static_cast<double>(entry) - static_cast<double>(time.range.first)) /
                             static_cast<double>(std::max<std::uint64_t>(1, time.range.count));
        return std::round(cost.x + cost.w * static_cast<float>(std::clamp(share, -1.0, 2.0)));
    }
};

void draw_transport(PanelContext& context, const TimeBarPlace& place) {
    Canvas& canvas = context.canvas;
    constexpr std::pair<Icon, KeyPress> kButtons[] = {
        {Icon::First, {.key = Key::Home}},
        {Icon::RunBack, {.key = Key::F5, .shift = true}},
        {Icon::StepBack, {.key = Key::F10, .shift = true}},
        {Icon::Step, {.key = Key::F10}},
        {Icon::Run, {.key = Key::F5}},
        {Icon::Last, {.key = Key::End}},
    };
    const std::string unit = name_of(context.state.time.unit);
    const std::string names[] = {"first step of the block", "run back", "step back by " + unit,
                                 "step by " + unit,         "run",      "last step of the block"};
    float x = place.first_button;
    const float icon = canvas.px(canvas.metrics.density == Density::Large ? 12 : 10);
    for (std::size_t i = 0; i < std::size(kButtons); ++i) {
        const Rect rect = {x, place.buttons_y, place.button, place.button};
        const bool over = context.input.over(rect);
        canvas.fill(rect, over ? canvas.colors.band : canvas.colors.raised, canvas.px(4));
        draw_icon(canvas, kButtons[i].first, rect.middle_x(), rect.middle_y(), icon,
                  canvas.colors.text1);
        if (over)
            context.tooltip = fmt::format("{}  ({})", names[i], to_string(kButtons[i].second));
        if (over && context.input.clicked) context.actions.press(kButtons[i].second);
        x += place.button + canvas.px(4);
    }
}

/// A choice in words; a click presses the key that changes it. Returns its right end.
float draw_choice(PanelContext& context, float x, float y, Size size, const std::string& text,
                  const KeyPress& key, const char* what) {
    Canvas& canvas = context.canvas;
    const float width = canvas.text_width(Face::Words, size, text);
    const Rect box = {x, y - canvas.px(8), width, canvas.px(16)};
    const bool over = context.input.over(box);
    canvas.text(x, y, text, {Face::Words, size, canvas.colors.text1});
    canvas.fill({std::round(x), std::round(y + canvas.px(7)), std::round(width), 1},
                over ? canvas.colors.text1 : canvas.colors.inactive);
    if (over) context.tooltip = fmt::format("{}  ({})", what, to_string(key));
    if (over && context.input.clicked) context.actions.press(key);
    return x + width;
}

std::string scope_text(const PanelContext& context) {
    const views::TimeView& time = context.views.time;
    if (time.scope == views::TimeScope::Launch) return "launch";
    if (time.scope == views::TimeScope::Warp) return fmt::format("warp {}", time.warp);
    const Dim3 block = from_linear_index(context.moment.block, context.moment.facts->grid);
    return context.moment.facts->grid.z > 1
               ? fmt::format("block ({},{},{})", block.x, block.y, block.z)
               : fmt::format("block ({},{})", block.x, block.y);
}

void draw_step_number(PanelContext& context, const TimeBarPlace& place) {
    Canvas& canvas = context.canvas;
    const views::TimeView& time = context.views.time;
    const std::string now = report::grouped(time.now < time.entries ? time.now + 1 : 0),
                      all = report::grouped(time.entries);
    const std::string more = time.whole ? "" : " or more";
    if (canvas.metrics.density == Density::Large) {
        const float x = place.after_buttons + canvas.px(12), y = context.area.y + canvas.px(28);
        canvas.text(x, y, now, {Face::CodeBold, Size::Body, canvas.colors.text1});
        canvas.text(x, y + canvas.px(24), fmt::format("of {}{}", all, more),
                    {Face::Code, Size::Note, canvas.colors.text2});
        return;
    }
    const bool full = canvas.metrics.density == Density::Full;
    const Size size = full ? Size::Small : Size::Note;
    float x = context.area.x + canvas.px(12);
    float y = context.area.y + canvas.px(full ? 57 : 46);
    canvas.text(x, y, fmt::format("Step {} of {}{}", now, all, more),
                {Face::WordsBold, full ? Size::Body : Size::Small, canvas.colors.text1});
    y += canvas.px(full ? 19 : 16);
    x += canvas.text(x, y, "by ", secondary(canvas, size));
    x = draw_choice(context, x, y, size, name_of(context.state.time.unit),
                    {.key = static_cast<Key>('U')}, "what a step is");
    x += canvas.text(x, y, ", ", secondary(canvas, size));
    draw_choice(context, x, y, size, scope_text(context), {.key = static_cast<Key>('T')},
                "whose steps are shown");
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
        const TimelineBin& b = time.bins[bin];
        const std::uint64_t entry = views::first_entry_of(time, bin);
        const float x = track.x_of(time, entry);
        float h = 0;
        Color shade = c.wave;
        if (large) {
            h = std::round(most * static_cast<float>(b.lanes) / 32);
            shade = entry <= time.now ? c.active : c.wave_base;
        } else {
            h = b.cost == 0 ? 0
                            : std::round(std::max(canvas.px(2),
                                                  most * std::log2(static_cast<float>(b.cost) + 1) /
                                                      std::log2(33.f)));
            h = std::min(h, most);
            if (b.degree != 0) shade = c.degree[degree_index(b.degree)];
            if (b.opens && time.scope != views::TimeScope::Launch)
                h = std::max(h, most), shade = mix(c.panel, c.barrier, 0.3f);
        }
        if (h == height && shade == color) continue;
        flush(x);
        from = x, height = h, color = shade;
    }
    flush(track.cost.right());
    // Nobody has looked at what comes behind.
    if (!time.whole && time.range.first + time.range.count == time.entries)
        canvas.hatch(
            {track.cost.right() - canvas.px(24), track.cost.y, canvas.px(24), track.cost.h},
            c.text3);
}

/// Returns the mark under the pointer; null: none.
const views::TimeMark* draw_marks(PanelContext& context, const Track& track) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const views::TimeView& time = context.views.time;
    const float size = canvas.px(12), y = track.marks.middle_y();
    const float half_entry = std::round(
        track.cost.w / static_cast<float>(std::max<std::uint64_t>(1, time.range.count)) / 2);
    const views::TimeMark* under = nullptr;
    for (const views::TimeMark& mark : time.marks) {
        const float x = track.x_of(time, mark.entry) + half_entry;
        switch (mark.kind) {
        case views::MarkKind::Barrier:
            draw_icon(canvas, Icon::Barrier, x, y, size * 0.8f, c.barrier);
            break;
        case views::MarkKind::Breakpoint:
            draw_icon(canvas, Icon::Breakpoint, x, y, size * 0.75f, c.text1);
            break;
        case views::MarkKind::Error: draw_icon(canvas, Icon::Error, x, y, size, c.wrong); break;
        case views::MarkKind::Warning: draw_icon(canvas, Icon::Warning, x, y, size, c.wrong); break;
        }
        float right = x + size / 2;
        if (mark.all() > 1)
            right +=
                canvas.text(right + 1, y, mark.all() < 1000 ? fmt::format("{}", mark.all()) : "…",
                            {Face::Code, Size::Digits, c.text3});
        if (context.input.over({x - size / 2, track.marks.y, right - x + size / 2, track.marks.h}))
            under = &mark;
    }
    return under;
}

void draw_phases(PanelContext& context, const Track& track) {
    Canvas& canvas = context.canvas;
    const views::TimeView& time = context.views.time;
    canvas.push_clip(track.source);
    float free = track.source.x;
    for (const gui::TimePhase& phase : time.phases) {
        const float x = track.x_of(time, phase.first);
        const float end = track.x_of(time, phase.last + 1);
        if (end <= track.source.x || x >= track.source.right()) continue;
        canvas.fill({x, track.source.y, 1, track.source.h}, canvas.colors.wave_base);
        const std::string text =
            phase.first_line == phase.last_line
                ? fmt::format("line {}", phase.first_line)
                : fmt::format("lines {}–{}", phase.first_line, phase.last_line);
        const float from = std::max(x, free);
        if (canvas.text_width(Face::Words, Size::Note, text) + canvas.px(8) <= end - from)
            free = from + canvas.px(8) +
                   canvas.text(from + canvas.px(7), track.source.middle_y(), text,
                               secondary(canvas, Size::Note));
    }
    canvas.pop_clip();
    if (!time.zoomed()) return;
    // What is left out is written where it is left out.
    const std::string text = fmt::format(
        "{} to {} of {}; a double click shows all", report::grouped(time.range.first + 1),
        report::grouped(time.range.first + time.range.count), report::grouped(time.entries));
    const float width = canvas.text_width(Face::Words, Size::Note, text);
    canvas.fill({track.source.right() - width - canvas.px(8), track.source.y, width + canvas.px(8),
                 track.source.h},
                canvas.colors.panel);
    canvas.text(track.source.right(), track.source.middle_y(), text, words(canvas, Size::Note),
                Align::Right);
}

void draw_playhead(PanelContext& context, const Track& track) {
    Canvas& canvas = context.canvas;
    const views::TimeView& time = context.views.time;
    const std::uint64_t end = time.range.first + time.range.count;
    if (time.now >= time.entries || time.now < time.range.first || time.now >= end) return;
    const float x =
        track.x_of(time, time.now) +
        std::round(std::max(0.f, track.cost.w / static_cast<float>(time.range.count) / 2));
    const Color color = canvas.colors.selection;
    const float half = canvas.px(canvas.metrics.density == Density::Large ? 9 : 7);
    canvas.fill({x - 1, context.area.y + 1, 2, track.cost.bottom() - context.area.y}, color);
    canvas.triangle(x - half, context.area.y + 1, x + half, context.area.y + 1, x,
                    context.area.y + 1 + half, color);
}

std::string describe(const PanelContext& context, std::uint64_t entry, std::uint64_t position) {
    const Moment& moment = context.moment;
    const std::string step = fmt::format("step {}", report::grouped(entry + 1));
    const std::size_t row = moment.timeline->index_at(position);
    if (row == moment.timeline->rows.size() || moment.timeline->rows[row].position != position)
        return step + " of the launch";
    const TimelineRow& at = moment.timeline->rows[row];
    const CodeLine* code = moment.facts->find(at.function, at.instruction);
    return fmt::format("{}: warp {}, {}{}", step, at.warp, code != nullptr ? code->mnemonic : "",
                       at.passes != 0    ? fmt::format(", {} passes", at.passes)
                       : at.sectors != 0 ? fmt::format(", {} sectors", at.sectors)
                                         : "");
}

void take_input(PanelContext& context, const Track& track, const views::TimeMark* mark) {
    const views::TimeView& time = context.views.time;
    const Rect grab = {track.cost.x, context.area.y, track.cost.w, track.source.y - context.area.y};
    const Input& input = context.input;
    bool& scrubbing = context.state.scrubbing;
    const bool over = input.over(grab);
    if (time.entries == 0) return;
    const float share = std::clamp((input.x - track.cost.x) / track.cost.w, 0.f, 0.9999f);
    if (over && input.wheel != 0)
        context.state.time.range =
            views::zoomed(time.range, time.entries, static_cast<double>(share), input.wheel);
    if (over && input.double_clicked) {
        context.state.time.range = {};
        scrubbing = false;
        return;
    }
    if (mark != nullptr && !scrubbing) {
        context.tooltip = views::words_of(*mark);
        if (input.clicked) context.actions.go_to(mark->position);
        return;
    }
    if (over && input.clicked) {
        scrubbing = true;
        context.actions.begin_jump();
    }
    const bool moves = scrubbing;
    if (!input.down) scrubbing = false;
    if (!over && !moves) return;
    const std::uint64_t entry =
        time.range.first + static_cast<std::uint64_t>(static_cast<double>(share) *
                                                      static_cast<double>(time.range.count));
    const std::uint64_t position = views::position_of(context.moment, time, entry);
    context.tooltip = describe(context, entry, position);
    // Pressed or dragged: the engine keeps the newest wish only.
    if (moves && position != context.moment.step.position) context.actions.scrub(position);
}

} // namespace

TimeBarPlace time_bar_place(const Canvas& canvas, const Rect& area) {
    const Metrics& m = canvas.metrics;
    const bool full = m.density == Density::Full, large = m.density == Density::Large;
    TimeBarPlace place;
    place.button = canvas.px(full ? 30 : large ? 36 : 26);
    place.first_button = area.x + canvas.px(12);
    place.buttons_y = area.y + canvas.px(m.density == Density::Compact ? 8 : large ? 11 : 10);
    place.after_buttons = place.first_button + 6 * (place.button + canvas.px(4));
    const float left = std::round(place.after_buttons + canvas.px(full ? 88 : large ? 94 : 44));
    const float width = area.right() - canvas.px(large ? 16 : 20) - left;
    place.marks = {left, area.y + canvas.px(full ? 10 : 4), width, canvas.px(full ? 16 : 14)};
    place.cost = {left, area.y + canvas.px(full ? 28 : 20), width, canvas.px(full ? 39 : 28)};
    if (large) place.cost = {left, area.y + canvas.px(10), width, canvas.px(44)};
    place.source = {left, place.cost.bottom() + canvas.px(4), width, canvas.px(16)};
    return place;
}

void draw_time_bar(PanelContext& context, const BarFacts& facts) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    canvas.fill(context.area, c.panel);
    canvas.fill({context.area.x, context.area.y, context.area.w, 1}, c.line);
    const Track track(time_bar_place(canvas, context.area));
    draw_transport(context, track);
    draw_step_number(context, track);
    if (canvas.metrics.density == Density::Full) {
        const float x = track.after_buttons + canvas.px(20);
        canvas.text(x, track.marks.middle_y(), "marks", tertiary(canvas));
        canvas.text(x, track.cost.middle_y(), "cost", tertiary(canvas));
        canvas.text(x, track.source.middle_y(), "source", tertiary(canvas));
    }
    draw_cost(context, track);
    const views::TimeMark* mark = nullptr;
    if (canvas.metrics.density != Density::Large) mark = draw_marks(context, track);
    draw_phases(context, track);
    draw_playhead(context, track);
    if (takes_its_time(facts.status))
        canvas.fill({context.area.x, context.area.y, context.area.w, 2}, c.active_stepped);
    take_input(context, track, mark);
}

} // namespace warpscope::gui
