// The table of counters: command line, reports and panels are driven by its rows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sim/counters/sums.h"

namespace warpscope {

enum class CounterGroup : std::uint8_t { Execution, Global, Shared, Local, Cost };
std::string_view name_of(CounterGroup group); ///< "execution", …

/// How a counter relates to the profiler's metric.
enum class MetricMatch : std::uint8_t {
    None,    ///< there is no such metric
    Equal,   ///< the same events are counted
    Related, ///< the same definition, but over machine instructions instead of PTX
};

struct CounterRow {
    const char* id; ///< in JSON and on the command line
    CounterGroup group;
    const char* name; ///< for people
    const char* unit;
    const char* formula; ///< what is counted or divided
    const char* metric;  ///< of Nsight Compute; empty when there is none
    MetricMatch match;
    std::uint64_t (*count)(const CounterSums& sums);
    std::uint64_t (*of)(const CounterSums& sums) = nullptr; ///< null: a count, else a ratio of both
    double factor = 1;                                      ///< of a ratio: 100 for per cent

    bool is_ratio() const { return of != nullptr; }
};

std::span<const CounterRow> counter_rows();
/// Null when there is none.
const CounterRow* find_counter(std::string_view id);

/// The counter's value over what the sums hold; none of a ratio without events, of a count 0.
std::optional<double> counter_value(const CounterRow& row, const CounterSums& sums);

} // namespace warpscope
