// BreakpointList: the breakpoints of an opened program as the user sets, changes and sees them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/engine/examiner.h"
#include "gui/engine/moment.h"
#include "gui/engine/user_breakpoint.h"
#include "gui/views/time_view.h"
#include "sim/base/result.h"

namespace warpscope::views {

using gui::UserBreakpoint;

/// Where a breakpoint stands in the Source panel.
struct BreakPlace {
    UserBreakpoint::Kind kind = UserBreakpoint::Kind::Line; ///< or Ptx
    std::string file;                                       ///< of a Line
    std::uint32_t line = 0;
    friend bool operator==(const BreakPlace&, const BreakPlace&) = default;
};

class BreakpointList {
public:
    const std::vector<UserBreakpoint>& all() const { return all_; }
    /// Null when there is none.
    const UserBreakpoint* at(const BreakPlace& place) const;
    const UserBreakpoint* find(unsigned id) const;

    /// Sets one there, or takes it away.
    void toggle(const BreakPlace& place);
    /// The same of accesses to these bytes.
    void toggle(const WatchedRange& bytes);
    /// One for all findings, or none.
    void toggle_findings();
    void toggle_enabled(unsigned id);
    /// Of a memory breakpoint: writes, reads, both, and so on.
    void next_access(unsigned id);
    void remove(unsigned id);
    /// What was written for a line: an expression, "lane 7", "finding"; empty: always. Sets a
    /// breakpoint when there is none. The Diagnostic has the column; then nothing changes.
    Status set_condition(const BreakPlace& place, std::string_view text);
    void replace(std::vector<UserBreakpoint> all);

    /// Another one after each change.
    std::uint64_t revision() const { return revision_; }

private:
    UserBreakpoint& add(UserBreakpoint breakpoint);
    UserBreakpoint* change(unsigned id);
    std::vector<UserBreakpoint> all_;
    unsigned next_ = 1;
    std::uint64_t revision_ = 1;
};

/// What set_condition() would read again: "threadIdx.x == 3", "finding", empty.
std::string condition_text(const UserBreakpoint& breakpoint);

/// The line itself, or the next one that has code; nothing when none has.
std::optional<std::uint32_t> line_with_code(const gui::LaunchFacts& facts, const std::string& file,
                                            std::uint32_t line);

/// Where findings begin, with what is needed to tell those of a line.
struct PlacedFinding {
    FindingMoment moment;
    std::string file; ///< innermost source line
    std::uint32_t line = 0, ptx_line = 0;
};
/// Those whose moments are known. Null: none.
std::vector<PlacedFinding> placed_findings(const gui::Examination* examination);
/// The breakpoints with the positions of the findings that they are about.
std::vector<UserBreakpoint> with_findings(const std::vector<UserBreakpoint>& breakpoints,
                                          const std::vector<PlacedFinding>& findings);

/// Positions of the shown block's steps at which enabled breakpoints stop for sure, rising: not of
/// those with a condition, which is only known when it is looked at, nor of watched memory.
std::vector<std::uint64_t> known_stops(const gui::Moment& moment,
                                       const std::vector<UserBreakpoint>& breakpoints);

/// By program; as JSON, for the next start. Findings and watched memory are of one run alone and
/// are left out.
using SavedBreakpoints = std::map<std::string, std::vector<UserBreakpoint>>;
std::string save_breakpoints(const SavedBreakpoints& saved);
Result<SavedBreakpoints> read_breakpoints(std::string_view text, const std::string& name);

} // namespace warpscope::views
