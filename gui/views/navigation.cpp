// Walking a timeline in either direction until something holds.
#include "gui/views/navigation.h"

#include <algorithm>

namespace warpscope::views {
namespace {

template<class Holds>
std::optional<std::uint64_t> find(const gui::Moment& moment, Direction direction, Holds holds) {
    const auto& rows = moment.timeline->rows;
    const std::size_t now = moment.timeline->index_at(moment.step.position);
    if (direction == Direction::On) {
        for (std::size_t i = now == rows.size() ? 0 : now + 1; i < rows.size(); ++i)
            if (holds(rows[i])) return rows[i].position;
    } else if (now != rows.size()) {
        for (std::size_t i = now; i-- > 0;)
            if (holds(rows[i])) return rows[i].position;
    }
    return std::nullopt;
}

std::uint32_t line_of(const gui::Moment& moment, const gui::TimelineRow& row) {
    const gui::CodeLine* code = moment.facts->find(row.function, row.instruction);
    return code == nullptr ? 0 : code->line;
}

} // namespace

std::optional<std::uint64_t> step_from(const gui::Moment& moment, Direction direction) {
    if (const auto in_block = find(moment, direction, [](const gui::TimelineRow&) { return true; }))
        return in_block;
    const std::uint64_t position = moment.snapshot.position;
    if (direction == Direction::On)
        return moment.ended ? std::nullopt : std::optional(position + 1);
    return position > 1 ? std::optional(position - 1) : std::nullopt;
}

std::optional<std::uint64_t> step_of_warp(const gui::Moment& moment, std::uint32_t warp,
                                          Direction direction) {
    return find(moment, direction, [&](const gui::TimelineRow& row) { return row.warp == warp; });
}

std::optional<std::uint64_t> step_at_lines(const gui::Moment& moment,
                                           const std::vector<std::uint32_t>& lines,
                                           Direction direction) {
    // A line has several instructions; the next stop is where a warp comes to it anew.
    return find(moment, direction, [&](const gui::TimelineRow& row) {
        const std::uint32_t line = line_of(moment, row);
        return line != 0 && std::find(lines.begin(), lines.end(), line) != lines.end();
    });
}

std::optional<std::uint64_t> nearest_step_at_line(const gui::Moment& moment, std::uint32_t line) {
    const auto on = step_at_lines(moment, {line}, Direction::On);
    const auto back = step_at_lines(moment, {line}, Direction::Back);
    if (!on || !back) return on ? on : back;
    const std::uint64_t now = moment.step.position;
    return *on - now <= now - *back ? on : back;
}

std::optional<std::uint64_t> round_of_loop(const gui::Moment& moment, Direction direction) {
    const gui::StepRecord& step = moment.step;
    return find(moment, direction, [&](const gui::TimelineRow& row) {
        return row.warp == step.warp && row.function == step.at.function &&
               row.instruction == step.at.instruction;
    });
}

std::optional<std::uint64_t> step_at_barrier(const gui::Moment& moment, Direction direction) {
    return find(moment, direction, [&](const gui::TimelineRow& row) {
        const gui::CodeLine* code = moment.facts->find(row.function, row.instruction);
        return code != nullptr && code->barrier;
    });
}

std::optional<std::uint64_t> step_at_conflict(const gui::Moment& moment, Direction direction) {
    return find(moment, direction,
                [](const gui::TimelineRow& row) { return row.passes > row.least_passes; });
}

std::optional<std::uint64_t> first_step(const gui::Moment& moment) {
    const auto& rows = moment.timeline->rows;
    return rows.empty() ? std::nullopt : std::optional(rows.front().position);
}

std::optional<std::uint64_t> last_step(const gui::Moment& moment) {
    const auto& rows = moment.timeline->rows;
    return rows.empty() ? std::nullopt : std::optional(rows.back().position);
}

std::optional<std::uint64_t> next_access(const gui::Moment& moment, bool shared) {
    return find(moment, Direction::On, [&](const gui::TimelineRow& row) {
        return shared ? row.passes != 0 : row.sectors != 0;
    });
}

} // namespace warpscope::views
