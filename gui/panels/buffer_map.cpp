// Drawing cells of a buffer; neighbours of one colour in one rectangle.
#include "gui/panels/buffer_map.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/panels/parts.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

using views::BufferCell;
using views::BufferMap;

/// Rows and columns of square cells that fill the area best.
struct Shape {
    std::size_t columns = 1, rows = 1;
    float cell = 1;
};

Shape shape_of(const Rect& area, std::size_t cells) {
    Shape shape;
    shape.cell =
        std::clamp(std::floor(std::sqrt(area.w * area.h /
                                        static_cast<float>(std::max<std::size_t>(1, cells)))),
                   2.f, 14.f);
    while (true) {
        const auto fit = static_cast<std::size_t>(std::max(16.f, area.w / shape.cell));
        shape.columns = fit / 16 * 16;
        shape.rows = (cells + shape.columns - 1) / shape.columns;
        if (static_cast<float>(shape.rows) * shape.cell <= area.h || shape.cell <= 2) break;
        shape.cell -= 1;
    }
    return shape;
}

Color color_of(const Palette& c, const BufferCell& cell, bool owners) {
    if (owners) return cell.owner == UINT64_MAX ? c.cell : c.owner[cell.owner % c.owner.size()];
    if (cell.heat == 0) return c.cell;
    // One hue by strength: cost is a conflict's colour only where something is wrong.
    return mix(c.active, c.active_stepped, static_cast<float>(cell.heat - 1) / 5);
}

void draw_cells(PanelContext& context, const Rect& area, const Shape& shape, const BufferMap& map,
                bool owners) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const float gap = shape.cell >= 5 ? 1.f : 0.f;
    const auto place = [&](std::size_t i) {
        return Rect{area.x + shape.cell * static_cast<float>(i % shape.columns),
                    area.y + shape.cell * static_cast<float>(i / shape.columns), shape.cell - gap,
                    shape.cell - gap};
    };
    const auto visible = static_cast<std::size_t>(area.h / shape.cell) * shape.columns;
    const std::size_t cells = std::min(map.cells.size(), visible);
    for (std::size_t i = 0; i < cells;) {
        const Color color = color_of(c, map.cells[i], owners);
        std::size_t end = i + 1;
        while (gap == 0 && end < cells && end % shape.columns != 0 &&
               color_of(c, map.cells[end], owners) == color)
            ++end;
        Rect run = place(i);
        run.w = shape.cell * static_cast<float>(end - i) - gap;
        canvas.fill(run, color);
        i = end;
    }
    for (std::size_t i = 0; i < cells; ++i) {
        const BufferCell& cell = map.cells[i];
        if (owners && cell.several) canvas.outline(place(i), c.wrong);
        if (cell.now) {
            const Rect here = place(i);
            canvas.outline({here.x - 1, here.y - 1, here.w + 2, here.h + 2}, c.selection);
        }
    }
    if (cells < map.cells.size())
        canvas.text(area.right(), area.bottom() - canvas.px(8),
                    fmt::format("and {} more", report::grouped(map.cells.size() - cells)),
                    {Face::WordsBold, Size::Small, c.text1}, Align::Right);
}

} // namespace

void draw_buffer_map(PanelContext& context, Rect area) {
    const BufferMap& map = context.views.buffer;
    if (map.empty() || area.h < context.canvas.px(60)) return;
    Canvas& canvas = context.canvas;
    bool& owners = context.state.buffer_owners;
    const Rect head = area.take_top(canvas.px(28));
    const float left = lane_axis(context.area, canvas.metrics).left;
    canvas.text(context.area.x + canvas.metrics.inset, head.middle_y(), "buffer", tertiary(canvas));
    float right = area.right() - canvas.px(12);
    if (header_button(context, head, right, "Owners", {.on = owners})) owners = true;
    if (header_button(context, head, right, "Heat", {.on = !owners})) owners = false;
    std::string said = map.sentence;
    if (owners && map.owners == 0)
        said = "nobody writes it in this launch";
    else if (owners)
        said = fmt::format("{} {} last wrote a cell; {}", report::grouped(map.owners),
                           map.owners == 1 ? "block" : "blocks",
                           map.by_words()
                               ? fmt::format("{} {} written by several",
                                             report::grouped(map.written_by_several),
                                             map.written_by_several == 1 ? "word is" : "words are")
                               : fmt::format("{} B a cell, so others may have written in it",
                                             report::grouped(map.cell_bytes)));
    float x = left;
    x += canvas.text(x, head.middle_y(), map.name,
                     {Face::WordsBold, Size::Small, canvas.colors.text1});
    canvas.text_clipped(x + canvas.px(10), head.middle_y(), right - x - canvas.px(18), said,
                        secondary(canvas));
    Rect body = area;
    body.take_left(left - area.x);
    body.take_right(canvas.px(12));
    body.take_bottom(canvas.px(8));
    const Shape shape = shape_of(body, map.cells.size());
    draw_cells(context, body, shape, map, owners);
    if (!context.input.over(body)) return;
    const auto column = static_cast<std::size_t>((context.input.x - body.x) / shape.cell);
    const auto row = static_cast<std::size_t>((context.input.y - body.y) / shape.cell);
    const std::size_t cell = row * shape.columns + column;
    if (column >= shape.columns || cell >= map.cells.size()) return;
    context.tooltip = views::describe_cell(map, cell, *context.moment.facts);
    if (context.input.clicked) context.selection.address = map.address + cell * map.cell_bytes;
}

} // namespace warpscope::gui
