// What `warpscope bench` prints: tables or JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/bench_measure.h"

namespace warpscope::cli {

/// One line a workload, ratios first; with --profile where the time went, workload by workload.
std::string bench_text(const std::vector<BenchResult>& results, const BenchOptions& options);

/// Schema "warpscope-bench-2".
std::string bench_json(const std::vector<BenchResult>& results, const BenchOptions& options);

/// Where the time of the runs with one host thread and without observers went.
struct BenchAccount {
    struct Row {
        std::string name;
        std::uint64_t executions = 0;
        double bare_seconds = 0, checked_seconds = 0;
    };
    std::vector<Row> classes; ///< by instruction class
    std::vector<Row> forms;   ///< by instruction form and pattern of lanes
    double total = 0;         ///< median of the runs
    double bare = 0;          ///< the operations themselves
    double checks = 0;        ///< addresses: computing, checking, translating, dependences
    double rest = 0;          ///< the step loop, warps and blocks, caches that miss
};
BenchAccount account_of(const BenchResult& result);

/// The processor's name as the system gives it.
std::string processor_name();
/// "gcc 12.2.0".
std::string compiler_name();
bool assertions_on();

} // namespace warpscope::cli
