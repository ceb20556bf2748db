// Suppressions: findings that a project knows of and does not want to hear of again.
//
// A file has one suppression a line: a checker's id or `*`, a source file or FILE:LINE (any end of
// the path is enough), and whatever reason follows. `#` begins a comment. In the source itself, `//
// warpscope: allow CHECKER` at the end of a line does the same for that line. A finding is left out
// when any of its parties stands there. Faults cannot be left out: the launch ended there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/report/launch_report.h"

namespace warpscope::report {

struct Suppression {
    std::string checker;          ///< or "*"
    std::string file;             ///< the end of a path
    std::uint32_t line = 0;       ///< 0: any
    std::uint32_t written_at = 0; ///< line of the suppression file
    bool used = false;
};

/// Reads a suppression file's text; `name` is for messages.
Result<std::vector<Suppression>> parse_suppressions(std::string_view text, const std::string& name);

/// Takes findings out of the report that a suppression or a mark in the source names; how many.
std::uint64_t suppress(RunReport& run, std::vector<Suppression>& suppressions);

} // namespace warpscope::report
