// The Grid panel: blocks as squares, to see how far the launch is and to go to any of them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/draw/icons.h"
#include "gui/panels/lower.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

using views::BlockState;

void draw_cell(Canvas& canvas, const Rect& cell, const views::GridCell& block) {
    const Palette& c = canvas.colors;
    switch (block.state) {
    case BlockState::NotRun: canvas.outline(cell, c.inactive); break;
    case BlockState::Resident: canvas.fill(cell, c.active_stepped); break;
    case BlockState::Finished: canvas.fill(cell, c.active); break;
    }
    if (!block.finding) return;
    const float in = std::max(1.f, std::round(cell.w * 0.22f));
    const Rect cross = cell.inset(in, in);
    canvas.line(cross.x, cross.y, cross.right(), cross.bottom(), c.wrong, 1.8f);
    canvas.line(cross.x, cross.bottom(), cross.right(), cross.y, c.wrong, 1.8f);
}

void draw_block_legend(PanelContext& context, const Rect& row) {
    Canvas& canvas = context.canvas;
    float x = row.x;
    const auto entry = [&](const views::GridCell& cell, const char* text) {
        const Rect box = {x, std::round(row.middle_y() - canvas.px(5)), canvas.px(10),
                          canvas.px(10)};
        draw_cell(canvas, box, cell);
        x += canvas.px(16);
        x += canvas.text(x, row.middle_y(), text, tertiary(canvas)) + canvas.px(14);
    };
    entry({BlockState::NotRun, false}, "to come");
    entry({BlockState::Resident, false}, "on the machine");
    entry({BlockState::Finished, false}, "finished");
    entry({BlockState::Finished, true}, "with a finding");
    const char* const keys = "G 5,2 Enter goes to a block";
    const float width = canvas.text_width(Face::Words, Size::Note, keys);
    if (x + width < row.right())
        canvas.text(row.right(), row.middle_y(), keys, tertiary(canvas), Align::Right);
}

void draw_title(PanelContext& context, const Rect& row) {
    Canvas& canvas = context.canvas;
    const views::GridView& grid = context.views.grid;
    const auto& typed = context.state.lower.grid_typed;
    if (typed) {
        canvas.text(row.x, row.middle_y(), "Go to block " + *typed + "_",
                    {Face::WordsBold, Size::Body, canvas.colors.text1});
        return;
    }
    std::string text =
        fmt::format("{} finished, {} on the machine, {} to come", report::grouped(grid.finished),
                    report::grouped(grid.resident), report::grouped(grid.not_run));
    if (grid.grid.z > 1) text += fmt::format(".   Layer z = {} of {}", grid.layer, grid.grid.z);
    canvas.text_clipped(row.x, row.middle_y(), row.w, text,
                        {Face::WordsBold, Size::Body, canvas.colors.text1});
    if (grid.grid.z < 2) return;
    float right = row.right();
    std::uint32_t& layer = context.state.lower.grid_layer;
    if (header_button(context, row, right, "z +", {}) && layer + 1 < grid.grid.z) ++layer;
    if (header_button(context, row, right, "z –", {}) && layer > 0) --layer;
}

} // namespace

void draw_grid(PanelContext& context) {
    Canvas& canvas = context.canvas;
    const views::GridView& grid = context.views.grid;
    Rect body = lower_header(context).inset(canvas.px(20), canvas.px(8));
    draw_title(context, body.take_top(canvas.px(24)));
    draw_block_legend(context, body.take_bottom(canvas.px(20)));
    body = {body.x, body.y + canvas.px(4), body.w, body.h - canvas.px(8)};
    if (grid.cells.empty() || body.h < canvas.px(12)) return;
    const bool full = canvas.metrics.density != Density::Compact;
    const views::GridShape shape = views::grid_shape(grid.grid.x, grid.grid.y, body.w, body.h,
                                                     canvas.px(6), canvas.px(full ? 28 : 22));
    const std::uint64_t layer_first = std::uint64_t{grid.layer} * grid.cells.size();
    const std::size_t shown = grid.cells.size() - shape.hidden;
    const float gap = shape.cell >= 10 ? 2.f : 1.f;
    for (std::size_t i = 0; i < shown; ++i) {
        const Rect cell = {body.x + static_cast<float>(i % shape.across) * shape.cell,
                           body.y + static_cast<float>(i / shape.across) * shape.cell,
                           shape.cell - gap, shape.cell - gap};
        draw_cell(canvas, cell, grid.cells[i]);
        const std::uint64_t block = layer_first + i;
        if (block == context.moment.block) canvas.outline(cell, canvas.colors.selection, 2);
        if (!context.input.over(cell) || block >= context.blocks.size()) continue;
        canvas.outline(cell, canvas.colors.selection);
        context.tooltip = views::describe_block(*context.moment.facts, context.blocks, block,
                                                grid.cells[i].state);
        if (context.input.clicked) {
            context.actions.go_to_block(block);
            context.state.focus = static_cast<unsigned>(context.slot);
        }
    }
    if (shape.hidden != 0)
        canvas.text(body.right(), body.bottom() - canvas.px(8),
                    fmt::format("and {} more", report::grouped(shape.hidden)),
                    {Face::WordsBold, Size::Small, canvas.colors.text1}, Align::Right);
}

bool press_in_grid(KeyContext& context, const KeyPress& key) {
    if (key.ctrl || key.alt || key.shift) return false;
    const Dim3& grid = context.moment.facts->grid;
    auto& typed = context.state.lower.grid_typed;
    if (typed) {
        const auto letter = static_cast<std::uint16_t>(key.key);
        if (letter >= '0' && letter <= '9')
            *typed += static_cast<char>(letter);
        else if (key.key == Key::Comma || key.key == Key::Space)
            *typed += ',';
        else if (key.key == Key::Backspace && !typed->empty())
            typed->pop_back();
        else if (key.key == Key::Enter) {
            const auto block = views::parse_block(*typed, grid);
            if (block)
                context.actions.go_to_block(*block);
            else
                context.state.message = fmt::format("The grid has no block {}; it is ({},{},{})",
                                                    *typed, grid.x, grid.y, grid.z);
            typed.reset();
        } else if (key.key == Key::Escape) {
            typed.reset();
        }
        return true;
    }
    if (key.key == static_cast<Key>('G')) {
        typed = "";
        return true;
    }
    Dim3 at = from_linear_index(context.moment.block, grid);
    if (key.key == Key::Left && at.x > 0)
        --at.x;
    else if (key.key == Key::Right && at.x + 1 < grid.x)
        ++at.x;
    else if (key.key == Key::Up && at.y > 0)
        --at.y;
    else if (key.key == Key::Down && at.y + 1 < grid.y)
        ++at.y;
    else
        return key.key == Key::Left || key.key == Key::Right || key.key == Key::Up ||
               key.key == Key::Down;
    context.actions.go_to_block(linear_index(at, grid));
    return true;
}

} // namespace warpscope::gui
