// Prints a launch's counters and its source lines by what their memory accesses cost.
#include <cmath>

#include <fmt/format.h>

#include "runtime/report/paint.h"
#include "runtime/report/text.h"
#include "runtime/report/units.h"
#include "sim/counters/rows.h"
#include "sim/events/names.h"

namespace warpscope::report {
namespace {

/// Larger ratios and quarters are shown without a fraction.
constexpr double kLargestWithFraction = 1000;
/// Source lines that are shown; JSON has all.
constexpr std::size_t kShownLines = 12;

std::string whole(double number) {
    return grouped(static_cast<std::uint64_t>(std::llround(number)));
}

std::string value_text(const CounterRow& row, double value) {
    if (!row.is_ratio() || value >= kLargestWithFraction) return whole(value);
    return row.unit == std::string("%") ? fmt::format("{:.1f} %", value)
                                        : fmt::format("{:.2f}", value);
}

std::string readings_text(const CounterReadings& readings) {
    std::vector<std::pair<std::string, std::string>> cells;
    std::size_t name_width = 0, value_width = 0;
    for (const CounterReading& reading : readings) {
        const CounterRow* row = find_counter(reading.id);
        if (row == nullptr) continue;
        cells.emplace_back(reading.id, value_text(*row, reading.value));
        name_width = std::max(name_width, cells.back().first.size());
        value_width = std::max(value_width, cells.back().second.size());
    }
    std::string text = "  counters (`warpscope counters` explains them)\n";
    for (const auto& [name, value] : cells)
        text += fmt::format("    {:<{}}  {:>{}}\n", name, name_width, value, value_width);
    return text;
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first);
}

std::string kinds_text(const LineCounters& line) {
    std::string text;
    for (const AccessKindCounters& kind : line.kinds) {
        const bool shared = kind.kind.starts_with(name_of(Space::Shared));
        text += fmt::format("{}{}: {}, {:.2f} {} each", text.empty() ? "" : "; ", kind.kind,
                            counted(kind.requests, "request"), kind.per_request,
                            shared ? "wavefronts" : "sectors");
    }
    return text;
}

std::string line_text(const LineCounters& line, double all, const Paint& paint) {
    const std::string place = line.source.file.empty()
                                  ? fmt::format("PTX line {}", line.ptx_line)
                                  : fmt::format("{}:{}", line.source.file, line.source.line);
    std::string text = fmt::format(
        "    {:>12}  {:>7}  {:>9}  {}\n", whole(line.passes), percent(line.passes / all),
        percent(line.avoidable_passes / line.passes), paint.place(place));
    if (const std::string source = trimmed(line.source.text); !source.empty())
        text += fmt::format("      | {}\n", source);
    text += fmt::format("      {}\n", paint.faint(kinds_text(line)));
    const std::string advice = line.advice_needed ? paint.warning(line.advice) : line.advice;
    return text + fmt::format("      {}\n", advice);
}

std::string lines_text(const CounterReport& report, const Paint& paint) {
    double all = 0;
    std::size_t costly = 0;
    for (const LineCounters& line : report.lines) {
        all += line.passes;
        costly += line.passes != 0 ? 1 : 0;
    }
    if (costly == 0) return "";
    std::string text = "  source lines by passes: one for a wavefront of shared memory, a quarter "
                       "for a sector of global memory\n";
    text += fmt::format("    {:>12}  {:>7}  {:>9}\n", "passes", "of all", "avoidable");
    for (std::size_t i = 0; i < std::min(costly, kShownLines); ++i)
        text += line_text(report.lines[i], all, paint);
    if (costly > kShownLines) text += fmt::format("    and {} more lines\n", costly - kShownLines);
    return text;
}

} // namespace

std::string to_text(const CounterReport& report, const TextStyle& style) {
    return readings_text(report.launch) + lines_text(report, Paint(style.colours));
}

} // namespace warpscope::report
