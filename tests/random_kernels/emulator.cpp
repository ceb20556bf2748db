// Runs cases on the emulator.
#include <cstring>

#include "sim/checkers/rows.h"
#include "sim/events/names.h"
#include "sim/ptx/parser.h"
#include "tests/random_kernels/device.h"
#include "tests/random_kernels/generator.h"

namespace warpscope::random_kernels {
namespace {

std::string_view name_of(LaunchOutcome outcome) {
    switch (outcome) {
    case LaunchOutcome::Finished: return "finished";
    case LaunchOutcome::Fault: return "fault";
    case LaunchOutcome::Deadlock: return "deadlock";
    case LaunchOutcome::BudgetExhausted: return "budget exhausted";
    case LaunchOutcome::Interrupted: return "interrupted";
    }
    return "?";
}

class Emulator final : public Device {
public:
    explicit Emulator(const EmulatorOptions& options) : options_(options) {
        // Nothing that is made here runs longer.
        constexpr std::uint64_t kMostWarpInstructions = 20'000'000;
        options_.launch.max_instructions = kMostWarpInstructions;
    }
    std::string name() const override { return "emulator"; }
    std::vector<Answer> run(std::span<const Case> cases) override {
        std::vector<Answer> answers;
        for (const Case& c : cases)
            answers.push_back(run_one(c));
        return answers;
    }

private:
    Answer run_one(const Case& c);
    void count(const Executable& code, const LaunchStatistics& statistics);

    EmulatorOptions options_;
};

std::string text_of(const LaunchResult& result, const Executable& code) {
    const FaultEvent& f = result.fault;
    std::string text(name_of(result.outcome));
    if (result.outcome == LaunchOutcome::Fault) {
        text += " " + std::string(warpscope::name_of(f.kind));
        const warpscope::Function& function = *code.functions[f.at.function].source;
        if (f.at.instruction < function.instructions.size())
            text += " at line " + std::to_string(function.instructions[f.at.instruction].line);
    }
    return text + " " + f.detail;
}

Answer Emulator::run_one(const Case& c) {
    Answer answer;
    const Buffers buffers = initial_buffers(c.seed, c.shape);
    DeviceMemory memory(std::uint64_t{1} << 30);
    Result<Module> module = ptx::parse(module_header() + c.text, c.kernel + ".ptx");
    if (!module) return answer.problem = to_string(module.error()), answer;
    const auto instance = load_module(std::make_shared<const Module>(std::move(*module)), memory);
    if (!instance) return answer.problem = to_string(instance.error()), answer;
    const auto executable = build_executable(*instance, c.kernel, options_.level);
    if (!executable) return answer.problem = to_string(executable.error()), answer;

    const Address input =
        memory.allocate(buffers.input.size(), AllocationKind::Device, "input")->base;
    const Address output =
        memory.allocate(buffers.output.size(), AllocationKind::Device, "output")->base;
    memory.write(input, buffers.input.data(), buffers.input.size());
    memory.write(output, buffers.output.data(), buffers.output.size());
    Parameters parameters = parameters_of(c.seed);
    parameters.input = input, parameters.output = output;

    LaunchRequest request;
    request.executable = *executable;
    request.grid = c.shape.grid, request.block = c.shape.block;
    request.dynamic_shared_bytes = c.shape.dynamic_shared_bytes();
    request.parameters.resize(sizeof parameters);
    std::memcpy(request.parameters.data(), &parameters, sizeof parameters);
    if (const Status good = check_launch(request, GpuSpec{}); !good)
        return answer.problem = to_string(good.error()), answer;

    std::vector<std::unique_ptr<Checker>> checkers;
    std::vector<Observer*> observers;
    if (options_.check) {
        checkers = make_checkers(*checkers_named("all"));
        for (const auto& checker : checkers) {
            for (const auto& [base, allocation] : memory.allocations()) {
                checker->on_allocation({base, allocation.size, allocation.id, kPoison, {}});
                HostCopyEvent copy;
                copy.destination = base, copy.size = allocation.size;
                copy.bytes = {allocation.bytes(), allocation.size};
                checker->on_host_copy(copy);
            }
            observers.push_back(checker.get());
        }
    }
    const LaunchResult result = run_launch(request, GpuSpec{}, memory, options_.launch, observers);
    if (result.outcome != LaunchOutcome::Finished)
        return answer.problem = text_of(result, **executable), answer;
    for (const auto& checker : checkers)
        for (const Violation& violation : checker->take_violations())
            answer.problem += violation.kind + ": " + violation.message + "; ";
    answer.output.resize(buffers.output.size());
    memory.read(output, answer.output.data(), answer.output.size());
    count(**executable, result.statistics);
    return answer;
}

void Emulator::count(const Executable& code, const LaunchStatistics& statistics) {
    if (options_.warp_instructions != nullptr)
        *options_.warp_instructions += statistics.warp_instructions;
    if (options_.executions == nullptr) return;
    options_.executions->resize(isa::rows().size());
    for (std::size_t f = 0; f < statistics.operations.size(); ++f) {
        const auto& instructions = code.functions[f].source->instructions;
        for (std::size_t i = 0; i < instructions.size() && i < statistics.operations[f].size(); ++i)
            (*options_.executions)[instructions[i].row] += statistics.operations[f][i].executions;
    }
}

} // namespace

Case case_of(const Program& program) {
    return {program.seed, program.shape, program.kernel(), random_kernels::text_of(program)};
}

std::unique_ptr<Device> make_emulator(const EmulatorOptions& options) {
    return std::make_unique<Emulator>(options);
}

} // namespace warpscope::random_kernels
