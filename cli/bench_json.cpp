// The JSON of `warpscope bench`: everything that was measured, and the ratios that follow.
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/bench_report.h"
#include "sim/debug/instruction_table.h"
#include "warpscope_version.h"

namespace warpscope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json run_json(const BenchResult& result, const BenchRun& run) {
    return {{"observers", name_of(run.observers)},
            {"host_threads", run.host_threads},
            {"million_per_second", result.million_per_second(run)},
            {"median_seconds", median(run.times())},
            {"spread", spread(run.times())},
            {"processors", processors(run)},
            {"seconds", run.seconds},
            {"cpu_seconds", run.cpu_seconds}};
}

Json rows_json(const std::vector<BenchAccount::Row>& rows) {
    Json list = Json::array();
    for (const BenchAccount::Row& row : rows)
        list.push_back({{"name", row.name},
                        {"warp_instructions", row.executions},
                        {"bare_seconds", row.bare_seconds},
                        {"checked_seconds", row.checked_seconds}});
    return list;
}

Json ratios_json(const BenchResult& result, const BenchOptions& options) {
    const BenchRun& off = *result.find(BenchObservers::Off, 1);
    const double one = result.million_per_second(off);
    Json ratios = {{"of_ceiling", one * median(result.costs.bare_loop) / 1e3}};
    for (const BenchObservers observers : {BenchObservers::Report, BenchObservers::Counters,
                                           BenchObservers::Checks, BenchObservers::Events})
        if (const BenchRun* run = result.find(observers, 1))
            ratios[std::string(name_of(observers)) + "_to_off"] =
                result.million_per_second(*run) / one;
    if (options.threads > 1)
        for (const BenchObservers observers : {BenchObservers::Off, BenchObservers::Report,
                                               BenchObservers::Counters, BenchObservers::Events}) {
            const BenchRun* run = result.find(observers, options.threads);
            if (run == nullptr) continue;
            ratios[std::string("parallel_speedup_") + name_of(observers)] =
                result.million_per_second(*run) /
                result.million_per_second(*result.find(observers, 1));
        }
    return ratios;
}

Json history_json(const HistoryCost& cost) {
    return {{"forward_seconds", cost.forward_seconds},
            {"plain_seconds", cost.plain_seconds},
            {"step_back_seconds", cost.back_seconds},
            {"bytes", cost.bytes}};
}

Json result_json(const BenchResult& result, const BenchOptions& options) {
    const BenchAccount account = account_of(result);
    Json runs = Json::array();
    for (const BenchRun& run : result.runs)
        runs.push_back(run_json(result, run));
    Json all = {{"name", result.name},
                {"source", result.source},
                {"problem", result.problem},
                {"warp_instructions", result.warp_instructions},
                {"ordered", result.ordered},
                {"ratios", ratios_json(result, options)},
                {"ceiling_million_per_second", 1e3 / median(result.costs.bare_loop)},
                {"runs", runs},
                {"account",
                 {{"seconds", account.total},
                  {"operations", account.bare},
                  {"addresses", account.checks},
                  {"rest", account.rest},
                  {"classes", rows_json(account.classes)},
                  {"forms", rows_json(account.forms)}}},
                {"unseen_warp_instructions", result.costs.unseen},
                {"nanoseconds",
                 {{"bare_loop", result.costs.bare_loop},
                  {"checked_loop", result.costs.checked_loop},
                  {"empty_call", result.costs.empty_call}}}};
    if (result.history) all["history"] = history_json(*result.history);
    return all;
}

} // namespace

std::string bench_json(const std::vector<BenchResult>& results, const BenchOptions& options) {
    Json benchmarks = Json::array();
    for (const BenchResult& result : results)
        benchmarks.push_back(result_json(result, options));
    const Json all = {
        {"schema", "warpscope-bench-2"},
        {"version", WARPSCOPE_VERSION},
        {"machine",
         {{"processor", processor_name()}, {"host_threads", std::thread::hardware_concurrency()}}},
        {"build", {{"compiler", compiler_name()}, {"assertions", assertions_on()}}},
        {"level", level_name(options.level)},
        {"size", options.size == BenchSize::Full ? "full" : "small"},
        {"repeats", options.repeats},
        {"host_threads", options.threads},
        {"benchmarks", benchmarks}};
    return all.dump(2) + "\n";
}

} // namespace warpscope::cli
