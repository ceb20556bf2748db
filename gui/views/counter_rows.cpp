// Choosing the counters that matter.
#include "gui/views/counter_rows.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/views/selection.h"
#include "runtime/report/units.h"
#include "sim/base/sort_stably.h"
#include "sim/counters/rows.h"

namespace warpscope::views {
namespace {

/// The line with most of a count, and its part of the sum.
struct Share {
    std::uint32_t line = 0;
    double part = 0;
};
Share worst_line(const CounterReport& report, const std::string& id) {
    double most = 0, sum = 0;
    Share share;
    for (const LineCounters& line : report.lines) {
        const double here = reading(line.counters, id);
        sum += here;
        if (here > most) most = here, share.line = line.source.line;
    }
    share.part = sum > 0 ? most / sum : 0;
    return share;
}

std::string part_text(double part) {
    return part >= 0.9995 ? "All" : fmt::format("{:.0f} %", 100 * part);
}

/// A sentence when the counter says that something could be better. Every figure is the report's.
std::string sentence_of(const CounterReport& report, const CounterRow& row, double value,
                        const Share& share) {
    const std::string id = row.id;
    const std::string at =
        share.line == 0 ? ""
                        : fmt::format(" {} of it at line {}.", part_text(share.part), share.line);
    if (id == "avoidable_passes") {
        const double passes = reading(report.launch, "passes");
        return fmt::format("{:.1f} % of all passes could be saved.{}", 100 * value / passes, at);
    }
    if (id.ends_with("_bank_conflicts")) {
        const std::string stem = id.substr(0, id.size() - std::string("_bank_conflicts").size());
        return fmt::format("{:.2f} wavefronts for each request instead of {:.2f}.{}",
                           reading(report.launch, stem + "_wavefronts") /
                               reading(report.launch, stem + "_requests"),
                           (reading(report.launch, stem + "_wavefronts") - value) /
                               reading(report.launch, stem + "_requests"),
                           at);
    }
    if (id.ends_with("_bytes_wasted")) {
        const std::string stem = id.substr(0, id.size() - std::string("_wasted").size());
        const double used = reading(report.launch, stem + "_used");
        // Sectors at the edges are never full.
        if (value < 0.2 * (used + value)) return "";
        return fmt::format("{:.1f} % of the bytes that were moved nobody used.{}",
                           100 * value / (used + value), at);
    }
    if (id == "divergent_branches") {
        const double branches = reading(report.launch, "branches");
        return fmt::format("{:.1f} % of {} branches part the lanes of their warp.{}",
                           100 * value / branches,
                           report::grouped(static_cast<std::uint64_t>(branches)), at);
    }
    if (id == "threads_per_instruction" && value < 0.9 * kLanes)
        return fmt::format("{:.2f} of 32 lanes do the work of a warp instruction.", value);
    if (id.ends_with("_waiting_lanes")) return fmt::format("Lanes queue for one address.{}", at);
    if (id.starts_with("local_") && id.ends_with("_sectors"))
        return fmt::format("Registers or arrays lie in memory.{}", at);
    return "";
}

CounterLine line_of(const CounterReport& report, const CounterReading& reading) {
    CounterLine line;
    line.id = line.name = reading.id;
    line.value = counter_text(reading.id, reading.value);
    const CounterRow* row = find_counter(reading.id);
    if (row == nullptr) return line;
    line.name = row->name;
    line.unit = row->unit;
    line.group = std::string(name_of(row->group));
    line.formula = fmt::format("{}: {}", row->id, row->formula);
    if (row->match == MetricMatch::Equal)
        line.formula += fmt::format("; profiler: {}", row->metric);
    else if (row->match == MetricMatch::Related)
        line.formula += fmt::format("; profiler, over machine instructions: {}", row->metric);
    else
        line.formula += "; the profiler has none";
    // A part of a ratio says nothing.
    const bool sums = !row->is_ratio() || row->group == CounterGroup::Cost;
    const Share share = sums ? worst_line(report, reading.id) : Share{};
    line.line = share.line;
    line.sentence = sentence_of(report, *row, reading.value, share);
    line.wrong = !line.sentence.empty();
    return line;
}

/// The order of what matters.
unsigned weight(const CounterLine& line) {
    if (line.id == "avoidable_passes") return 0;
    if (line.id.ends_with("_bank_conflicts")) return 1;
    if (line.id.ends_with("_bytes_wasted")) return 2;
    if (line.id.ends_with("_waiting_lanes")) return 3;
    if (line.id.starts_with("local_")) return 4;
    return 5;
}

} // namespace

std::string counter_text(const std::string& id, double value) {
    const CounterRow* row = find_counter(id);
    const bool whole = row != nullptr && !row->is_ratio();
    if (whole || value == std::floor(value))
        return report::grouped(static_cast<std::uint64_t>(std::llround(value)));
    return fmt::format("{:.2f}", value);
}

double reading(const CounterReadings& readings, std::string_view id) {
    for (const CounterReading& r : readings)
        if (r.id == id) return r.value;
    return 0;
}

CounterRows counter_rows(const CounterReport& report) {
    CounterRows rows;
    for (const CounterReading& reading : report.launch) {
        CounterLine line = line_of(report, reading);
        (line.wrong ? rows.matter : rows.others).push_back(std::move(line));
    }
    sort_stably(rows.matter,
                [](const CounterLine& a, const CounterLine& b) { return weight(a) < weight(b); });
    return rows;
}

void add_heat(const CounterReport& report, const std::string& id, SourceView& view) {
    const CounterRow* row = find_counter(id);
    view.heat = row != nullptr ? row->name : id;
    for (SourceRow& source : view.rows) {
        if (source.kind != SourceRow::Kind::Source) continue;
        for (const LineCounters& line : report.lines) {
            if (line.source.line != source.number || !gui::names_file(line.source.file, view.file))
                continue;
            const double value = reading(line.counters, id);
            if (value == 0) continue;
            source.heat = value;
            source.heat_text = counter_text(id, value);
            view.most_heat = std::max(view.most_heat, value);
        }
    }
}

} // namespace warpscope::views
