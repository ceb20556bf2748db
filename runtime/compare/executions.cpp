// Two counters an instruction: lanes, and first lanes of those that execute it together.
#include "runtime/compare/executions.h"

#include <cstring>
#include <map>

#include <fmt/format.h>

#include "runtime/compare/instrument.h"
#include "runtime/compare/side_launch.h"
#include "runtime/report/statistics.h"
#include "sim/debug/ptx_run.h"
#include "sim/ptx/native_text.h"

namespace warpscope::compare {
namespace {

constexpr const char* kCounters = "warpscope_executions";
constexpr std::uint64_t kCounterBytes = 8;

std::string counting_text(const Function& function, const Instruction& instruction,
                          std::size_t number, bool first) {
    std::string text;
    if (first)
        text += "\t.reg .pred %ws_leads, %ws_executes;\n\t.reg .b32 %ws_active, %ws_below;\n";
    // The emulator and hardware let lanes that are masked off by a guard pass the instruction.
    text += guard_text(instruction, function, "%ws_executes");
    return text + fmt::format("\t@!%ws_executes bra $ws_{0};\n"
                              "\tred.global.add.u64 [{1}+{2}], 1;\n"
                              "\tactivemask.b32 %ws_active;\n"
                              "\tmov.u32 %ws_below, %lanemask_lt;\n"
                              "\tand.b32 %ws_below, %ws_below, %ws_active;\n"
                              "\tsetp.eq.u32 %ws_leads, %ws_below, 0;\n"
                              "\t@%ws_leads red.global.add.u64 [{1}+{3}], 1;\n"
                              "$ws_{0}:\n",
                              number, kCounters, 2 * number * kCounterBytes,
                              (2 * number + 1) * kCounterBytes);
}

/// Lines in the order in which they come in the code.
class Lines {
public:
    Lines(const PreparedLaunch& launch, report::SourceFiles& sources)
        : code_(*launch.request.executable), sources_(sources) {}

    LineExecutions& of(const Site& counted) {
        const Module& module = *code_.instance->module;
        const Function& function = module.functions[counted.function];
        const Instruction& instruction = function.instructions[counted.instruction];
        const std::vector<SourceLine> chain =
            report::source_chain(module, function, counted.instruction, sources_);
        const std::pair<std::string, std::uint32_t> key =
            chain.empty() ? std::pair<std::string, std::uint32_t>{"", instruction.line}
                          : std::pair<std::string, std::uint32_t>{chain[0].file, chain[0].line};
        const auto [found, fresh] = numbers_.try_emplace(key, lines_.size());
        if (fresh) {
            LineExecutions line;
            if (!chain.empty()) line.source = chain[0];
            line.ptx_line = instruction.line;
            line.ptx_text = report::ptx_line_text(code_, instruction.line);
            lines_.push_back(std::move(line));
        }
        return lines_[found->second];
    }

    std::vector<LineExecutions> take() { return std::move(lines_); }

private:
    const Executable& code_;
    report::SourceFiles& sources_;
    std::map<std::pair<std::string, std::uint32_t>, std::size_t> numbers_;
    std::vector<LineExecutions> lines_;
};

std::uint64_t counter(const SideAnswer& answer, std::size_t number) {
    std::uint64_t value = 0;
    std::memcpy(&value, answer.variable.data() + number * kCounterBytes, sizeof value);
    return value;
}

} // namespace

Result<std::vector<LineExecutions>> count_executions(Twin& twin, const Capsule& before,
                                                     report::SourceFiles& sources) {
    const Result<PreparedLaunch> launch = prepare_launch(before);
    if (!launch) return launch.error();
    const Module& module = *launch->request.executable->instance->module;
    std::size_t instructions = 0;
    for (const Function& function : module.functions)
        instructions += function.instructions.size();
    std::vector<Site> counted;
    ptx::PrintOptions options;
    options.preamble = fmt::format(".visible .global .align 8 .b64 {}[{}];\n", kCounters,
                                   std::max<std::size_t>(2 * instructions, 1));
    options.before = [&](std::string& out, std::uint32_t f, std::uint32_t i) {
        const Function& function = module.functions[f];
        out += counting_text(function, function.instructions[i], counted.size(), i == 0);
        counted.push_back({f, i});
    };
    Result<std::string> text = ptx::native_text(module, ptx::Fusing::Never, options);
    if (!text) return text.error();
    const SideLaunch side = side_launch(before, std::move(*text), kCounters,
                                        std::max<std::size_t>(2 * instructions, 1) * kCounterBytes);
    const Result<SideAnswer> here = ask_emulator(side);
    if (!here) return here.error();
    const Result<SideAnswer> there = ask_twin(side, *here, twin);
    if (!there) return there.error();
    Lines lines(*launch, sources);
    for (std::size_t n = 0; n < counted.size(); ++n) {
        if (counter(*here, 2 * n) == 0 && counter(*there, 2 * n) == 0) continue;
        LineExecutions& line = lines.of(counted[n]);
        line.emulator_threads += counter(*here, 2 * n);
        line.emulator_warps += counter(*here, 2 * n + 1);
        line.gpu_threads += counter(*there, 2 * n);
        line.gpu_warps += counter(*there, 2 * n + 1);
    }
    return lines.take();
}

} // namespace warpscope::compare
