// UserBreakpoint: a breakpoint as the user wants it; the engine makes one of sim/debug of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/debug/breakpoints.h"

namespace warpscope::gui {

struct UserBreakpoint {
    enum class Kind : std::uint8_t {
        Line,    ///< a line of a source
        Ptx,     ///< a line of the PTX text
        Memory,  ///< accesses to some bytes
        Finding, ///< what the checkers found, wherever it is
    };
    Kind kind = Kind::Line;
    unsigned id = 0;  ///< within one list, never used again
    std::string file; ///< Line: as the line information names it
    std::uint32_t line = 0;
    WatchedRange watched; ///< Memory
    bool on_read = false, on_write = true;
    std::string condition; ///< in sim/debug/expression.h's notation; empty: none
    /// Line, Ptx: only at steps with which a finding begins.
    bool only_findings = false;
    bool enabled = true;
    /// Positions of the steps that findings are about, rising: of a Finding, and of only_findings.
    std::vector<std::uint64_t> positions;
    friend bool operator==(const UserBreakpoint&, const UserBreakpoint&) = default;
};

/// "line 44", "PTX line 99", "writes of 4 bytes at shared 0x10", "a finding".
std::string words_of(const UserBreakpoint& breakpoint);

} // namespace warpscope::gui
