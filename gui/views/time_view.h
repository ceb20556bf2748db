// The time bar: what steps cost, what happens where, over the block, one of its warps or the whole
// launch, in as many columns as there are pixels.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/engine/moment.h"
#include "gui/views/timeline_strip.h"

namespace warpscope::views {

/// Whose steps the time bar shows, one entry each.
enum class TimeScope : std::uint8_t { Block, Warp, Launch };
/// What a step button goes by.
enum class StepUnit : std::uint8_t { Instruction, Line, Barrier, Block };
const char* name_of(StepUnit unit);

enum class MarkKind : std::uint8_t {
    Error,
    Warning,
    Breakpoint,
    Barrier
}; ///< what counts most first
inline constexpr unsigned kMarkKinds = 4;

/// Marks that stand closer together than can be drawn, as one.
struct TimeMark {
    std::uint64_t entry = 0;           ///< of the first
    std::uint64_t position = 0;        ///< where a click goes: the first of the kind that is drawn
    MarkKind kind = MarkKind::Barrier; ///< the one that counts most
    std::array<std::uint32_t, kMarkKinds> count{};
    std::uint32_t all() const;
};
/// "2 findings, 1 barrier".
std::string words_of(const TimeMark& mark);

/// What there is to mark; looked up when breakpoints, findings or the block change.
struct FindingMoment {
    std::uint64_t position = 0;
    Severity severity = Severity::Error;
    friend bool operator==(const FindingMoment&, const FindingMoment&) = default;
};
struct MarkSources {
    std::vector<FindingMoment> findings;    ///< of the launch, rising
    std::vector<std::uint64_t> breakpoints; ///< positions of the shown block, rising
};
/// Entries of each kind of mark, rising.
using MarkEntries = std::array<std::vector<std::uint64_t>, kMarkKinds>;
MarkEntries mark_entries(const gui::Moment& moment, const MarkSources& sources, TimeScope scope,
                         std::uint32_t warp);

struct TimeRequest {
    TimeScope scope = TimeScope::Block;
    std::uint32_t warp = 0; ///< of TimeScope::Warp
    StripRange range;       ///< entries; count 0: all of them
    bool follows = false;   ///< the page with the step instead, where that is another
    unsigned columns = 1;   ///< pixels
    unsigned mark = 14;     ///< pixels that a mark takes; a count takes as many again
    friend bool operator==(const TimeRequest&, const TimeRequest&) = default;
};

struct TimeView {
    TimeScope scope = TimeScope::Block;
    std::uint32_t warp = 0;
    std::uint64_t entries = 0;     ///< in all
    StripRange range;              ///< that is shown
    std::uint64_t now = 0;         ///< entry that the step is; `entries` when none is
    std::vector<TimelineBin> bins; ///< equal shares of the range, at most one a column
    std::vector<TimeMark> marks;
    std::vector<gui::TimePhase> phases; ///< in entries; none of a launch
    bool whole = true;                  ///< false: nobody has looked at what comes behind
    unsigned columns = 1;

    bool zoomed() const { return range.count != 0 && range.count < entries; }
};

TimeView time_view(const gui::Moment& moment, const MarkEntries& entries,
                   const TimeRequest& request);

/// The entry a bin begins with.
std::uint64_t first_entry_of(const TimeView& view, std::size_t bin);
/// The launch's position of an entry.
std::uint64_t position_of(const gui::Moment& moment, const TimeView& view, std::uint64_t entry);
/// The range moved so that `now` is in it; by whole pages, so that the picture rests.
StripRange following(StripRange range, std::uint64_t entries, std::uint64_t now);

} // namespace warpscope::views
