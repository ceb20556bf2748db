// Runs a workload's launch again and again, one condition after the other in each round, so that
// what else the machine does meets all conditions alike.
#include "cli/bench_measure.h"

#include <algorithm>
#include <chrono>
#include <ctime>

#include <fmt/format.h>

#include "cli/console.h"
#include "runtime/report/checks.h"
#include "runtime/report/counters.h"
#include "runtime/report/statistics.h"
#include "sim/checkers/rows.h"
#include "sim/debug/announce_memory.h"
#include "sim/gpu/gpu_presets.h"
#include "warpscope_paths.h"

namespace warpscope::cli {
namespace {

/// Of all threads of this process.
double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

class DeafPart : public BlockObserver {};

/// Wants to hear everything, and does nothing with it.
class DeafObserver : public Observer {
public:
    Interest interest() const override {
        return {.instructions = true, .accesses = true, .synchronisation = true, .branches = true};
    }
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t) override {
        return std::make_unique<DeafPart>();
    }
};

/// One workload, ready to be launched any number of times.
class Bench {
public:
    Bench(const BenchWorkload& workload, const BenchOptions& options)
        : workload_(workload), options_(options), problem_(workload.problem(options.size)) {
        problem_.request.level = options.level;
        result_.name = workload.name;
        result_.source = std::string("kernels/") + workload.source;
        result_.problem = problem_.text;
    }
    Result<BenchResult> measure();

private:
    Result<PtxLaunch> prepare() const;
    Status launch(BenchRun& run);
    Status check(const LaunchResult& ended);
    void put_inputs();
    std::vector<std::uint8_t> read(const std::string& name) const;
    Diagnostic wrong(const std::string& what) const;

    const BenchWorkload& workload_;
    const BenchOptions& options_;
    BenchProblem problem_;
    PtxLaunch prepared_;
    report::SourceFiles sources_;
    LaunchStatistics statistics_;
    std::vector<std::uint8_t> right_output_;
    BenchResult result_;
};

Diagnostic Bench::wrong(const std::string& what) const {
    return {{result_.source},
            fmt::format("the benchmark {} {}", workload_.name, what),
            fmt::format("`warpscope run {}` may tell more", result_.source)};
}

Result<PtxLaunch> Bench::prepare() const {
    const std::string source = std::string(WARPSCOPE_SOURCE_DIR) + "/" + result_.source;
    const GpuSpec gpu = default_gpu();
    const auto program = compile_sources(options_.compile, {source}, gpu, "");
    if (!program) return program.error();
    return prepare_ptx(program->sources[0].ptx, source, problem_.request, gpu, LaunchOptions{});
}

/// Device memory as before the first launch.
void Bench::put_inputs() {
    for (const PtxBuffer& buffer : prepared_.buffers)
        for (const PtxArgument& argument : problem_.request.arguments)
            if (argument.name == buffer.name)
                prepared_.launch.memory->write(buffer.address, argument.bytes.data(),
                                               argument.bytes.size());
}

std::vector<std::uint8_t> Bench::read(const std::string& name) const {
    return read_back(prepared_, {name, Type::U8, 0}).value().bytes;
}

/// The result of the first launch is compared with the host's, later ones with its.
Status Bench::check(const LaunchResult& ended) {
    if (ended.outcome != LaunchOutcome::Finished) return wrong("did not finish");
    if (right_output_.empty()) {
        if (!problem_.is_right([this](const std::string& name) { return read(name); }))
            return wrong("computed a wrong result");
        right_output_ = read(problem_.output);
        statistics_ = ended.statistics;
        result_.warp_instructions = statistics_.warp_instructions;
        result_.ordered = ended.ordered;
        return Done{};
    }
    if (read(problem_.output) != right_output_ ||
        ended.statistics.warp_instructions != result_.warp_instructions)
        return wrong("came to another result when it ran again");
    return Done{};
}

/// Adds one launch to `run`.
Status Bench::launch(BenchRun& run) {
    put_inputs();
    DeafObserver deaf;
    std::vector<Observer*> listening;
    const bool counters = run.observers == BenchObservers::Counters;
    CounterObserver counting;
    if (run.observers == BenchObservers::Events) listening.push_back(&deaf);
    if (counters) listening.push_back(&counting);
    const PreparedLaunch& launch = prepared_.launch;
    report::Checks checks(run.observers == BenchObservers::Checks ? checkers_named("all").value()
                                                                  : std::vector<std::string>{},
                          report::CheckScope::All);
    for (Observer* checker : checks.observers())
        listening.push_back(checker);
    announce_as_written(*launch.memory, checks.observers());
    LaunchOptions launch_options = launch.options;
    launch_options.host_threads = run.host_threads;
    const double cpu_start = processor_seconds();
    const auto start = std::chrono::steady_clock::now();
    checks.begin(launch.request);
    if (counters) report::prepare_counting(*launch.request.executable, counting);
    const LaunchResult ended =
        run_launch(launch.request, launch.gpu, *launch.memory, launch_options, listening);
    if (run.observers == BenchObservers::Report || counters)
        report::make_launch_report(launch.request, ended, 0, sources_);
    if (counters) report::make_counter_report(launch.request, ended.statistics, counting, sources_);
    const bool clean = checks.end(launch.request, ended, *launch.memory, sources_).empty();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (!clean) return wrong("has findings");
    run.seconds.push_back(seconds.count());
    run.cpu_seconds.push_back(processor_seconds() - cpu_start);
    return check(ended);
}

Result<BenchResult> Bench::measure() {
    auto prepared = prepare();
    if (!prepared) return prepared.error();
    prepared_ = std::move(*prepared);
    BenchRun warm_up; // caches and pages; not counted
    if (Status right = launch(warm_up); !right) return right.error();
    std::vector<BenchObservers> kinds = {BenchObservers::Off, BenchObservers::Report,
                                         BenchObservers::Counters, BenchObservers::Checks};
    if (options_.events) kinds.push_back(BenchObservers::Events);
    std::vector<unsigned> threads = {1};
    if (options_.threads > 1) threads.push_back(options_.threads);
    for (const BenchObservers observers : kinds)
        for (const unsigned n : threads)
            if (n == 1 || observers != BenchObservers::Checks) // which run on one thread
                result_.runs.push_back({observers, n, {}, {}});
    // The ceiling is measured in the same rounds, on memory of its own.
    const auto for_ceiling = prepare();
    if (!for_ceiling) return for_ceiling.error();
    OperationMeter meter(for_ceiling->launch, statistics_, options_.level);
    for (unsigned repeat = 0; repeat < options_.repeats; ++repeat) {
        for (BenchRun& run : result_.runs)
            if (Status ran = launch(run); !ran) return ran.error();
        meter.measure();
    }
    result_.costs = meter.costs();
    if (options_.history) {
        auto going_back = prepare(), plain = prepare();
        if (!going_back || !plain) return wrong("could not be prepared again");
        auto cost = measure_history(std::move(going_back->launch), std::move(plain->launch));
        if (!cost) return cost.error();
        result_.history = std::move(*cost);
    }
    return std::move(result_);
}

} // namespace

const char* name_of(BenchObservers observers) {
    switch (observers) {
    case BenchObservers::Off: return "off";
    case BenchObservers::Report: return "report";
    case BenchObservers::Counters: return "counters";
    case BenchObservers::Checks: return "checks";
    case BenchObservers::Events: return "events";
    }
    return "";
}

const BenchRun* BenchResult::find(BenchObservers observers, unsigned host_threads) const {
    for (const BenchRun& run : runs)
        if (run.observers == observers && run.host_threads == host_threads) return &run;
    return nullptr;
}

double BenchResult::million_per_second(const BenchRun& run) const {
    return static_cast<double>(warp_instructions) / median(run.times()) / 1e6;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double processors(const BenchRun& run) {
    return median(run.cpu_seconds) / median(run.seconds);
}

double spread(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const double quartiles = values[values.size() * 3 / 4] - values[values.size() / 4];
    return quartiles / 2 / median(values);
}

Result<BenchResult> measure_workload(const BenchWorkload& workload, const BenchOptions& options) {
    const StatusLine status(fmt::format("measuring {}", workload.name));
    return Bench(workload, options).measure();
}

} // namespace warpscope::cli
