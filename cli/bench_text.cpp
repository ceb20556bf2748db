// The tables of `warpscope bench`.
#include <algorithm>

#include <fmt/format.h>

#include "cli/bench_report.h"
#include "cli/table.h"
#include "runtime/report/units.h"
#include "sim/debug/instruction_table.h"

namespace warpscope::cli {
namespace {

using Cells = std::vector<std::string>;

/// Forms listed of each workload.
constexpr std::size_t kShownForms = 12;

std::string indented(const std::string& text) {
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        result += "  " + text.substr(begin, end - begin) + "\n";
        begin = end + 1;
    }
    return result;
}

std::string rate(const BenchResult& result, BenchObservers observers, unsigned threads) {
    const BenchRun* run = result.find(observers, threads);
    return run == nullptr ? "-" : fmt::format("{:.1f}", result.million_per_second(*run));
}

std::string ratio(const BenchResult& result, BenchObservers observers, unsigned threads) {
    const BenchRun* run = result.find(observers, threads);
    const BenchRun* one = result.find(BenchObservers::Off, 1);
    if (run == nullptr) return "-";
    return fmt::format("{:.2f}", result.million_per_second(*run) / result.million_per_second(*one));
}

Cells titles(const BenchOptions& options) {
    const std::string parallel = fmt::format(", {} threads", options.threads);
    Cells cells = {"benchmark", "of ceiling", "report/off", "counters/off", "checks/off"};
    if (options.events) cells.push_back("events/off");
    if (options.threads > 1) cells.push_back("speed-up");
    for (const char* title : {"off", "report", "counters", "checks"})
        cells.emplace_back(title);
    if (options.events) cells.push_back("events");
    if (options.threads > 1) {
        cells.push_back("off" + parallel);
        cells.push_back("report" + parallel);
        cells.push_back("counters" + parallel);
    }
    for (const char* title : {"ceiling", "spread", "problem"})
        cells.emplace_back(title);
    return cells;
}

Cells row(const BenchResult& result, const BenchOptions& options) {
    const BenchRun& off = *result.find(BenchObservers::Off, 1);
    const double ceiling = 1e3 / median(result.costs.bare_loop);
    Cells cells = {result.name, report::percent(result.million_per_second(off) / ceiling),
                   ratio(result, BenchObservers::Report, 1),
                   ratio(result, BenchObservers::Counters, 1),
                   ratio(result, BenchObservers::Checks, 1)};
    if (options.events) cells.push_back(ratio(result, BenchObservers::Events, 1));
    if (options.threads > 1) cells.push_back(ratio(result, BenchObservers::Off, options.threads));
    cells.push_back(rate(result, BenchObservers::Off, 1));
    cells.push_back(rate(result, BenchObservers::Report, 1));
    cells.push_back(rate(result, BenchObservers::Counters, 1));
    cells.push_back(rate(result, BenchObservers::Checks, 1));
    if (options.events) cells.push_back(rate(result, BenchObservers::Events, 1));
    if (options.threads > 1) {
        cells.push_back(rate(result, BenchObservers::Off, options.threads));
        cells.push_back(rate(result, BenchObservers::Report, options.threads));
        cells.push_back(rate(result, BenchObservers::Counters, options.threads));
    }
    cells.push_back(fmt::format("{:.1f}", ceiling));
    cells.push_back(fmt::format("{:.1f} %", 100 * spread(off.times())));
    cells.push_back(result.problem);
    return cells;
}

std::string overview(const std::vector<BenchResult>& results, const BenchOptions& options) {
    std::vector<Cells> rows = {titles(options)};
    for (const BenchResult& result : results)
        rows.push_back(row(result, options));
    std::vector<Align> alignment(rows[0].size(), Align::Right);
    alignment.front() = alignment.back() = Align::Left;
    return table_text(rows, alignment);
}

Cells account_row(const BenchAccount::Row& row, const BenchResult& result,
                  const BenchAccount& account) {
    const double executions = static_cast<double>(row.executions);
    return {row.name,
            report::percent(executions / static_cast<double>(result.warp_instructions)),
            fmt::format("{:.1f}", 1e9 * row.bare_seconds / executions),
            fmt::format("{:.1f}", 1e9 * row.checked_seconds / executions),
            report::percent(row.bare_seconds / account.total),
            report::percent(row.checked_seconds / account.total)};
}

std::string profile(const BenchResult& result) {
    const BenchAccount account = account_of(result);
    const auto table = [&](const char* title, const std::vector<BenchAccount::Row>& rows,
                           std::size_t most) {
        std::vector<Cells> cells = {
            {title, "executed", "bare ns", "checked ns", "bare time", "checked time"}};
        for (std::size_t n = 0; n < std::min(most, rows.size()); ++n)
            cells.push_back(account_row(rows[n], result, account));
        return indented(table_text(cells, {Align::Left, Align::Right, Align::Right, Align::Right,
                                           Align::Right, Align::Right}));
    };
    const double instructions = static_cast<double>(result.warp_instructions);
    const auto part = [&](const char* name, double seconds) {
        return Cells{name, report::duration(seconds), report::percent(seconds / account.total),
                     fmt::format("{:.1f} ns", 1e9 * seconds / instructions)};
    };
    const std::string parts =
        table_text({part("operations themselves (ceiling)", account.bare),
                    part("addresses: checks, dependences", account.checks),
                    part("step loop, warps, blocks, cache misses", account.rest),
                    part("a launch", account.total)},
                   {Align::Left, Align::Right, Align::Right, Align::Right});
    return fmt::format("\n{}: {} warp instructions\n{}\n{}\n{}", result.name,
                       report::grouped(result.warp_instructions), indented(parts),
                       table("class", account.classes, account.classes.size()),
                       table("instruction form", account.forms, kShownForms));
}

/// Going back, one line a workload.
std::string history_table(const std::vector<BenchResult>& results) {
    std::vector<Cells> rows = {{"going back", "with history/without", "step back", "slowest",
                                "of the whole run", "history", "warp instructions"}};
    for (const BenchResult& result : results) {
        if (!result.history) continue;
        const HistoryCost& cost = *result.history;
        const double step = median(cost.back_seconds);
        rows.push_back({result.name,
                        fmt::format("{:.2f}", cost.plain_seconds / cost.forward_seconds),
                        report::duration(step),
                        report::duration(
                            *std::max_element(cost.back_seconds.begin(), cost.back_seconds.end())),
                        report::percent(step / cost.plain_seconds),
                        fmt::format("{:.1f} MiB", static_cast<double>(cost.bytes) / (1 << 20)),
                        report::grouped(cost.warp_instructions)});
    }
    return "\n" + table_text(rows, {Align::Left, Align::Right, Align::Right, Align::Right,
                                    Align::Right, Align::Right, Align::Right});
}

/// Said when other work took the processor away: such figures tell of the other work too.
std::string busy_note(const std::vector<BenchResult>& results) {
    constexpr double kWhole = 0.95;
    double least = 1;
    for (const BenchResult& result : results)
        for (const BenchRun& run : result.runs)
            least = std::min(least, processors(run) / run.host_threads);
    if (least > kWhole) return "";
    return fmt::format("\nother work kept this machine busy: some launches had only {} of the "
                       "processors they wanted\n",
                       report::percent(least));
}

} // namespace

std::string bench_text(const std::vector<BenchResult>& results, const BenchOptions& options) {
    std::string text =
        fmt::format("million warp instructions a second, medians of {} launches; {}, {}, {}\n\n{}",
                    options.repeats, processor_name(), level_name(options.level), compiler_name(),
                    overview(results, options));
    for (const BenchResult& result : results)
        if (result.ordered)
            text += fmt::format("{}: blocks took turns on one host thread\n", result.name);
    if (options.history) text += history_table(results);
    text += busy_note(results);
    if (options.profile)
        for (const BenchResult& result : results)
            text += profile(result);
    if (assertions_on()) text += "\nthis build has assertions on; a release build is faster\n";
    return text;
}

} // namespace warpscope::cli
