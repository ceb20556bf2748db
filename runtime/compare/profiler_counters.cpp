// Counting on the emulator, and the rules by which numbers may lie apart.
#include "runtime/compare/profiler_counters.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "runtime/compare/reasons.h"
#include "runtime/report/counters.h"
#include "sim/debug/ptx_run.h"

namespace warpscope::compare {
namespace {

using Verdict = CounterPair::Verdict;

/// Of the wavefronts: hardware adds a little arbitration.
constexpr double kNoise = 0.02;
constexpr double kFewWavefronts = 8;
/// Sectors of scattered global atomics: 0.9 % were seen.
constexpr double kScatteredAtomics = 0.01;

bool ends_with(std::string_view text, std::string_view end) {
    return text.ends_with(end);
}

/// The profiler counts reductions as atomics.
std::string shown_id(std::string_view id) {
    constexpr std::string_view kReduction = "global_reduction_";
    if (!id.starts_with(kReduction)) return std::string(id);
    return "global_atomic_" + std::string(id.substr(kReduction.size()));
}

/// Why counts of a launch's code may not be those of the hardware (docs/deviations.md, 32).
class KnownGaps {
public:
    explicit KnownGaps(const Executable& code) {
        const std::uint8_t reasons = Reasons(code).anywhere();
        depends_on_time_ = (reasons & (kAtomicOrder | kOtherThreads)) != 0;
        for (const ExecutableFunction& f : code.functions)
            for (const Instruction& i : f.source->instructions)
                wide_shared_atomics_ |= i.traits.atomic &&
                                        i.modifiers.space == StateSpace::Shared &&
                                        size_in_bytes(i.modifiers.type) == 8;
    }

    /// Empty: there is no reason.
    std::string why(const CounterPair& pair) const {
        const std::string_view id = pair.id;
        if (wide_shared_atomics_ &&
            (id.starts_with("shared_load") || id.starts_with("shared_atomic")))
            return "64-bit atomics in shared memory are loops of loads and compare-and-swaps on "
                   "hardware";
        if (depends_on_time_)
            return "how often threads look, and who takes which work, depends on time";
        if (id == "global_atomic_sectors" &&
            std::abs(pair.gpu - pair.emulator) <= kScatteredAtomics * pair.emulator)
            return "hardware counts up to 1 % more sectors where lanes of an atomic meet in a word";
        if (id.starts_with("shared_store") && !id.ends_with("_requests") &&
            pair.gpu > pair.emulator)
            return "arbitration between warps that store to shared memory, other in each run";
        return {};
    }

private:
    bool depends_on_time_ = false, wide_shared_atomics_ = false;
};

/// Of shared memory: wavefronts, and the conflicts among them.
std::optional<std::string> wavefronts_of(const std::string& id) {
    for (const std::string_view end : {"_wavefronts", "_bank_conflicts"})
        if (ends_with(id, end)) return id.substr(0, id.size() - end.size()) + "_wavefronts";
    return std::nullopt;
}

void judge(CounterPair& pair, const std::map<std::string, CounterPair>& all,
           const KnownGaps& gaps) {
    if (pair.emulator == pair.gpu) return;
    const std::optional<std::string> waves = wavefronts_of(pair.id);
    if (waves) {
        const auto found = all.find(*waves);
        const double count = std::max(found == all.end() ? 0 : found->second.gpu, pair.gpu);
        if (std::abs(pair.emulator - pair.gpu) <= std::max(kFewWavefronts, kNoise * count)) {
            pair.verdict = Verdict::Noise;
            pair.why = "hardware adds a little arbitration";
            return;
        }
    }
    pair.why = gaps.why(pair);
    pair.verdict = pair.why.empty() ? Verdict::Different : Verdict::KnownGap;
}

} // namespace

std::vector<const CounterRow*> profiled_counters() {
    std::vector<const CounterRow*> rows;
    for (const CounterRow& row : counter_rows())
        if (row.match == MetricMatch::Equal && ends_with(row.metric, ".sum")) rows.push_back(&row);
    return rows;
}

CounterComparison compare_counters(const Capsule& before, const ProfilerCounters& gpu) {
    CounterComparison comparison;
    comparison.profiler = gpu.profiler;
    Result<PreparedLaunch> launch = prepare_launch(before);
    if (!launch) {
        comparison.why_not = launch.error().message;
        return comparison;
    }
    CounterObserver counting;
    report::prepare_counting(*launch->request.executable, counting);
    const PreparedResult ended = run_prepared(*launch, {&counting});
    report::SourceFiles sources;
    const CounterReport counted =
        report::make_counter_report(launch->request, ended.result.statistics, counting, sources);
    std::map<std::string, CounterPair> pairs;
    std::vector<std::string> order;
    for (const CounterRow* row : profiled_counters()) {
        const auto metric = gpu.metrics.find(row->metric);
        if (metric == gpu.metrics.end()) continue;
        const std::string id = shown_id(row->id);
        const auto [pair, fresh] = pairs.try_emplace(id);
        if (fresh) order.push_back(id);
        pair->second.id = id;
        pair->second.gpu += metric->second;
        for (const CounterReading& reading : counted.launch)
            if (reading.id == row->id) pair->second.emulator += reading.value;
    }
    const KnownGaps gaps(*launch->request.executable);
    for (const std::string& id : order) {
        CounterPair pair = pairs[id];
        if (pair.emulator == 0 && pair.gpu == 0) continue;
        judge(pair, pairs, gaps);
        comparison.counters.push_back(std::move(pair));
    }
    return comparison;
}

} // namespace warpscope::compare
