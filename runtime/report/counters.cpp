// From sums by instruction to the launch's, the lines' and the instructions' counters.
#include "runtime/report/counters.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>

#include "runtime/report/statistics.h"
#include "sim/base/sort_stably.h"
#include "sim/counters/advice.h"
#include "sim/counters/rows.h"
#include "sim/events/names.h"
#include "sim/exec/liveness.h"

namespace warpscope::report {
namespace {

/// Most expensive first.
template<class Item>
void sort_by_passes(std::vector<Item>& items) {
    sort_stably(items, [](const Item& a, const Item& b) { return a.passes > b.passes; });
}

constexpr double kQuarter = 0.25;

/// One instruction's sums, and what its accesses came to in each space.
struct Counted {
    CounterSums sums;
    std::vector<const InstructionCounts*> accesses;
};
/// By function and instruction.
using CountedCodePositions = std::map<std::pair<std::uint32_t, std::uint32_t>, Counted>;

CounterReadings readings(const CounterSums& sums) {
    CounterReadings list;
    for (const CounterRow& row : counter_rows())
        if (const auto value = counter_value(row, sums); value && *value != 0)
            list.push_back({row.id, *value});
    return list;
}

const Instruction* instruction_at(const Executable& executable, std::uint32_t function,
                                  std::uint32_t index) {
    const std::vector<Instruction>& code = executable.functions[function].source->instructions;
    // Decoded code ends with one more `ret`, which is no instruction of the source.
    return index < code.size() ? &code[index] : nullptr;
}

void count_execution(const Executable& executable, const LaunchStatistics& statistics,
                     CountedCodePositions& all) {
    for (std::uint32_t f = 0; f < statistics.operations.size(); ++f)
        for (std::uint32_t i = 0; i < statistics.operations[f].size(); ++i) {
            const OperationCount& count = statistics.operations[f][i];
            const Instruction* instruction = instruction_at(executable, f, i);
            if (count.executions == 0 || instruction == nullptr) continue;
            ExecutionSums& sums = all[{f, i}].sums.execution;
            sums.warps = count.executions;
            sums.threads = count.threads;
            sums.active = count.split_lanes;
            if (instruction->traits.instruction_class != InstructionClass::Branch) continue;
            sums.branches = count.executions;
            if (f < statistics.divergence.size() && i < statistics.divergence[f].size())
                sums.divergent_branches = statistics.divergence[f][i].times;
        }
}

std::string kind_name(const AccessSite& site) {
    constexpr const char* kinds[] = {"load", "store", "atomic", "reduction"};
    const bool shared_atomic = site.space == Space::Shared && site.kind == GlobalKind::Reduction;
    const GlobalKind kind = shared_atomic ? GlobalKind::Atomic : site.kind;
    return std::string(name_of(site.space)) + " " + kinds[static_cast<unsigned>(kind)];
}

/// A line while its instructions are added up.
struct LineSums {
    LineCounters line;
    CounterSums sums;
    std::map<std::string, std::pair<AccessTotals, bool>> kinds; ///< whether in shared memory
    const InstructionCounts* worst = nullptr;

    void add(const Counted& counted) {
        sums += counted.sums;
        for (const InstructionCounts* access : counted.accesses) {
            auto& [totals, shared] = kinds[kind_name(access->site)];
            totals += access->counts.totals;
            shared = access->site.space == Space::Shared;
            if (worst == nullptr || cost(*worst) < cost(*access)) worst = access;
        }
    }
    static std::tuple<std::uint64_t, std::uint64_t> cost(const InstructionCounts& access) {
        const AccessTotals& t = access.counts.totals;
        return {t.avoidable, t.quarter_passes};
    }
    LineCounters finish() {
        line.passes = kQuarter * static_cast<double>(sums.quarter_passes);
        line.avoidable_passes = kQuarter * static_cast<double>(sums.avoidable_quarter_passes);
        for (const auto& [name, kind] : kinds) {
            const auto& [t, shared] = kind;
            const std::uint64_t pieces = shared ? t.wavefronts + t.loop_wavefronts : t.sectors;
            line.kinds.push_back({name, kQuarter * static_cast<double>(t.quarter_passes),
                                  t.requests,
                                  static_cast<double>(pieces) / static_cast<double>(t.requests)});
        }
        sort_by_passes(line.kinds);
        if (worst != nullptr) {
            Advice advice = advice_for(worst->site, worst->counts);
            line.advice_needed = advice.needed;
            line.advice = std::move(advice.text);
        }
        line.counters = readings(sums);
        return std::move(line);
    }
};

/// The lines of the PTX, found once for all instructions.
class PtxLines {
public:
    explicit PtxLines(const std::string& text) {
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            lines_.emplace_back(text.data() + begin, end - begin);
            begin = end + 1;
        }
    }
    /// Line `number` from 1, without blanks around it.
    std::string line(std::uint32_t number) const {
        if (number == 0 || number > lines_.size()) return {};
        std::string_view text = lines_[number - 1];
        const std::size_t first = text.find_first_not_of(" \t");
        if (first == std::string_view::npos) return {};
        return std::string(text.substr(first, text.find_last_not_of(" \t\r") + 1 - first));
    }

private:
    std::vector<std::string_view> lines_;
};

/// By file, line, and where the PTX names none, its own line.
using LineKey = std::tuple<std::string, std::uint32_t, std::uint32_t>;

} // namespace

void prepare_counting(const Executable& executable, CounterObserver& counting) {
    std::vector<CountedFunction> functions;
    for (const ExecutableFunction& f : executable.functions)
        functions.push_back({f.source, registers_never_read(*f.source)});
    counting.prepare(functions);
}

CounterReport make_counter_report(const LaunchRequest& request, const LaunchStatistics& statistics,
                                  const CounterObserver& counting, SourceFiles& sources) {
    const Executable& executable = *request.executable;
    const std::vector<InstructionCounts> accesses = counting.counts();
    CountedCodePositions all;
    count_execution(executable, statistics, all);
    for (const InstructionCounts& access : accesses) {
        Counted& counted = all[{access.at.function, access.at.instruction}];
        counted.sums += access.sums();
        counted.accesses.push_back(&access);
    }

    const PtxLines ptx(executable.instance->module->text);
    CounterReport report;
    CounterSums launch;
    std::map<LineKey, LineSums> lines;
    for (const auto& [at, counted] : all) {
        const Instruction& instruction = *instruction_at(executable, at.first, at.second);
        const auto chain = source_chain(executable, {at.first, at.second}, sources);
        const SourceLine source = chain.empty() ? SourceLine{} : chain.front();
        launch += counted.sums;
        const std::uint32_t own_line = source.line == 0 ? instruction.line : 0;
        LineSums& line = lines[{source.file, source.line, own_line}];
        if (line.line.ptx_line == 0)
            line.line.source = source, line.line.ptx_line = instruction.line;
        line.add(counted);
        report.instructions.push_back({demangle(executable.functions[at.first].source->name),
                                       instruction.line, ptx.line(instruction.line), source,
                                       readings(counted.sums)});
    }
    report.launch = readings(launch);
    for (auto& [key, line] : lines)
        report.lines.push_back(line.finish());
    sort_by_passes(report.lines);
    return report;
}

} // namespace warpscope::report
