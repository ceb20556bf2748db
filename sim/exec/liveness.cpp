// Backward data flow over basic blocks with one bit per register.
#include "sim/exec/liveness.h"

#include "sim/isa/syntax.h"

namespace warpscope {
namespace {

using Bits = std::vector<std::uint64_t>;

void set(Bits& bits, std::uint32_t i) {
    bits[i / 64] |= std::uint64_t{1} << (i % 64);
}
void clear(Bits& bits, std::uint32_t i) {
    bits[i / 64] &= ~(std::uint64_t{1} << (i % 64));
}

template<class Visit>
void visit_registers(const Operand& operand, Visit&& visit) {
    if (operand.kind == Operand::Kind::Register) visit(operand.index);
    for (const Operand& e : operand.elements)
        visit_registers(e, visit);
}

/// An address is read even when it stands in first place (st, red).
bool is_written(const Instruction& instruction, unsigned index, unsigned destinations) {
    return index < destinations && instruction.operands[index].kind != Operand::Kind::Address;
}

void transfer(const Instruction& instruction, Bits& live) {
    const unsigned destinations = destination_count(instruction);
    if (!instruction.guard.present()) {
        for (unsigned k = 0; k < instruction.operands.size(); ++k)
            if (is_written(instruction, k, destinations))
                visit_registers(instruction.operands[k], [&](std::uint32_t r) { clear(live, r); });
    } else {
        set(live, instruction.guard.reg);
    }
    for (unsigned k = 0; k < instruction.operands.size(); ++k)
        if (!is_written(instruction, k, destinations))
            visit_registers(instruction.operands[k], [&](std::uint32_t r) { set(live, r); });
}

/// Per row: how many leading operands its syntax marks as destinations.
std::vector<std::uint8_t> count_destinations() {
    std::vector<std::uint8_t> counts;
    for (const isa::Row& row : isa::rows()) {
        const Result<isa::Pattern> pattern = isa::compile_syntax(row.syntax);
        std::uint8_t count = 0;
        while (count < pattern->operands.size() && pattern->operands[count].destination)
            ++count;
        counts.push_back(count);
    }
    return counts;
}

} // namespace

unsigned destination_count(const Instruction& instruction) {
    if (instruction.traits.instruction_class == InstructionClass::Call)
        return !instruction.operands.empty() &&
                       instruction.operands[0].kind == Operand::Kind::Arguments
                   ? 1
                   : 0;
    static const std::vector<std::uint8_t> counts = count_destinations();
    return counts[instruction.row];
}

std::vector<std::uint32_t> registers_live_at_entry(const Function& function,
                                                   const ControlFlow& flow) {
    const std::size_t words = (function.registers.size() + 63) / 64;
    const std::size_t blocks = flow.blocks.size();
    std::vector<Bits> live_in(blocks + 1, Bits(words, 0));
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t b = blocks; b-- > 0;) {
            Bits live(words, 0);
            for (std::uint32_t s : flow.blocks[b].successors)
                for (std::size_t w = 0; w < words; ++w)
                    live[w] |= live_in[s][w];
            for (std::uint32_t i = flow.blocks[b].last + 1; i-- > flow.blocks[b].first;)
                transfer(function.instructions[i], live);
            if (live != live_in[b]) {
                live_in[b] = std::move(live);
                changed = true;
            }
        }
    }
    std::vector<std::uint32_t> registers;
    if (blocks == 0) return registers;
    for (std::uint32_t r = 0; r < function.registers.size(); ++r)
        if ((live_in[0][r / 64] >> (r % 64) & 1) != 0) registers.push_back(r);
    return registers;
}

std::vector<bool> registers_never_read(const Function& function) {
    std::vector<bool> never(function.registers.size(), true);
    // A result that is returned in a register is read by the caller.
    for (const Variable& result : function.results)
        for (std::uint32_t r = 0; r < function.registers.size(); ++r)
            if (result.space == StateSpace::Register && function.registers[r].name == result.name)
                never[r] = false;
    for (const Instruction& i : function.instructions) {
        if (i.guard.present()) never[i.guard.reg] = false;
        const unsigned destinations = destination_count(i);
        for (unsigned k = 0; k < i.operands.size(); ++k)
            if (!is_written(i, k, destinations))
                visit_registers(i.operands[k], [&](std::uint32_t r) { never[r] = false; });
    }
    return never;
}

} // namespace warpscope
