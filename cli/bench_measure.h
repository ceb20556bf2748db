// Measuring one workload: repeated launches under every condition, and the ceiling beside them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/bench_history.h"
#include "cli/bench_workloads.h"
#include "cli/compile_flags.h"
#include "sim/debug/operation_cost.h"

namespace warpscope::cli {

/// What listens to a launch. Report: what `warpscope run` needs for its report; today these are
/// the counts that the step loop always keeps, and adding them up. Counters: what `run --counters`
/// needs. Checks: all checkers, on one host thread. Events: an observer that is told of every
/// instruction, access, branch and synchronisation, and does nothing.
enum class BenchObservers : std::uint8_t { Off, Report, Counters, Checks, Events };
const char* name_of(BenchObservers observers);

struct BenchOptions {
    unsigned repeats = 5;
    unsigned threads = 0; ///< of the parallel runs; 0: all there are
    BenchSize size = BenchSize::Full;
    std::vector<std::string> only; ///< names; empty: all
    isa::Level level = isa::best_level();
    bool events = false, history = false, profile = false, as_json = false;
    CompileFlags compile;
};

/// Repeated launches under one condition.
struct BenchRun {
    BenchObservers observers = BenchObservers::Off;
    unsigned host_threads = 1;
    std::vector<double> seconds;     ///< in the order of the repeats
    std::vector<double> cpu_seconds; ///< processor time of all threads

    /// What counts: with one host thread its processor time, so that other work on the machine
    /// matters little; with several the time by the clock.
    const std::vector<double>& times() const { return host_threads == 1 ? cpu_seconds : seconds; }
};

struct BenchResult {
    std::string name, source, problem;
    std::uint64_t warp_instructions = 0;
    bool ordered = false; ///< its blocks take turns on one host thread
    std::vector<BenchRun> runs;
    OperationCosts costs;
    std::optional<HistoryCost> history;

    /// Null when it was not measured.
    const BenchRun* find(BenchObservers observers, unsigned host_threads) const;
    double million_per_second(const BenchRun& run) const;
};

/// Compiles and prepares the workload, checks every launch's result, and measures.
Result<BenchResult> measure_workload(const BenchWorkload& workload, const BenchOptions& options);

double median(std::vector<double> values);
/// Processors that a run had at work, on the average.
double processors(const BenchRun& run);
/// Half the distance between the quartiles, as a fraction of the median.
double spread(std::vector<double> values);

} // namespace warpscope::cli
