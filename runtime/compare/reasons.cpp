// Labels flow from their sources to registers and spaces until nothing changes.
#include "runtime/compare/reasons.h"

#include <algorithm>
#include <array>

namespace warpscope::compare {
namespace {

using Labels = std::uint8_t;

constexpr unsigned kSpaces = static_cast<unsigned>(StateSpace::Shared) + 1;

bool depends_on_machine(SpecialRegister special) {
    switch (special) {
    case SpecialRegister::WarpId:
    case SpecialRegister::SmId:
    case SpecialRegister::NsmId:
    case SpecialRegister::GridId: return true;
    default: return is_clock(special);
    }
}

bool order_matters(Operation operation) {
    return operation == Operation::Exch || operation == Operation::Cas;
}

class Flow {
public:
    explicit Flow(const Executable& executable) : module_(*executable.instance->module) {
        for (const ExecutableFunction& f : executable.functions) {
            functions_.push_back(f.source);
            registers_.emplace_back(f.source->registers.size(), Labels{0});
            stored_.emplace_back(f.source->instructions.size(), Labels{0});
            results_.emplace_back(f.source->instructions.size(), Labels{0});
        }
        do {
            changed_ = false;
            for (std::size_t f = 0; f < functions_.size(); ++f)
                for (std::size_t i = 0; i < functions_[f]->instructions.size(); ++i)
                    visit(f, i);
        } while (changed_);
    }

    std::vector<std::vector<Labels>> take_stored() { return std::move(stored_); }
    std::vector<std::vector<Labels>> take_results() { return std::move(results_); }

private:
    void add(Labels& to, Labels labels) {
        if ((to | labels) == to) return;
        to = static_cast<Labels>(to | labels);
        changed_ = true;
    }

    Labels space(StateSpace s) const {
        if (s != StateSpace::Generic) return spaces_[static_cast<unsigned>(s)];
        return static_cast<Labels>(spaces_[static_cast<unsigned>(StateSpace::Global)] |
                                   spaces_[static_cast<unsigned>(StateSpace::Shared)] |
                                   spaces_[static_cast<unsigned>(StateSpace::Local)]);
    }

    void add_to_space(StateSpace s, Labels labels) {
        if (s != StateSpace::Generic) return add(spaces_[static_cast<unsigned>(s)], labels);
        for (const StateSpace each : {StateSpace::Global, StateSpace::Shared, StateSpace::Local})
            add(spaces_[static_cast<unsigned>(each)], labels);
    }

    /// Variables of other spaces than global lie where each device puts them.
    bool has_chosen_address(std::size_t f, const std::string& name) const {
        const auto is_it = [&](const Variable& v) { return v.name == name; };
        const std::vector<Variable>& own = functions_[f]->variables;
        const auto found = std::find_if(own.begin(), own.end(), is_it);
        const Variable* const variable = found != own.end() ? &*found : module_.find_variable(name);
        return variable != nullptr && variable->space != StateSpace::Global;
    }

    Labels read(std::size_t f, const Operand& operand) const {
        Labels labels = 0;
        switch (operand.kind) {
        case Operand::Kind::Register: return registers_[f][operand.index];
        case Operand::Kind::Special: return depends_on_machine(operand.special) ? kMachine : 0;
        case Operand::Kind::Function: return kAddress;
        case Operand::Kind::Symbol: return has_chosen_address(f, operand.name) ? kAddress : 0;
        case Operand::Kind::Address:
        case Operand::Kind::Vector:
        case Operand::Kind::Arguments:
            for (const Operand& element : operand.elements)
                labels = static_cast<Labels>(labels | read(f, element));
            // Where something lies is no part of what is written there.
            if (operand.kind == Operand::Kind::Address)
                labels = static_cast<Labels>(labels & ~kAddress);
            return labels;
        default: return 0;
        }
    }

    void write(std::size_t f, const Operand& operand, Labels labels) {
        if (operand.kind == Operand::Kind::Register) add(registers_[f][operand.index], labels);
        for (const Operand& element : operand.elements)
            if (operand.kind != Operand::Kind::Address) write(f, element, labels);
    }

    void write_result(std::size_t f, std::size_t i, Labels labels) {
        add(results_[f][i], labels);
        write(f, functions_[f]->instructions[i].operands[0], labels);
    }

    /// Of the operands from `first` on, of the guard, and of what led here.
    Labels sources(std::size_t f, const Instruction& instruction, std::size_t first) const {
        Labels labels = control_;
        if (instruction.guard.present())
            labels = static_cast<Labels>(labels | registers_[f][instruction.guard.reg]);
        for (std::size_t o = first; o < instruction.operands.size(); ++o)
            labels = static_cast<Labels>(labels | read(f, instruction.operands[o]));
        return labels;
    }

    void visit(std::size_t f, std::size_t i) {
        const Instruction& instruction = functions_[f]->instructions[i];
        const Modifiers& m = instruction.modifiers;
        const Traits& traits = instruction.traits;
        const bool returns_old = traits.atomic && !instruction.form.starts_with("red");
        // The destination of an atomic is no source of what it leaves in memory.
        Labels labels = sources(f, instruction, returns_old ? 1 : 0);
        if (traits.instruction_class == InstructionClass::Call) return call(f, instruction, labels);
        if (traits.branch) return add(control_, static_cast<Labels>(labels & ~kAddress));
        if (traits.atomic) return atomic(f, i, instruction, labels);
        if (traits.store) {
            add(stored_[f][i], labels);
            return add_to_space(m.space, labels);
        }
        if (traits.load) {
            labels = static_cast<Labels>(labels | space(m.space));
            if (m.order != Order::Weak) labels |= kOtherThreads;
        }
        if (instruction.form.starts_with("cvta.shared") ||
            instruction.form.starts_with("cvta.local"))
            labels |= kAddress;
        add(results_[f][i], labels);
        // A destination's own labels come back to it, which changes nothing.
        if (!instruction.operands.empty()) {
            write(f, instruction.operands[0], labels);
            for (std::size_t o = 1; o < instruction.operands.size(); ++o)
                if (instruction.operands[o].joined) write(f, instruction.operands[o], labels);
        }
    }

    void atomic(std::size_t f, std::size_t i, const Instruction& instruction, Labels labels) {
        const Modifiers& m = instruction.modifiers;
        Labels left = labels;
        if (order_matters(m.operation)) left |= kAtomicOrder;
        if (is_float(m.type) && m.operation == Operation::Add) left |= kFloatAtomics;
        add(stored_[f][i], left);
        add_to_space(m.space, left);
        if (!instruction.form.starts_with("red") && !instruction.operands.empty())
            write_result(f, i, static_cast<Labels>(labels | kAtomicOrder));
    }

    /// What goes in and comes out of functions is one place too.
    void call(std::size_t f, const Instruction& instruction, Labels labels) {
        add_to_space(StateSpace::Parameter, labels);
        if (instruction.operands.size() < 2) return;
        const Operand& callee = instruction.operands[1];
        const bool heap = callee.kind == Operand::Kind::Function && callee.name == "malloc";
        const Labels out =
            static_cast<Labels>(space(StateSpace::Parameter) | (heap ? kAddress : 0));
        if (heap) add_to_space(StateSpace::Parameter, kAddress);
        write(f, instruction.operands[0], out);
    }

    std::vector<const Function*> functions_;
    const Module& module_;
    std::vector<std::vector<Labels>> registers_, stored_, results_;
    std::array<Labels, kSpaces> spaces_{};
    Labels control_ = 0; ///< of every branch there is
    bool changed_ = false;
};

std::uint8_t at_position(const std::vector<std::vector<std::uint8_t>>& labels, CodePosition at) {
    if (at.function >= labels.size() || at.instruction >= labels[at.function].size()) return 0;
    return labels[at.function][at.instruction];
}

} // namespace

Reasons::Reasons(const Executable& executable) {
    Flow flow(executable);
    stored_ = flow.take_stored();
    results_ = flow.take_results();
}

std::uint8_t Reasons::of(CodePosition at) const {
    return at_position(stored_, at);
}

std::uint8_t Reasons::of_result(CodePosition at) const {
    return at_position(results_, at);
}

std::uint8_t Reasons::anywhere() const {
    std::uint8_t all = 0;
    for (const auto& function : stored_)
        for (const std::uint8_t reasons : function)
            all |= reasons;
    return all;
}

std::vector<std::string> texts_of(std::uint8_t reasons) {
    std::vector<std::string> texts;
    if ((reasons & kAtomicOrder) != 0) texts.emplace_back("the order of atomic operations");
    if ((reasons & kFloatAtomics) != 0)
        texts.emplace_back("the order in which atomics add floating-point numbers");
    if ((reasons & kOtherThreads) != 0)
        texts.emplace_back("what other threads had written when a volatile or ordered load looked");
    if ((reasons & kMachine) != 0) texts.emplace_back("clocks, or where threads run");
    if ((reasons & kAddress) != 0)
        texts.emplace_back("addresses that a device chooses (of shared or local memory, functions, "
                           "the heap)");
    return texts;
}

} // namespace warpscope::compare
