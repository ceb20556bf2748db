// Counts live registers by backward data flow, as a register allocator would see them.
#include "runtime/host/register_estimate.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/exec/liveness.h"
#include "sim/program/control_flow.h"

namespace warpscope::host {
namespace {

/// Registers that hardware code uses besides the values of the program.
constexpr unsigned kSpare = 8;

/// A set of registers that knows how many 32-bit words its members take.
class LiveSet {
public:
    explicit LiveSet(const Function& function)
        : function_(&function), member_(function.registers.size(), false) {}

    void insert(std::uint32_t r) {
        if (!member_[r]) words_ += words_of(r);
        member_[r] = true;
    }
    void erase(std::uint32_t r) {
        if (member_[r]) words_ -= words_of(r);
        member_[r] = false;
    }
    void insert_all(const LiveSet& other) {
        for (std::uint32_t r = 0; r < member_.size(); ++r)
            if (other.member_[r]) insert(r);
    }
    unsigned words() const { return words_; }
    bool operator==(const LiveSet& other) const { return member_ == other.member_; }

private:
    /// Predicates have registers of their own.
    unsigned words_of(std::uint32_t r) const {
        const Type type = function_->registers[r].type;
        return type == Type::Pred ? 0 : (size_in_bytes(type) + 3) / 4;
    }

    const Function* function_;
    std::vector<bool> member_;
    unsigned words_ = 0;
};

template<class Visit>
void visit_registers(const Operand& operand, Visit&& visit) {
    if (operand.kind == Operand::Kind::Register) visit(operand.index);
    for (const Operand& e : operand.elements)
        visit_registers(e, visit);
}

void step_back(const Instruction& instruction, LiveSet& live) {
    const unsigned destinations = destination_count(instruction);
    const auto written = [&](std::size_t k) {
        return k < destinations && instruction.operands[k].kind != Operand::Kind::Address;
    };
    if (instruction.guard.present()) {
        live.insert(instruction.guard.reg);
    } else {
        for (std::size_t k = 0; k < instruction.operands.size(); ++k)
            if (written(k))
                visit_registers(instruction.operands[k], [&](std::uint32_t r) { live.erase(r); });
    }
    for (std::size_t k = 0; k < instruction.operands.size(); ++k)
        if (!written(k))
            visit_registers(instruction.operands[k], [&](std::uint32_t r) { live.insert(r); });
}

unsigned most_live_words(const Function& function) {
    const ControlFlow flow = analyse_control_flow(function);
    const std::size_t blocks = flow.blocks.size();
    std::vector<LiveSet> live_in(blocks + 1, LiveSet(function));
    unsigned most = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t b = blocks; b-- > 0;) {
            LiveSet live(function);
            for (std::uint32_t s : flow.blocks[b].successors)
                live.insert_all(live_in[s]);
            for (std::uint32_t i = flow.blocks[b].last + 1; i-- > flow.blocks[b].first;) {
                step_back(function.instructions[i], live);
                most = std::max(most, live.words());
            }
            if (live == live_in[b]) continue;
            live_in[b] = std::move(live);
            changed = true;
        }
    }
    return most;
}

} // namespace

unsigned estimate_registers(const Executable& executable, const GpuSpec& gpu) {
    unsigned words = 0;
    for (const ExecutableFunction& f : executable.functions)
        words = std::max(words, most_live_words(*f.source));
    return std::min((words + kSpare + 7) / 8 * 8, gpu.max_registers_per_thread);
}

} // namespace warpscope::host
