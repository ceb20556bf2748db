// Groups the accesses of each basic block by their address registers.
#include "sim/exec/address_groups.h"

#include <unordered_map>

#include "sim/exec/liveness.h"

namespace warpscope {
namespace {

/// The address register of an access, or null.
const Operand* address_register(const Instruction& i) {
    for (const Operand& operand : i.operands)
        if (operand.kind == Operand::Kind::Address && !operand.elements.empty() &&
            operand.elements[0].kind == Operand::Kind::Register)
            return &operand.elements[0];
    return nullptr;
}

template<class Use>
void for_each_written_register(const Instruction& i, Use use) {
    const unsigned destinations = destination_count(i);
    for (unsigned k = 0; k < destinations && k < i.operands.size(); ++k) {
        const Operand& operand = i.operands[k];
        if (operand.kind == Operand::Kind::Register) use(operand.index);
        for (const Operand& element : operand.elements)
            if (operand.kind == Operand::Kind::Vector && element.kind == Operand::Kind::Register)
                use(element.index);
    }
}

} // namespace

void assign_address_groups(const Function& source, const ControlFlow& flow,
                           std::vector<isa::DecodedInstruction>& code) {
    std::uint32_t groups = 0;
    for (const BasicBlock& block : flow.blocks) {
        std::unordered_map<std::uint32_t, std::uint32_t> group_of; // by register
        for (std::uint32_t pc = block.first; pc <= block.last; ++pc) {
            const Instruction& i = source.instructions[pc];
            if (i.traits.memory) {
                code[pc].address_group = 0;
                const Operand* base = address_register(i);
                if (base != nullptr && !i.guard.present()) {
                    const auto [found, leads] = group_of.try_emplace(base->index, groups + 1);
                    groups += leads ? 1 : 0;
                    code[pc].address_group = found->second | (leads ? isa::kLeadsGroup : 0);
                }
            }
            if (i.traits.instruction_class == InstructionClass::Call) group_of.clear();
            for_each_written_register(i, [&](std::uint32_t r) { group_of.erase(r); });
        }
    }
}

} // namespace warpscope
