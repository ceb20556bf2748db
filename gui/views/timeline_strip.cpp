// Steps into pixel columns.
#include "gui/views/timeline_strip.h"

#include <algorithm>
#include <cmath>

namespace warpscope::views {
namespace {

constexpr std::uint64_t kFewestSteps = 16;

StripState state_of(const gui::Moment& moment, const gui::TimelineRow& row) {
    if (row.passes > row.least_passes) return StripState::Conflict;
    if (row.passes != 0) return StripState::Shared;
    if (row.sectors != 0) return StripState::Global;
    const gui::CodeLine* code = moment.facts->find(row.function, row.instruction);
    if (code == nullptr) return StripState::Compute;
    if (code->barrier) return StripState::Barrier;
    if (code->mnemonic.starts_with("ret") || code->mnemonic.starts_with("exit"))
        return StripState::Exit;
    return code->branch ? StripState::Branch : StripState::Compute;
}

/// One warp while its columns are filled from the left.
struct Line {
    std::vector<StripState> column;
    std::vector<std::uint16_t> degree;
    bool begun = false, waiting = false;
    std::uint64_t last_row = 0; ///< its last of the whole block
};

void paint(Line& line, unsigned column, StripState state, unsigned degree) {
    if (state > line.column[column]) line.column[column] = state;
    line.degree[column] =
        std::max(line.degree[column], static_cast<std::uint16_t>(std::min(degree, 32u)));
}

StripRow pieces_of(std::uint32_t warp, const Line& line) {
    StripRow row;
    row.warp = warp;
    for (unsigned c = 0; c < line.column.size(); ++c) {
        const StripState state = line.column[c];
        if (state == StripState::None) continue;
        const unsigned degree = state == StripState::Conflict ? line.degree[c] : 1;
        StripPiece* last = row.pieces.empty() ? nullptr : &row.pieces.back();
        if (last != nullptr && last->first + last->count == c && last->state == state &&
            last->degree == degree)
            ++last->count;
        else
            row.pieces.push_back({c, 1, state, degree});
    }
    return row;
}

} // namespace

const char* name_of(StripState state) {
    switch (state) {
    case StripState::None: return "not here";
    case StripState::Idle: return "another warp runs";
    case StripState::Waiting: return "waits at a barrier";
    case StripState::Compute: return "computes";
    case StripState::Branch: return "branches";
    case StripState::Global: return "global memory";
    case StripState::Shared: return "shared memory";
    case StripState::Barrier: return "comes to a barrier";
    case StripState::Exit: return "exits";
    case StripState::Conflict: return "bank conflict";
    }
    return "";
}

TimelineStrip timeline_strip(const gui::Moment& moment, StripRange range, unsigned columns) {
    const auto& rows = moment.timeline->rows;
    TimelineStrip strip;
    strip.steps = rows.size();
    if (range.count == 0 || range.first >= rows.size()) range = {0, rows.size()};
    range.count = std::min<std::uint64_t>(range.count, rows.size() - range.first);
    strip.range = range;
    const unsigned warps = moment.facts->warps_per_block();
    columns = static_cast<unsigned>(std::max<std::uint64_t>(1, columns));
    std::vector<Line> lines(warps);
    for (Line& line : lines)
        line.column.assign(columns, StripState::None), line.degree.assign(columns, 0);
    for (std::uint64_t r = 0; r < rows.size(); ++r)
        if (rows[r].warp < warps) lines[rows[r].warp].last_row = r;
    const auto column_of = [&](std::uint64_t row) {
        return static_cast<unsigned>((row - range.first) * columns / range.count);
    };
    // Between its steps a warp idles, or waits once it has come to a barrier.
    const auto rest = [&](Line& line, std::uint64_t from, std::uint64_t to) {
        from = std::max(from, range.first), to = std::min(to, range.first + range.count);
        if (!line.begun || from >= to) return;
        const StripState state = line.waiting ? StripState::Waiting : StripState::Idle;
        for (unsigned c = column_of(from); c <= column_of(to - 1); ++c)
            paint(line, c, state, 1);
    };
    std::vector<std::uint64_t> since(warps, 0);
    const std::uint64_t end = range.first + range.count;
    for (std::uint64_t r = 0; r < rows.size() && r < end; ++r) {
        const gui::TimelineRow& row = rows[r];
        if (row.warp >= warps) continue;
        Line& line = lines[row.warp];
        rest(line, since[row.warp], r);
        const StripState state = state_of(moment, row);
        if (r >= range.first) {
            const unsigned first = column_of(r);
            // A step is as wide as its share when there are more columns than steps.
            const auto last = static_cast<unsigned>(
                std::max<std::uint64_t>(first + 1, (r + 1 - range.first) * columns / range.count));
            const unsigned degree = state == StripState::Conflict
                                        ? row.passes / std::max<unsigned>(1, row.least_passes)
                                        : 1;
            for (unsigned c = first; c < std::min(last, columns); ++c)
                paint(line, c, state, degree);
        }
        line.begun = r != line.last_row;
        line.waiting = state == StripState::Barrier;
        since[row.warp] = r + 1;
    }
    for (std::uint32_t w = 0; w < warps; ++w) {
        if (lines[w].begun) rest(lines[w], since[w], end);
        strip.rows.push_back(pieces_of(w, lines[w]));
    }
    return strip;
}

StripRange zoomed(StripRange range, std::uint64_t steps, double share, float notches) {
    if (range.count == 0) range = {0, steps};
    const std::uint64_t fewest = std::min(steps, kFewestSteps);
    const double wanted = static_cast<double>(range.count) * std::pow(0.8, notches);
    const auto count = static_cast<std::uint64_t>(
        std::clamp(std::round(wanted), static_cast<double>(fewest), static_cast<double>(steps)));
    const double under =
        static_cast<double>(range.first) + share * static_cast<double>(range.count);
    const double first = std::clamp(std::round(under - share * static_cast<double>(count)), 0.0,
                                    static_cast<double>(steps - count));
    return {static_cast<std::uint64_t>(first), count};
}

StripSums sums_of(const gui::Moment& moment, StripRange range) {
    StripSums sums;
    const auto& rows = moment.timeline->rows;
    std::uint64_t lanes = 0;
    for (std::uint64_t r = range.first; r < range.first + range.count && r < rows.size(); ++r) {
        ++sums.steps;
        sums.passes += rows[r].passes;
        sums.avoidable_passes += rows[r].passes - rows[r].least_passes;
        sums.sectors += rows[r].sectors;
        lanes += count_lanes(rows[r].active);
    }
    if (sums.steps != 0) sums.lanes = static_cast<double>(lanes) / static_cast<double>(sums.steps);
    return sums;
}

} // namespace warpscope::views
