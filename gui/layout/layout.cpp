// Computing the parts of the window.
#include "gui/layout/layout.h"

#include <cmath>

namespace warpscope::gui {
namespace {

constexpr float kLeastLeft = 360, kFoldBelow = 1100, kExplanation = 520;
constexpr float kLeastWidth = 900, kLeastHeight = 560, kLeastPanel = 72;
constexpr float kFolded = 40, kUnfolded = 440;

float share_or(float share, float designed) {
    return share > 0 ? share : designed;
}

Rect& at(Layout& layout, Slot slot) {
    return layout.slot[static_cast<unsigned>(slot)];
}

void add_splitter(Layout& layout, SplitterKind kind, Rect line, bool vertical) {
    const float more = layout.metrics.px(2);
    const Rect grab = vertical ? Rect{line.x - more, line.y, line.w + 2 * more, line.h}
                               : Rect{line.x, line.y - more, line.w, line.h + 2 * more};
    layout.splitters.push_back({kind, line, grab, vertical});
}

void fill_left(Layout& layout, Rect area, const LayoutState& state, const Splits& splits) {
    const Metrics& m = layout.metrics;
    if (!state.has_lower) {
        at(layout, Slot::Source) = area;
        return;
    }
    const float share = share_or(splits.source, m.density == Density::Compact ? 0.59f : 0.635f);
    at(layout, Slot::Source) = area.take_top(std::round(area.h * share));
    add_splitter(layout, SplitterKind::Source, area.take_top(m.splitter), false);
    at(layout, Slot::Lower) = area;
}

void fill_right(Layout& layout, Rect area, const LayoutState& state, const Splits& splits) {
    const Metrics& m = layout.metrics;
    const bool memory_first = state.workspace == Workspace::Memory;
    const bool compact = m.density == Density::Compact;
    const float warps = memory_first ? (compact ? 96.f : 120.f) : compact ? 190.f : 264.f;
    const float lanes = memory_first ? (compact ? 108.f : 128.f) : compact ? 148.f : 232.f;
    // Shares of the height that the design is for, so that a taller window gives to memory.
    const float warps_h = splits.warps > 0 ? std::round(area.h * splits.warps) : m.px(warps);
    const float lanes_h = splits.lanes > 0 ? std::round(area.h * splits.lanes) : m.px(lanes);
    at(layout, Slot::Warps) = area.take_top(warps_h);
    add_splitter(layout, SplitterKind::Warps, area.take_top(m.splitter), false);
    at(layout, Slot::Lanes) = area.take_top(lanes_h);
    add_splitter(layout, SplitterKind::Lanes, area.take_top(m.splitter), false);
    at(layout, Slot::Memory) = area;
}

/// Two panels side by side over the whole body.
void fill_review(Layout& layout, Rect body, const Splits& splits) {
    const Metrics& m = layout.metrics;
    const float left =
        std::max(m.px(kLeastLeft), std::round(body.w * share_or(splits.left, 0.394f)));
    at(layout, Slot::Lower) = body.take_left(left);
    add_splitter(layout, SplitterKind::Left, body.take_left(m.splitter), true);
    at(layout, Slot::Second) = body;
}

/// One panel over the whole width; below it another one and the source.
void fill_time(Layout& layout, Rect body, const Splits& splits) {
    const Metrics& m = layout.metrics;
    at(layout, Slot::Second) = body.take_top(std::round(body.h * share_or(splits.source, 0.5f)));
    add_splitter(layout, SplitterKind::Source, body.take_top(m.splitter), false);
    const float left =
        std::max(m.px(kLeastLeft), std::round(body.w * share_or(splits.left, 0.394f)));
    at(layout, Slot::Lower) = body.take_left(left);
    add_splitter(layout, SplitterKind::Left, body.take_left(m.splitter), true);
    at(layout, Slot::Source) = body;
}

void fill_large(Layout& layout, Rect body, const LayoutState& state, const Splits& splits) {
    const Metrics& m = layout.metrics;
    Rect left = body.take_left(std::round(body.w * share_or(splits.left, 0.428f)));
    layout.words = left.take_bottom(m.px(101));
    at(layout, Slot::Source) = left;
    add_splitter(layout, SplitterKind::Left, body.take_left(m.splitter), true);
    at(layout, state.stage) = body;
}

} // namespace

const char* name_of(Workspace workspace) {
    switch (workspace) {
    case Workspace::Debug: return "Debug";
    case Workspace::Review: return "Review";
    case Workspace::Memory: return "Memory";
    case Workspace::Time: return "Time";
    }
    return "";
}

const char* pinned_panel(Workspace workspace, Slot slot) {
    switch (workspace) {
    case Workspace::Review:
        return slot == Slot::Lower ? "findings" : slot == Slot::Second ? "compare" : nullptr;
    case Workspace::Time:
        return slot == Slot::Lower ? "counters" : slot == Slot::Second ? "timeline" : nullptr;
    default: return nullptr;
    }
}

float Metrics::px(float length) const {
    return std::round(length * scale);
}

Metrics metrics_for(float width, float scale, bool large) {
    Metrics m{};
    m.density = large ? Density::Large : width / scale >= 1600 ? Density::Full : Density::Compact;
    m.scale = scale;
    m.text_scale = large ? scale * 1.3f : scale;
    struct Sizes {
        float toolbar, selection, time_bar, status, header, code_line, warp_row, lane_row, ruler,
            legend, label_gutter, note_gutter, inset, tabs;
    };
    // clang-format off
    static constexpr Sizes kFull    = {40, 32, 92, 24, 28, 20, 24, 24, 20, 24, 132, 76, 12, 28};
    static constexpr Sizes kCompact = {36, 28, 72, 22, 28, 20, 18, 20, 18,  0,  92, 40, 12, 28};
    static constexpr Sizes kLarge   = {48, 44, 84, 36, 36, 29, 28, 28, 22, 36,  76, 12, 16, 36};
    // clang-format on
    const Sizes& s = large ? kLarge : m.density == Density::Full ? kFull : kCompact;
    m.toolbar = m.px(s.toolbar), m.selection = m.px(s.selection), m.time_bar = m.px(s.time_bar);
    m.status = m.px(s.status), m.header = m.px(s.header), m.code_line = m.px(s.code_line);
    m.warp_row = m.px(s.warp_row), m.lane_row = m.px(s.lane_row), m.ruler = m.px(s.ruler);
    m.legend = m.px(s.legend), m.label_gutter = m.px(s.label_gutter);
    m.note_gutter = m.px(s.note_gutter), m.inset = m.px(s.inset), m.tabs = m.px(s.tabs);
    m.splitter = m.px(4);
    return m;
}

std::optional<unsigned> LaneAxis::lane_at(float px) const {
    if (cell <= 0 || px < left || px >= right()) return std::nullopt;
    return static_cast<unsigned>((px - left) / cell);
}

LaneAxis lane_axis(const Rect& area, const Metrics& metrics) {
    LaneAxis axis;
    axis.left = area.x + metrics.label_gutter;
    axis.cell = std::floor((area.w - metrics.label_gutter - metrics.note_gutter) / 32);
    axis.cell = std::max(axis.cell, 1.f);
    axis.notes = axis.right() + metrics.px(8);
    return axis;
}

Layout compute_layout(float width, float height, float scale, const LayoutState& state) {
    Layout layout;
    layout.metrics = metrics_for(width, scale, state.large);
    const Metrics& m = layout.metrics;
    Rect window = {0, 0, width, height};
    layout.too_small = width < kLeastWidth * scale || height < kLeastHeight * scale;
    layout.toolbar = window.take_top(m.toolbar);
    layout.selection = window.take_top(m.selection);
    layout.status = window.take_bottom(m.status);
    layout.time_bar = window.take_bottom(m.time_bar);
    layout.body = window;
    const Splits& splits = state.splits[static_cast<unsigned>(state.workspace)];
    if (state.enlarged) {
        Rect body = window;
        layout.explanation = body.take_right(std::min(m.px(kExplanation), body.w * 0.4f));
        body.take_right(m.splitter);
        at(layout, *state.enlarged) = body;
        return layout;
    }
    if (state.large) {
        fill_large(layout, window, state, splits);
        return layout;
    }
    if (state.has_lower && state.workspace == Workspace::Review) {
        fill_review(layout, window, splits);
        return layout;
    }
    if (state.has_lower && state.workspace == Workspace::Time) {
        fill_time(layout, window, splits);
        return layout;
    }
    if (width < kFoldBelow * scale) {
        layout.folded = window.take_left(m.px(kFolded));
        window.take_left(m.splitter);
        if (state.unfolded) {
            layout.over = {window.x, window.y, std::min(m.px(kUnfolded), window.w), window.h};
            fill_left(layout, layout.over, state, splits);
        }
        fill_right(layout, window, state, splits);
        if (state.unfolded) layout.splitters.clear();
        return layout;
    }
    const float designed = m.density == Density::Compact ? 0.344f : 0.323f;
    const float left =
        std::max(m.px(kLeastLeft), std::round(width * share_or(splits.left, designed)));
    fill_left(layout, window.take_left(left), state, splits);
    add_splitter(layout, SplitterKind::Left, window.take_left(m.splitter), true);
    fill_right(layout, window, state, splits);
    return layout;
}

Splits dragged(const Layout& layout, const Splits& splits, SplitterKind kind, float x, float y) {
    Splits result = splits;
    const Metrics& m = layout.metrics;
    const Rect& body = layout.body;
    const float least = m.px(kLeastPanel);
    switch (kind) {
    case SplitterKind::Left: {
        const float most = std::max(m.px(kLeastLeft), body.w - m.px(kLeastLeft));
        result.left = std::clamp(x - body.x, m.px(kLeastLeft), most) / body.w;
        break;
    }
    case SplitterKind::Source:
        result.source = std::clamp(y - body.y, least, std::max(least, body.h - least)) / body.h;
        break;
    case SplitterKind::Warps: {
        const float lanes = layout.of(Slot::Lanes).h;
        const float most = std::max(least, body.h - lanes - least);
        result.warps = std::clamp(y - body.y, least, most) / body.h;
        result.lanes = lanes / body.h;
        break;
    }
    case SplitterKind::Lanes: {
        const Rect& area = layout.of(Slot::Lanes);
        const float most = std::max(least, body.bottom() - area.y - least);
        result.lanes = std::clamp(y - area.y, least, most) / body.h;
        result.warps = layout.of(Slot::Warps).h / body.h;
        break;
    }
    }
    return result;
}

Splits restored(const Splits& splits, SplitterKind kind) {
    Splits result = splits;
    switch (kind) {
    case SplitterKind::Left: result.left = 0; break;
    case SplitterKind::Source: result.source = 0; break;
    case SplitterKind::Warps: result.warps = 0; break;
    case SplitterKind::Lanes: result.lanes = 0; break;
    }
    return result;
}

} // namespace warpscope::gui
