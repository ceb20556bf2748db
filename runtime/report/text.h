// Reports as text for people.
#pragma once

#include <cstdint>
#include <string>

#include "sim/report/launch_report.h"

namespace warpscope::report {

enum class Colours : std::uint8_t { Off, On };

/// Colours only when `descriptor` is a terminal and NO_COLOR is unset (https://no-color.org).
Colours colours_for(int descriptor);

/// What the text of a run holds.
enum class Detail : std::uint8_t { Everything, FindingsOnly };

struct TextStyle {
    Colours colours = Colours::Off;
    unsigned launches = 20; ///< at most so many are shown in full; the rest are summed up
    Detail detail = Detail::Everything;
};

/// One finding with source excerpt, call sites, PTX line, thread, address and advice.
std::string to_text(const Finding& finding, const TextStyle& style);
/// A line of a chain with its excerpt; `width` is that of the longest line number.
std::string to_text(const SourceLine& line, std::size_t width, const TextStyle& style);

/// The counters of one launch, and its source lines by what their memory accesses cost.
std::string to_text(const CounterReport& report, const TextStyle& style);
std::string to_text(const LaunchComparison& comparison, const TextStyle& style);
/// One launch without its findings.
std::string to_text(const LaunchReport& report, const TextStyle& style);
/// The whole run: launches, findings, and a last line that says how it ended.
std::string to_text(const RunReport& report, const TextStyle& style);

} // namespace warpscope::report
