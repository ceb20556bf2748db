// One thread of a launch, alone, watched for what a contract may not do.
#include "sim/exec/contract_run.h"

#include <algorithm>
#include <cstring>

#include "sim/events/names.h"
#include "sim/exec/device_format.h"
#include "sim/exec/engine.h"
#include "sim/exec/launch_plan.h"
#include "sim/exec/reachable.h"
#include "sim/exec/system_calls.h"

namespace warpscope {
namespace {

/// Warp instructions; more than any list of clauses takes.
constexpr std::uint64_t kMostInstructions = 1 << 20;

bool is_of_the_thread(SpecialRegister special) {
    switch (special) {
    case SpecialRegister::TidX:
    case SpecialRegister::TidY:
    case SpecialRegister::TidZ:
    case SpecialRegister::CtaidX:
    case SpecialRegister::CtaidY:
    case SpecialRegister::CtaidZ:
    case SpecialRegister::LaneId:
    case SpecialRegister::WarpId:
    case SpecialRegister::SmId:
    case SpecialRegister::LanemaskEq:
    case SpecialRegister::LanemaskLt:
    case SpecialRegister::LanemaskLe:
    case SpecialRegister::LanemaskGt:
    case SpecialRegister::LanemaskGe: return true;
    default: return false;
    }
}

bool needs_others(InstructionClass c) {
    return c == InstructionClass::Barrier || c == InstructionClass::WarpSync ||
           c == InstructionClass::Shuffle || c == InstructionClass::Vote;
}

/// What is wrong with executing this instruction; empty when nothing is.
std::string offence_of(const Instruction& instruction) {
    if (needs_others(instruction.traits.instruction_class))
        return "waits for other threads (" + instruction.form + ")";
    const StateSpace space = instruction.modifiers.space;
    if (instruction.traits.memory && (space == StateSpace::Global || space == StateSpace::Shared ||
                                      space == StateSpace::Constant))
        return "reads or writes memory (" + instruction.form + ")";
    for (const Operand& operand : instruction.operands)
        if (operand.kind == Operand::Kind::Special && is_of_the_thread(operand.special))
            return "asks which thread it is (" + std::string(name_of(operand.special)) + ")";
    return {};
}

/// Collects clauses and the first offence.
class Watcher final : public BlockObserver {
public:
    explicit Watcher(const Executable& executable) : executable_(executable) {}

    void on_instruction(const InstructionEvent& event) override {
        if (result.offence) return;
        const std::vector<Instruction>& code =
            executable_.functions[event.at.function].source->instructions;
        if (event.at.instruction >= code.size()) return;
        if (std::string what = offence_of(code[event.at.instruction]); !what.empty())
            result.offence = ContractOffence{event.at, std::move(what)};
    }
    /// Generic accesses, which instructions do not show.
    void on_access(const AccessEvent& event) override {
        if (result.offence || event.space == Space::Local || event.space == Space::Parameter)
            return;
        result.offence = ContractOffence{
            event.at, "reads or writes " + std::string(name_of(event.space)) + " memory"};
    }
    void on_clause(const ClauseEvent& event) override {
        result.clauses.push_back({event.at, std::string(event.text), std::string(event.file),
                                  event.line, event.holds, std::string(event.comparison),
                                  event.left, event.right});
    }

    ContractResult result;

private:
    const Executable& executable_;
};

ClauseValue clause_value(std::uint64_t kind, std::uint64_t bits) {
    const auto last = static_cast<std::uint64_t>(ClauseValue::Kind::Overflow);
    return {kind > last ? ClauseValue::Kind::None : static_cast<ClauseValue::Kind>(kind), bits};
}

bool calls_clause(const Function& function) {
    return std::any_of(
        function.instructions.begin(), function.instructions.end(), [](const Instruction& i) {
            return i.traits.instruction_class == InstructionClass::Call && i.operands.size() > 1 &&
                   i.operands[1].name == "__ws_contract_clause";
        });
}

} // namespace

bool has_contract(const Module& variants, const Function& kernel) {
    const std::vector<const Function*> functions = reachable_functions(variants, kernel);
    return std::any_of(functions.begin(), functions.end(),
                       [](const Function* f) { return calls_clause(*f); });
}

ContractResult evaluate_contract(const LaunchRequest& request, const ContractAnswers& answers,
                                 const GpuSpec& gpu, DeviceMemory& memory) {
    LaunchPlan plan = make_plan(request, gpu, memory, nullptr, LaunchOptions{}, {});
    plan.interest.instructions = plan.interest.accesses = true;
    plan.contract_answers = answers;
    plan.facts.total_shared_bytes = 0;
    plan.warps_per_block = 1;
    TurnPolicy policy(0);
    Engine engine(plan, policy);
    Block block;
    engine.start_block(block, 0);
    Warp& warp = block.warps.front();
    warp.existing = warp.alive = warp.splits[0].lanes = warp.frames[0].lanes = 1;
    block.living_threads = 1;
    Watcher watcher(*request.executable);
    engine.observers = {&watcher};
    std::uint64_t executed = 0;
    const TurnEnd end = engine.run_block(block, kMostInstructions, executed);
    ContractResult result = std::move(watcher.result);
    if (!result.offence && end == TurnEnd::Fault)
        result.offence = ContractOffence{
            engine.fault.at, "faults (" + std::string(name_of(engine.fault.kind)) + ")"};
    if (!result.offence && end == TurnEnd::Limit)
        result.offence = ContractOffence{{}, "does not come to its end"};
    return result;
}

void Engine::tell_clause(const CallSite& site) {
    const Context& c = context_;
    for_each_lane(c.active, [&](unsigned lane) {
        const auto value = [&](std::size_t k) { return argument(c, site.arguments[k], lane); };
        const std::string text = read_string(c, lane, value(0));
        const std::string file = read_string(c, lane, value(1));
        const std::string comparison = read_string(c, lane, value(4));
        ClauseEvent event;
        event.warp = warp_id();
        event.at = position();
        event.text = text;
        event.file = file;
        event.line = static_cast<std::uint32_t>(value(2));
        event.holds = value(3) != 0;
        event.comparison = comparison;
        event.left = clause_value(value(5), value(6));
        event.right = clause_value(value(7), value(8));
        for (BlockObserver* o : observers)
            o->on_clause(event);
    });
}

void Engine::answer_fact(const CallSite& site) {
    const Context& c = context_;
    const auto& answers = plan_.contract_answers;
    for_each_lane(c.active, [&](unsigned lane) {
        const std::uint64_t which = argument(c, site.arguments[0], lane);
        const std::uint64_t answer = which < answers.size() ? answers[which] : 0;
        for (const CallValue& v : site.results)
            std::memcpy(value_place(c, v, lane), &answer,
                        std::min<std::size_t>(v.size, sizeof answer));
    });
}

} // namespace warpscope
