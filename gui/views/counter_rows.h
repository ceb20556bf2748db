// Counters of a launch as rows: those that matter first, each with a sentence and its line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gui/views/source_view.h"
#include "sim/report/counter_report.h"

namespace warpscope::views {

struct CounterLine {
    std::string id, name, value; ///< "bank conflicts of shared loads", "752,000"
    std::string unit;
    std::string formula;    ///< with the profiler's metric, for hover
    std::string sentence;   ///< of rows that matter; else empty
    std::string group;      ///< "shared memory"
    std::uint32_t line = 0; ///< most of it comes from this line of the source; 0: from none alone
    bool wrong = false;     ///< some of it could be saved
};

struct CounterRows {
    std::vector<CounterLine> matter; ///< the worst first
    std::vector<CounterLine> others; ///< in the table's order
};

CounterRows counter_rows(const CounterReport& report);

/// 0 when it is left out.
double reading(const CounterReadings& readings, std::string_view id);

/// Exactly: counts with commas, ratios with two decimals.
std::string counter_text(const std::string& id, double value);

/// Puts the counter's value of each line into the view's rows, for the numbers beside the lines.
void add_heat(const CounterReport& report, const std::string& id, SourceView& view);

} // namespace warpscope::views
