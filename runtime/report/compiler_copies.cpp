// Looks where a loaded register goes.
#include "runtime/report/compiler_copies.h"

#include <algorithm>

#include "runtime/report/source_files.h"
#include "runtime/report/statistics.h"

namespace warpscope::report {
namespace {

bool names(const Operand& operand, std::uint32_t index) {
    if (operand.kind == Operand::Kind::Register) return operand.index == index;
    return std::any_of(operand.elements.begin(), operand.elements.end(),
                       [&](const Operand& element) { return names(element, index); });
}

/// Data of a store stand behind its address.
bool is_stored_only(const Function& function, std::size_t load, std::uint32_t index) {
    for (std::size_t k = 0; k < function.instructions.size(); ++k) {
        const Instruction& i = function.instructions[k];
        if (k == load) continue;
        const bool store = i.traits.store && !i.traits.atomic;
        for (std::size_t o = 0; o < i.operands.size(); ++o)
            if (names(i.operands[o], index) && !(store && o != 0)) return false;
    }
    return true;
}

bool are_stored_only(const Function& function, std::size_t load, const Operand& destination) {
    if (destination.kind == Operand::Kind::Register)
        return is_stored_only(function, load, destination.index);
    return std::all_of(
        destination.elements.begin(), destination.elements.end(),
        [&](const Operand& element) { return are_stored_only(function, load, element); });
}

} // namespace

bool is_copy(const Executable& executable, const Violation& violation) {
    const CodePosition at = violation.here.at;
    const bool partly = std::find(violation.classes.begin(), violation.classes.end(), "partly") !=
                        violation.classes.end();
    const Instruction* load = instruction_at(executable, at);
    if (load == nullptr || !load->traits.load || load->operands.empty()) return false;
    SourceFiles none;
    const std::vector<SourceLine> chain = source_chain(executable, at, none);
    if (!partly && !chain.empty() && chain.front().line != 0) return false;
    return are_stored_only(*executable.functions[at.function].source, at.instruction,
                           load->operands.front());
}

} // namespace warpscope::report
