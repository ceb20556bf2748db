// States of blocks from where their steps lie.
#include "gui/views/grid_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include "gui/views/selection.h"
#include "runtime/report/units.h"

namespace warpscope::views {
namespace {

BlockState state_of(const gui::BlockSpan& span, std::uint64_t position) {
    if (span.steps == 0 || span.first > position) return BlockState::NotRun;
    return span.last <= position ? BlockState::Finished : BlockState::Resident;
}

} // namespace

GridView grid_view(const gui::LaunchFacts& facts, const std::vector<gui::BlockSpan>& blocks,
                   std::uint64_t position, std::uint32_t layer,
                   const std::set<std::uint64_t>& findings) {
    GridView view;
    view.grid = facts.grid;
    view.layer = std::min(layer, facts.grid.z - 1);
    const std::uint64_t in_layer = std::uint64_t{facts.grid.x} * facts.grid.y;
    view.cells.resize(in_layer);
    for (std::uint64_t b = 0; b < blocks.size(); ++b) {
        const BlockState state = state_of(blocks[b], position);
        ++(state == BlockState::NotRun     ? view.not_run
           : state == BlockState::Resident ? view.resident
                                           : view.finished);
        if (b / in_layer != view.layer) continue;
        view.cells[b % in_layer] = {state, findings.contains(b)};
    }
    return view;
}

GridShape grid_shape(std::uint32_t columns, std::uint32_t rows, float width, float height,
                     float least, float most) {
    GridShape shape;
    const float cell = std::floor(
        std::min(width / static_cast<float>(columns), height / static_cast<float>(rows)));
    if (cell >= least) {
        shape.across = columns;
        shape.cell = std::min(cell, most);
        return shape;
    }
    // As large as still lets all of them in, row after row.
    const auto count = static_cast<float>(columns) * static_cast<float>(rows);
    shape.wrapped = true;
    shape.cell = std::clamp(std::floor(std::sqrt(width * height / count)), least, most);
    while (shape.cell > least &&
           std::floor(width / shape.cell) * std::floor(height / shape.cell) < count)
        shape.cell -= 1;
    shape.across = std::max(1u, static_cast<std::uint32_t>(width / shape.cell));
    const auto room = shape.across * static_cast<std::uint32_t>(std::max(1.f, height / shape.cell));
    const std::uint32_t all = columns * rows;
    shape.hidden = all > room ? all - room : 0;
    return shape;
}

std::string describe_block(const gui::LaunchFacts& facts, const std::vector<gui::BlockSpan>& blocks,
                           std::uint64_t block, BlockState state) {
    const Dim3 at = from_linear_index(block, facts.grid);
    const std::string name = facts.grid.z > 1 ? fmt::format("block ({},{},{})", at.x, at.y, at.z)
                                              : fmt::format("block ({},{})", at.x, at.y);
    const gui::BlockSpan& span = blocks[block];
    if (span.steps == 0) return name + ": does not run";
    const char* const said = state == BlockState::NotRun     ? "has not begun"
                             : state == BlockState::Resident ? "runs"
                                                             : "finished";
    return fmt::format("{}: {}; {} steps, between {} and {} of the launch", name, said,
                       report::grouped(span.steps), report::grouped(span.first),
                       report::grouped(span.last));
}

std::optional<std::uint64_t> parse_block(const std::string& text, const Dim3& grid) {
    unsigned x = 0, y = 0, z = 0;
    const char* const from = text.c_str() + (text.starts_with('(') ? 1 : 0);
    if (std::sscanf(from, "%u,%u,%u", &x, &y, &z) < 1) return std::nullopt;
    if (x >= grid.x || y >= grid.y || z >= grid.z) return std::nullopt;
    return linear_index(Dim3{x, y, z}, grid);
}

} // namespace warpscope::views
