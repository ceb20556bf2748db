// Counting on the emulator, and the rules by which numbers may lie apart.
#include "runtime/compare/profiler_counters.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "runtime/compare/reasons.h"
#include "runtime/report/counters.h"
#include "sim/debug/ptx_run.h"
#include "sim/exec/liveness.h"

namespace warpscope::compare {
namespace {

using Verdict = CounterPair::Verdict;

/// Of the wavefronts: hardware adds a little arbitration.
constexpr double kNoise = 0.02;
constexpr double kFewWavefronts = 8;
/// Sectors of scattered global atomics: 0.9 % were seen.
constexpr double kScatteredAtomics = 0.01;
/// Of the wavefronts of shared stores and atomics where many warps meet: 5 % were seen.
constexpr double kArbitration = 0.1;

bool ends_with(std::string_view text, std::string_view end) {
    return text.ends_with(end);
}

/// The profiler counts reductions as atomics.
std::string shown_id(std::string_view id) {
    constexpr std::string_view kReduction = "global_reduction_";
    if (!id.starts_with(kReduction)) return std::string(id);
    return "global_atomic_" + std::string(id.substr(kReduction.size()));
}

/// Of shared memory: wavefronts, and the conflicts among them.
std::optional<std::string> wavefronts_of(const std::string& id) {
    for (const std::string_view end : {"_wavefronts", "_bank_conflicts"})
        if (ends_with(id, end)) return id.substr(0, id.size() - end.size()) + "_wavefronts";
    return std::nullopt;
}

bool is_one(const Operand& operand) {
    return operand.kind == Operand::Kind::Immediate && operand.bits == 1;
}

/// An addition of 1 to a word of shared memory whose result nobody reads, which the driver's
/// compiler makes an ATOMS.POPC.INC (seen for sm_90).
bool counts_up(const Instruction& i, const std::vector<bool>& never_read) {
    if (!i.traits.atomic || i.modifiers.space != StateSpace::Shared ||
        i.modifiers.operation != Operation::Add || is_float(i.modifiers.type) ||
        size_in_bytes(i.modifiers.type) != 4 ||
        std::none_of(i.operands.begin(), i.operands.end(), is_one))
        return false;
    const Operand& result = i.operands.front();
    return result.kind != Operand::Kind::Register || never_read[result.index];
}

/// Why counts of a launch's code may not be those of the hardware (docs/deviations.md, 32).
class KnownGaps {
public:
    explicit KnownGaps(const Executable& code) {
        const std::uint8_t reasons = Reasons(code).anywhere();
        depends_on_time_ = (reasons & (kAtomicOrder | kOtherThreads)) != 0;
        for (const ExecutableFunction& f : code.functions) {
            const std::vector<bool> never_read = registers_never_read(*f.source);
            for (const Instruction& i : f.source->instructions) {
                counts_up_ |= counts_up(i, never_read);
                wide_shared_atomics_ |= i.traits.atomic &&
                                        i.modifiers.space == StateSpace::Shared &&
                                        size_in_bytes(i.modifiers.type) == 8;
            }
        }
    }

    /// Empty: there is no reason.
    /// `wavefronts`: those of the pair's kind of access, on the GPU.
    std::string why(const CounterPair& pair, double wavefronts) const {
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
        const bool waves = wavefronts_of(pair.id).has_value();
        if (counts_up_ && waves && id.starts_with("shared_atomic") && pair.gpu < pair.emulator)
            return "the driver's compiler counts by ATOMS.POPC.INC, which serves lanes at one word "
                   "together";
        const bool meets = id.starts_with("shared_store") || id.starts_with("shared_atomic");
        if (waves && meets && pair.gpu > pair.emulator &&
            pair.gpu - pair.emulator <= std::max(kFewWavefronts, kArbitration * wavefronts))
            return "arbitration between warps that meet in shared memory, other in each run";
        return {};
    }

private:
    bool depends_on_time_ = false, wide_shared_atomics_ = false, counts_up_ = false;
};

/// Addresses decide how many requests there are, so other numbers are another machine code's: or
/// the emulator is wrong.
bool has_other_requests(const CounterPair& pair, const std::map<std::string, CounterPair>& all) {
    for (const std::string_view kind : {"load", "store", "atomic"})
        for (const std::string_view space : {"global_", "shared_", "local_"}) {
            const std::string start = std::string(space).append(kind);
            const auto requests = all.find(start + "_requests");
            if (pair.id.starts_with(start) && requests != all.end())
                return requests->second.emulator != requests->second.gpu;
        }
    return false;
}

void judge(CounterPair& pair, const std::map<std::string, CounterPair>& all,
           const KnownGaps& gaps) {
    if (pair.emulator == pair.gpu) return;
    double count = 0;
    if (const std::optional<std::string> waves = wavefronts_of(pair.id)) {
        const auto found = all.find(*waves);
        count = std::max(found == all.end() ? 0 : found->second.gpu, pair.gpu);
        if (std::abs(pair.emulator - pair.gpu) <= std::max(kFewWavefronts, kNoise * count)) {
            pair.verdict = Verdict::Noise;
            pair.why = "hardware adds a little arbitration";
            return;
        }
    }
    pair.why = gaps.why(pair, count);
    pair.verdict = pair.why.empty() ? Verdict::Different : Verdict::KnownGap;
    if (pair.why.empty() && has_other_requests(pair, all))
        pair.why = "the driver's compiler may have merged, split or unrolled accesses";
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
