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

std::optional<std::uint64_t> line_of_warp(const gui::Moment& moment, std::uint32_t warp,
                                          Direction direction) {
    if (warp >= moment.index->warps.size()) return std::nullopt;
    const gui::TimelineIndex::Warp& own = moment.index->warps[warp];
    const auto line = [&](std::size_t i) {
        return line_of(moment, moment.timeline->rows[own.rows[i]]);
    };
    const auto position = [&](std::size_t i) {
        return moment.timeline->rows[own.rows[i]].position;
    };
    const std::size_t now = moment.timeline->index_at(moment.step.position);
    std::optional<std::size_t> at;
    if (now != moment.timeline->rows.size()) at = own.last_at(now);
    if (direction == Direction::On) {
        // Instructions without a line belong to the one before.
        std::uint32_t here = 0;
        const std::size_t begun = at ? *at + 1 : 0;
        for (std::size_t i = begun; i-- > 0 && here == 0;)
            here = line(i);
        for (std::size_t i = begun; i < own.rows.size(); ++i)
            if (line(i) != 0 && line(i) != here) return position(i);
        return std::nullopt;
    }
    if (!at) return std::nullopt;
    // Where the line begins that step `i` belongs to.
    const auto beginning = [&](std::size_t i) {
        while (i > 0 && line(i) == 0)
            --i;
        std::size_t first = i;
        for (std::size_t k = i; k-- > 0 && (line(k) == line(i) || line(k) == 0);)
            if (line(k) != 0) first = k;
        return first;
    };
    const std::size_t first = beginning(*at);
    if (position(first) < moment.step.position) return position(first);
    return first == 0 ? std::nullopt : std::optional(position(beginning(first - 1)));
}

std::optional<std::uint64_t> block_from(const gui::Moment& moment,
                                        const std::vector<gui::BlockSpan>& blocks,
                                        Direction direction) {
    const std::uint64_t now = moment.step.position;
    std::optional<std::uint64_t> found;
    for (const gui::BlockSpan& span : blocks) {
        if (span.steps == 0) continue;
        if (direction == Direction::On && span.first > now)
            found = std::min(found.value_or(UINT64_MAX), span.first);
        if (direction == Direction::Back && span.first < now)
            found = std::max(found.value_or(0), span.first);
    }
    return found;
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
