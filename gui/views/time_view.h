// The block's time: what each step costs, what happens where, and where steps lead.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gui/engine/moment.h"

namespace warpscope::views {

struct TimeMark {
    std::uint64_t index = 0; ///< of the timeline's row
    enum class Kind : std::uint8_t { Finding, Conflict, Barrier, Breakpoint } kind = Kind::Conflict;
    unsigned degree = 1; ///< of a conflict
    bool operator==(const TimeMark&) const = default;
};

/// The rows that one bin of the cost wave sums up: the worst of them counts.
struct TimeBin {
    std::uint16_t passes = 0, least_passes = 0, sectors = 0;
    std::uint8_t active_lanes = 0; ///< the most of any row
    bool barrier = false;
};

/// Rows between two openings of the block's barrier, by source lines.
struct TimePhase {
    std::uint64_t first = 0, last = 0; ///< rows
    std::uint32_t first_line = 0, last_line = 0;
};

struct TimeView {
    std::uint64_t rows = 0;    ///< steps of the block
    std::uint64_t now = 0;     ///< row that the step is; `rows` when none is
    std::vector<TimeBin> bins; ///< equal shares of the rows, at most as many as asked for
    std::vector<TimeMark> marks;
    std::vector<TimePhase> phases;
    bool whole = true;
};

/// `most_bins` is what there are pixels for. `warp`: only the lanes of this warp count for
/// active_lanes when it is not UINT32_MAX.
TimeView time_view(const gui::Moment& moment, const std::vector<std::uint32_t>& breakpoint_lines,
                   unsigned most_bins);

/// The row of the timeline a bin begins with.
std::uint64_t first_row_of(const TimeView& view, std::size_t bin);

} // namespace warpscope::views
