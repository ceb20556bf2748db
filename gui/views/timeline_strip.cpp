// Steps into pixel columns.
#include "gui/views/timeline_strip.h"

#include <algorithm>
#include <cmath>

namespace warpscope::views {
namespace {

constexpr std::uint64_t kFewestSteps = 16;

StripState state_of(std::uint8_t kind) {
    // Both are in one order; a strip has two more states in front.
    static_assert(static_cast<unsigned>(StripState::Conflict) ==
                  static_cast<unsigned>(gui::StepKind::Conflict) + 2);
    return kind == 0 ? StripState::None : static_cast<StripState>(kind + 2);
}

/// What the warp does where none of its steps is, behind its step number `behind`.
StripState rest_of(const gui::TimelineIndex::Warp& warp, std::size_t behind) {
    if (behind == 0 || behind == warp.rows.size()) return StripState::None;
    const bool waits =
        warp.levels[0].bins[behind - 1].kind == static_cast<std::uint8_t>(gui::StepKind::Barrier);
    return waits ? StripState::Waiting : StripState::Idle;
}

void add(StripRow& row, unsigned column, StripState state, unsigned degree) {
    if (state == StripState::None) return;
    StripPiece* last = row.pieces.empty() ? nullptr : &row.pieces.back();
    if (last != nullptr && last->first + last->count == column && last->state == state &&
        last->degree == degree)
        ++last->count;
    else
        row.pieces.push_back({column, 1, state, degree});
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
    const std::uint64_t all = std::max(1u, columns);
    for (std::uint32_t w = 0; w < moment.index->warps.size(); ++w) {
        const gui::TimelineIndex::Warp& warp = moment.index->warps[w];
        StripRow& row = strip.rows.emplace_back();
        row.warp = w;
        for (std::uint64_t column = 0; column < all && range.count != 0; ++column) {
            // Its rows; of more columns than rows, the row that it is a part of.
            std::uint64_t first = range.first + (column * range.count + all - 1) / all;
            std::uint64_t last = range.first + ((column + 1) * range.count + all - 1) / all;
            if (first >= last) first = range.first + column * range.count / all, last = first + 1;
            const std::size_t from = warp.first_from(first), to = warp.first_from(last);
            if (from == to) {
                add(row, static_cast<unsigned>(column), rest_of(warp, from), 1);
                continue;
            }
            const TimelineBin most = most_in(warp.levels, from, to);
            const StripState state = state_of(most.kind);
            add(row, static_cast<unsigned>(column), state,
                state == StripState::Conflict ? std::min<unsigned>(most.degree, 32) : 1);
        }
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
