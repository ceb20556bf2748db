// What is wrong with a launch, as the Findings panel lists and explains it: what checkers found and
// what counters advise, equal kinds folded, the worst first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/engine/facts.h"
#include "gui/engine/step_search.h"
#include "sim/report/launch_report.h"

namespace warpscope::views {

/// Somebody who takes part in a finding.
struct FindingActor {
    std::string who;                    ///< "thread 32", "thread 0 of block 1"
    std::string tag;                    ///< where there is little room: "thread 32", "block 1"
    std::string where;                  ///< "warp 1, lane 0"
    std::string does;                   ///< "writes"
    bool writes = false, known = false; ///< known: whether it reads or writes
    std::string file;
    std::uint32_t line = 0; ///< of the source; 0: none
    std::uint32_t ptx_line = 0;
    std::string ptx_text;
    std::uint32_t launch = 0;
    std::uint64_t block = 0; ///< linear
};

/// A line of an excerpt, with who stands there.
struct FindingLine {
    std::uint32_t number = 0; ///< 0: lines are left out here
    std::string text;
    std::vector<std::size_t> actors; ///< indices into FindingItem::actors
};

struct FindingItem {
    Severity severity = Severity::Error;
    std::string kind;     ///< "Race between warps"
    std::string place;    ///< "race   reverse, line 14"
    std::string headline; ///< one sentence
    std::string text;     ///< what else is known
    std::string advice;
    std::uint64_t times = 1;
    std::string count;                ///< "32 times", "757,250 passes"
    std::vector<FindingActor> actors; ///< of a race the later one first
    std::vector<FindingLine> excerpt;
    bool race = false;
    bool conflict = false;  ///< of shared memory's banks
    bool unordered = false; ///< of a race: nothing orders the two in this or any other run
    std::string order_note; ///< of a race: what its verdict holds for
    std::string explain;    ///< the command that looks what it changes
    // What a click selects.
    std::uint32_t line = 0, warp = 0, lane = 0;
    bool has_thread = false;
    std::optional<gui::StepWish> wish; ///< none: no step of this launch is to blame
};

/// Findings of one kind.
struct FindingKind {
    std::string title;
    Severity severity = Severity::Error;
    std::vector<std::size_t> items;
    std::uint64_t times = 0;
    std::string count;
};

struct FindingsView {
    std::vector<FindingItem> items;
    std::vector<FindingKind> kinds; ///< worst first
    std::uint64_t errors = 0, warnings = 0;
    std::string unchecked; ///< why nobody looked; empty when somebody did
};

/// Any of the three may be missing.
FindingsView findings_view(const LaunchReport* launch, const std::vector<Finding>& of_run,
                           const CounterReport* counters, const gui::LaunchFacts& facts);

/// "Out of bounds" of "OutOfBounds".
std::string words_of(const std::string& camel_case);

} // namespace warpscope::views
