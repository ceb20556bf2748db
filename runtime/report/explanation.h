// What `warpscope explain` says of a race: the schedules that were tried, and what one of them
// changes.
#pragma once

#include <string>
#include <vector>

#include "runtime/report/source_files.h"
#include "runtime/report/text.h"
#include "sim/debug/race_search.h"

namespace warpscope::report {

struct ExplainedRace {
    std::string id; ///< what it was asked for by
    Finding finding;
    RaceExplanation search;
    /// Of each RaceExplanation::change::memory: the lines of the store, innermost first.
    std::vector<std::vector<SourceLine>> stores;
    std::vector<SourceLine> fault_at; ///< of the fault in the other schedule
};

/// All races that one command explains; they are of one launch.
struct ExplainReport {
    static constexpr const char* schema = "warpscope-explain-1";
    std::string capsule; ///< its folder
    std::string gpu;
    std::uint64_t seed = 0; ///< that was recorded
    std::vector<ExplainedRace> races;
    bool interrupted = false;
    int exit_code = 0;
};

ExplainedRace make_explained(const std::string& id, const Finding& finding, RaceExplanation search,
                             const Executable& executable, SourceFiles& sources);

std::string to_text(const ExplainReport& report, const TextStyle& style);
/// Indented, with a newline at its end.
std::string to_json_text(const ExplainReport& report);

/// "block (0, 0, 0), thread (32, 0, 0)'s access before block (0, 0, 0), thread (0, 0, 0)'s", "seed
/// 7".
std::string schedule_text(const TriedSchedule& schedule);

} // namespace warpscope::report
