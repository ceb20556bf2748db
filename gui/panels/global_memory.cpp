// Drawing sectors: used bytes are filled, wasted ones hollow.
#include "gui/panels/global_memory.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <map>

#include "gui/panels/buffer_map.h"
#include "gui/panels/parts.h"
#include "sim/rules/coalescing.h"

namespace warpscope::gui {
namespace {

using views::SectorView;

/// Up to here sectors are drawn one by one, with lines from lanes.
constexpr unsigned kMostLines = 8;

struct Strip {
    std::vector<Rect> sectors; ///< as in SectorView::sectors
};

Strip place_sectors(Canvas& canvas, const SectorView& view, const LaneAxis& axis, float y) {
    Strip strip;
    const auto line_of = [&](std::size_t i) { return view.sectors[i].address / kCacheLineBytes; };
    float width = canvas.px(34);
    const float gap = canvas.px(2), line_gap = canvas.px(8), height = canvas.px(14);
    const float count = static_cast<float>(view.sectors.size());
    const float room = axis.right() - axis.left;
    const float fixed = gap * count + line_gap * static_cast<float>(view.lines);
    width = std::floor(std::min(width, (room - fixed) / std::max(1.f, count)));
    width = std::max(width, 2.f);
    const float all =
        width * count + gap * (count - 1) + line_gap * static_cast<float>(view.lines - 1);
    float x = std::round(axis.left + (room - all) / 2);
    for (std::size_t i = 0; i < view.sectors.size(); ++i) {
        if (i != 0) x += gap + (line_of(i) != line_of(i - 1) ? line_gap : 0);
        strip.sectors.push_back({x, y, width, height});
        x += width;
    }
    return strip;
}

void draw_sector(Canvas& canvas, const Rect& rect, const SectorView::Sector& sector, Color color) {
    canvas.outline(rect, canvas.colors.inactive);
    // A pixel a byte where there is room, rounded outwards.
    for (unsigned byte = 0; byte < kCacheSectorBytes;) {
        if ((sector.used_bytes >> byte & 1) == 0) {
            ++byte;
            continue;
        }
        unsigned end = byte;
        while (end < kCacheSectorBytes && (sector.used_bytes >> end & 1) != 0)
            ++end;
        const float from =
            std::floor(rect.x + rect.w * static_cast<float>(byte) / kCacheSectorBytes);
        const float to = std::ceil(rect.x + rect.w * static_cast<float>(end) / kCacheSectorBytes);
        canvas.fill({from, rect.y, to - from, rect.h}, color);
        byte = end;
    }
}

void draw_lanes_row(PanelContext& context, const LaneAxis& axis, const Rect& row,
                    const SectorView& view) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        const Rect cell = {axis.x(lane) + 1, row.y, axis.cell - 2, row.h};
        const bool on = has_lane(view.lanes, lane), chosen = lane == context.selection.lane;
        if (on)
            canvas.fill(cell, chosen ? c.active_stepped : c.active);
        else
            canvas.outline(cell, c.line);
        canvas.text_in_cell(cell, fmt::format("{}", lane),
                            {Face::Code, Size::Note,
                             !on      ? c.text3
                             : chosen ? c.on_active_stepped
                                      : c.on_active});
    }
    if (canvas.metrics.density == Density::Full)
        canvas.text(axis.notes, row.middle_y(), fmt::format("{} on", count_lanes(view.lanes)),
                    secondary(canvas));
    if (context.input.over(row) && context.input.clicked)
        if (const auto lane = axis.lane_at(context.input.x)) context.selection.lane = *lane;
}

void draw_strip(PanelContext& context, const LaneAxis& axis, const Rect& lanes, Rect body,
                float curves_height, const SectorView& view, Color color) {
    Canvas& canvas = context.canvas;
    const Rect curves = body.take_top(curves_height);
    const Strip strip = place_sectors(canvas, view, axis, curves.bottom());
    const auto curve = [&](unsigned lane, Color shade, float width) {
        const std::size_t sector = view.sector_of(lane);
        if (sector < strip.sectors.size())
            canvas.lane_curve(axis.x(lane) + (axis.cell - 1) / 2, lanes.bottom(),
                              strip.sectors[sector].middle_x(), curves.bottom(), shade, width);
    };
    for_each_lane(view.lanes, [&](unsigned lane) {
        if (lane != context.selection.lane) curve(lane, with_opacity(color, 0.8f), 1.3f);
    });
    if (has_lane(view.lanes, context.selection.lane))
        curve(context.selection.lane, canvas.colors.selection, 2.2f);
    float last_label = 0;
    for (std::size_t i = 0; i < strip.sectors.size(); ++i) {
        const Rect& rect = strip.sectors[i];
        const SectorView::Sector& sector = view.sectors[i];
        draw_sector(canvas, rect, sector, color);
        if (context.input.over(rect))
            context.tooltip =
                fmt::format("0x{:X}: {} of 32 bytes used, by {} lanes", sector.address,
                            std::popcount(sector.used_bytes), count_lanes(sector.lanes));
        const bool first_of_line = i == 0 || view.sectors[i - 1].address / kCacheLineBytes !=
                                                 sector.address / kCacheLineBytes;
        const std::string address =
            fmt::format("0x{:X}", sector.address / kCacheLineBytes * kCacheLineBytes);
        if (first_of_line && rect.x >= last_label) {
            canvas.text(rect.x, rect.bottom() + canvas.px(14), address,
                        {Face::Code, Size::Note, canvas.colors.text3});
            last_label =
                rect.x + canvas.text_width(Face::Code, Size::Note, address) + canvas.px(10);
        }
    }
    canvas.text(context.area.x + canvas.metrics.inset, curves.bottom() + canvas.px(7), "sectors",
                tertiary(canvas));
    canvas.text(context.area.x + canvas.metrics.inset, curves.bottom() + canvas.px(28),
                "lines of 128 B", tertiary(canvas));
}

/// Too many lines to draw each sector: a bar a line, four sectors long.
void draw_bars(PanelContext& context, const LaneAxis& axis, Rect body, const SectorView& view,
               Color color) {
    Canvas& canvas = context.canvas;
    std::map<std::uint64_t, std::vector<const SectorView::Sector*>> lines;
    for (const SectorView::Sector& sector : view.sectors)
        lines[sector.address / kCacheLineBytes].push_back(&sector);
    const float row_height = std::max(
        canvas.px(11),
        std::min(canvas.px(18), std::floor(body.h / (static_cast<float>(lines.size()) / 2 + 2))));
    body.take_top(canvas.px(10));
    // Two columns, by address.
    const auto rows = static_cast<std::size_t>(body.h / row_height);
    const float column = (axis.right() - axis.left) / 2;
    std::size_t index = 0;
    for (const auto& [line, sectors] : lines) {
        if (index >= 2 * rows) break;
        const float x = axis.left + column * static_cast<float>(index / rows);
        const float y = body.y + row_height * static_cast<float>(index % rows);
        ++index;
        const std::string address = fmt::format("0x{:X}", line * kCacheLineBytes);
        canvas.text(x, y + row_height / 2, address, {Face::Code, Size::Note, canvas.colors.text3});
        unsigned used = 0;
        const float left = x + canvas.px(116), width = canvas.px(34);
        for (const SectorView::Sector* sector : sectors) {
            const float place = static_cast<float>(sector->address / kCacheSectorBytes % 4);
            const Rect rect = {left + place * (width + 2), std::round(y + 2), width,
                               row_height - 4};
            draw_sector(canvas, rect, *sector, color);
            used += static_cast<unsigned>(std::popcount(sector->used_bytes));
        }
        canvas.text(left + 4 * (width + 2) + canvas.px(8), y + row_height / 2,
                    fmt::format("{} of {} B", used, sectors.size() * kCacheSectorBytes),
                    {Face::Code, Size::Note, canvas.colors.text2});
    }
    canvas.text(context.area.x + canvas.metrics.inset, body.y + row_height / 2, "lines of 128 B",
                tertiary(canvas));
}

} // namespace

void draw_global_memory(PanelContext& context, Rect body) {
    Canvas& canvas = context.canvas;
    const SectorView& view = *context.views.global;
    const LaneAxis axis = lane_axis(context.area, canvas.metrics);
    const Color color = view.store ? canvas.colors.write : canvas.colors.read;
    const Rect sentence =
        body.take_top(canvas.px(canvas.metrics.density == Density::Full ? 34 : 26));
    float x = axis.left;
    x += canvas.text(x, sentence.middle_y(), view.sentence,
                     {Face::WordsBold, Size::Body, canvas.colors.text1});
    canvas.text_clipped(x + canvas.px(14), sentence.middle_y(), body.right() - x - canvas.px(20),
                        view.remark, secondary(canvas, Size::Body));
    const Rect lanes = body.take_top(canvas.px(canvas.metrics.density == Density::Full ? 20 : 16));
    canvas.text(context.area.x + canvas.metrics.inset, lanes.middle_y(), "lane", tertiary(canvas));
    draw_lanes_row(context, axis, lanes, view);
    // The buffer's map has what the access leaves.
    const bool map = !context.views.buffer.empty();
    Rect below = body;
    if (view.lines <= kMostLines) {
        const float curves = std::min(canvas.px(110), std::round(body.h * (map ? 0.3f : 0.4f)));
        below.take_top(curves + canvas.px(44));
        draw_strip(context, axis, lanes, body, curves, view, color);
    } else {
        below = map ? body.take_bottom(std::round(body.h * 0.4f)) : Rect{};
        draw_bars(context, axis, body, view, color);
    }
    draw_buffer_map(context, below);
}

} // namespace warpscope::gui
