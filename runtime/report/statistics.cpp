// Sums up per-instruction counts by class, memory space and source line.
#include "runtime/report/statistics.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <tuple>

#include <cxxabi.h>

namespace warpscope::report {
namespace {

/// Calls `body(function index, instruction index, instruction, count)` for all that ran.
template<class Body>
void for_each_executed(const Executable& executable, const LaunchStatistics& statistics,
                       Body&& body) {
    for (std::size_t f = 0; f < statistics.operations.size(); ++f) {
        const std::vector<Instruction>& code = executable.functions[f].source->instructions;
        const std::vector<OperationCount>& counts = statistics.operations[f];
        // Decoded code ends with one more `ret`, which is no instruction of the source.
        for (std::size_t i = 0; i < std::min(code.size(), counts.size()); ++i) {
            if (counts[i].executions != 0) body(f, i, code[i], counts[i]);
        }
    }
}

void count_totals(const LaunchStatistics& statistics, LaunchReport& report) {
    std::uint64_t executions = 0, split_lanes = 0;
    for (const auto& function : statistics.operations) {
        for (const OperationCount& count : function) {
            executions += count.executions;
            split_lanes += count.split_lanes;
            report.thread_instructions += count.threads;
        }
    }
    report.warp_instructions = statistics.warp_instructions;
    if (executions != 0) {
        report.simt_efficiency =
            static_cast<double>(split_lanes) / (static_cast<double>(executions) * kLanes);
    }
}

void count_classes(const Executable& executable, const LaunchStatistics& statistics,
                   LaunchReport& report) {
    std::array<ClassCount, kInstructionClasses> classes;
    for_each_executed(
        executable, statistics,
        [&](std::size_t, std::size_t, const Instruction& instruction, const OperationCount& count) {
            const InstructionClass c = instruction.traits.instruction_class;
            ClassCount& sum = classes[static_cast<unsigned>(c)];
            sum.instruction_class = name_of(c);
            sum.warp_instructions += count.executions;
            sum.thread_instructions += count.threads;
        });
    for (ClassCount& sum : classes) {
        if (sum.warp_instructions != 0) report.classes.push_back(std::move(sum));
    }
    std::sort(report.classes.begin(), report.classes.end(),
              [](const ClassCount& a, const ClassCount& b) {
                  return std::tie(b.warp_instructions, a.instruction_class) <
                         std::tie(a.warp_instructions, b.instruction_class);
              });
}

std::string access_kind(const Instruction& instruction) {
    if (instruction.traits.atomic) {
        return instruction.form.starts_with("red") ? "reduction" : "atomic";
    }
    return instruction.traits.store ? "store" : "load";
}

void count_memory(const Executable& executable, const LaunchStatistics& statistics,
                  LaunchReport& report) {
    std::map<std::tuple<StateSpace, std::string>, MemoryCount> spaces;
    for_each_executed(
        executable, statistics,
        [&](std::size_t, std::size_t, const Instruction& instruction, const OperationCount& count) {
            const Traits& traits = instruction.traits;
            if (!traits.memory || !(traits.load || traits.store || traits.atomic)) return;
            const StateSpace space = instruction.modifiers.space;
            MemoryCount& sum = spaces[{space, access_kind(instruction)}];
            sum.space = name_of(space);
            sum.kind = access_kind(instruction);
            sum.warp_instructions += count.executions;
            sum.thread_accesses += count.threads;
        });
    for (auto& [key, sum] : spaces)
        report.memory.push_back(std::move(sum));
    std::sort(report.memory.begin(), report.memory.end(),
              [](const MemoryCount& a, const MemoryCount& b) {
                  return std::tie(b.warp_instructions, a.space, a.kind) <
                         std::tie(a.warp_instructions, b.space, b.kind);
              });
}

void count_branches(const Executable& executable, const LaunchStatistics& statistics,
                    SourceFiles& sources, LaunchReport& report) {
    // By line; branches without a line stay apart by their place in the PTX.
    std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, BranchReport> lines;
    for_each_executed(
        executable, statistics,
        [&](std::size_t f, std::size_t i, const Instruction& instruction,
            const OperationCount& count) {
            if (f >= statistics.divergence.size() || i >= statistics.divergence[f].size()) return;
            const DivergenceCount& divergence = statistics.divergence[f][i];
            if (divergence.times == 0) return;
            const auto chain = source_chain(
                executable, {static_cast<std::uint32_t>(f), static_cast<std::uint32_t>(i)},
                sources);
            const SourceLine at = chain.empty() ? SourceLine{} : chain.front();
            BranchReport& branch = lines[{at.file, at.line, at.line == 0 ? instruction.line : 0}];
            if (branch.divergent == 0) branch.source = at, branch.ptx_line = instruction.line;
            branch.executions += count.executions;
            branch.divergent += divergence.times;
            branch.lanes_taken += divergence.taken;
            branch.lanes_not_taken += divergence.not_taken;
        });
    for (auto& [key, branch] : lines)
        report.divergent_branches.push_back(std::move(branch));
    std::sort(report.divergent_branches.begin(), report.divergent_branches.end(),
              [](const BranchReport& a, const BranchReport& b) {
                  return std::tie(b.divergent, a.source.file, a.source.line, a.ptx_line) <
                         std::tie(a.divergent, b.source.file, b.source.line, b.ptx_line);
              });
}

} // namespace

std::string outcome_name(LaunchOutcome outcome) {
    switch (outcome) {
    case LaunchOutcome::Finished: return "finished";
    case LaunchOutcome::Fault: return "fault";
    case LaunchOutcome::Deadlock: return "deadlock";
    case LaunchOutcome::BudgetExhausted: return "budget exhausted";
    case LaunchOutcome::Interrupted: return "interrupted";
    }
    return "";
}

std::string demangle(const std::string& name) {
    if (!name.starts_with("_Z")) return name;
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> plain(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 && plain ? plain.get() : name;
}

std::vector<SourceLine> source_chain(const Executable& executable, CodePosition at,
                                     SourceFiles& sources) {
    if (at.function >= executable.functions.size()) return {};
    return source_chain(*executable.instance->module, *executable.functions[at.function].source,
                        at.instruction, sources);
}

std::vector<SourceLine> source_chain(const Module& module, const Function& function,
                                     std::uint32_t instruction, SourceFiles& sources) {
    std::vector<SourceLine> chain;
    if (instruction >= function.instructions.size()) return chain;
    const std::uint32_t location = function.instructions[instruction].location;
    if (location >= function.locations.size()) return chain;
    const std::vector<std::string>& files = module.files;
    for (const SourceFrame& frame : function.locations[location].frames) {
        SourceLine line;
        line.file = frame.file < files.size() ? files[frame.file] : std::string();
        line.line = frame.line;
        line.column = frame.column;
        line.function = frame.function;
        line.text = sources.line(line.file, line.line);
        line.relation = chain.empty() ? SourceRelation::Here : SourceRelation::InlinedAt;
        chain.push_back(std::move(line));
    }
    // The outermost line belongs to the function itself.
    if (!chain.empty() && chain.back().function.empty()) {
        chain.back().function = demangle(function.name);
    }
    return chain;
}

LaunchReport make_launch_report(const LaunchRequest& request, const LaunchResult& result,
                                double seconds, SourceFiles& sources) {
    const Executable& executable = *request.executable;
    LaunchReport report;
    report.launch = request.id;
    report.stream = request.stream;
    report.kernel = demangle(executable.kernel);
    report.mangled = executable.kernel;
    report.outcome = outcome_name(result.outcome);
    report.grid = request.grid;
    report.block = request.block;
    report.static_shared_bytes = executable.static_shared_bytes;
    report.dynamic_shared_bytes = request.dynamic_shared_bytes;
    count_totals(result.statistics, report);
    count_classes(executable, result.statistics, report);
    count_memory(executable, result.statistics, report);
    count_branches(executable, result.statistics, sources, report);
    report.barriers = result.statistics.barriers_completed;
    report.ordered = result.ordered;
    report.ordered_reason = result.ordered_reason;
    report.seconds = seconds;
    return report;
}

const Instruction* instruction_at(const Executable& executable, CodePosition at) {
    if (at.function >= executable.functions.size()) return nullptr;
    const std::vector<Instruction>& code = executable.functions[at.function].source->instructions;
    return at.instruction < code.size() ? &code[at.instruction] : nullptr;
}

std::string ptx_line_text(const Executable& executable, std::uint32_t number) {
    const std::string& text = executable.instance->module->text;
    std::size_t begin = 0;
    for (std::uint32_t line = 1; line < number; ++line) {
        begin = text.find('\n', begin);
        if (begin == std::string::npos) return "";
        ++begin;
    }
    const std::string line = text.substr(begin, text.find('\n', begin) - begin);
    const std::size_t first = line.find_first_not_of(" \t");
    const std::size_t last = line.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : line.substr(first, last - first + 1);
}

} // namespace warpscope::report
