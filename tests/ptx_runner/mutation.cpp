// Broken run functions, and the loop over rows that demands a failing case for each.
#include "tests/ptx_runner/mutation.h"

#include <cstdio>
#include <map>
#include <set>
#include <unordered_map>

#include "sim/exec/liveness.h"
#include "sim/isa/row.h"
#include "sim/state/context.h"
#include "tests/ptx_runner/emulator_run.h"

namespace warpscope::cases {
namespace {

/// What a broken instruction did before, and where its destinations are.
struct Original {
    isa::Execute run = nullptr;
    std::uint32_t destination = isa::kNoOperand;
    bool is_predicate = false;
    unsigned slot = 4;
};
std::unordered_map<const isa::DecodedInstruction*, Original>& originals() {
    static std::unordered_map<const isa::DecodedInstruction*, Original> table;
    return table;
}

isa::Outcome skip(Context&, const isa::DecodedInstruction&) {
    return isa::Outcome::Next;
}

isa::Outcome flip(Context& c, const isa::DecodedInstruction& d) {
    const Original& original = originals().at(&d);
    const isa::Outcome outcome = original.run(c, d);
    if (outcome != isa::Outcome::Next || c.active == 0) return outcome;
    const unsigned lane = 31 - static_cast<unsigned>(std::countl_zero(c.active));
    std::uint8_t* at = c.registers + original.destination;
    if (original.is_predicate)
        at[lane / 8] ^= static_cast<std::uint8_t>(1u << lane % 8);
    else
        at[lane * original.slot] ^= 1;
    return outcome;
}

/// The flattened destinations of an instruction, in order.
std::vector<const Operand*> destinations_of(const Instruction& i) {
    std::vector<const Operand*> found;
    for (unsigned k = 0; k < destination_count(i) && k < i.operands.size(); ++k) {
        const Operand& o = i.operands[k];
        if (o.kind == Operand::Kind::Vector)
            for (const Operand& e : o.elements)
                found.push_back(&e);
        else
            found.push_back(&o);
    }
    return found;
}

bool break_instruction(const Function& source, const ExecutableFunction& function,
                       const Instruction& i, isa::DecodedInstruction& d, Mutation mutation) {
    if (mutation == Mutation::Skip) {
        d.run = skip;
        return true;
    }
    const std::vector<const Operand*> destinations = destinations_of(i);
    const std::size_t which = mutation == Mutation::FlipFirst ? 0 : 1;
    if (which >= destinations.size() || destinations[which]->kind != Operand::Kind::Register)
        return false;
    const Register& reg = source.registers[destinations[which]->index];
    Original o;
    o.run = d.run;
    o.destination = function.register_offset[destinations[which]->index];
    o.is_predicate = reg.type == Type::Pred;
    o.slot = std::max(4u, size_in_bytes(reg.type));
    originals()[&d] = o;
    d.run = flip;
    return true;
}

/// Barriers write their results when they open, not when the instruction runs; calls end elsewhere.
bool flips(const isa::Row& row) {
    return !row.traits.barrier && !row.traits.branch;
}

bool noticed(const std::vector<const Case*>& cases, const std::string& row, Mutation mutation,
             bool& applied) {
    for (const Case* c : cases) {
        bool here = false;
        const bool failed = !run_on_emulator(*c, isa::Level::V2, row, mutation, &here).empty();
        applied |= here;
        if (here && failed) return true;
    }
    return false;
}

} // namespace

bool break_row(Executable& executable, const std::string& row, Mutation mutation) {
    originals().clear();
    bool applied = false;
    for (ExecutableFunction& f : executable.functions)
        for (std::size_t k = 0; k < f.source->instructions.size(); ++k) {
            const Instruction& i = f.source->instructions[k];
            if (isa::rows()[i.row].name == row)
                applied |= break_instruction(*f.source, f, i, f.code[k], mutation);
        }
    return applied;
}

std::string reason_not_to_break(const std::string& row) {
    static const std::map<std::string, std::string> reasons = {
        {"prefetchu", "caches hold no values"}, {"applypriority", "caches hold no values"},
        {"discard", "leaves undefined values"}, {"nanosleep", "only lets others run"},
        {"griddepcontrol.launch_dependents", "only lets others run"},
        {"griddepcontrol.wait", "only lets others run"},
        {"pmevent", "only a profiler sees it"},
    };
    if (const auto found = reasons.find(row); found != reasons.end()) return found->second;
    if (row.rfind("prefetch.", 0) == 0) return "caches hold no values";
    for (const isa::Row& r : isa::rows())
        if (r.name == row && r.traits.instruction_class == InstructionClass::Fence)
            return "memory is sequentially consistent here; observers see the fence";
    return {};
}

int check_mutations(const std::vector<Case>& all) {
    std::map<std::string, std::vector<const Case*>> by_row;
    for (const Case& c : all)
        for (const std::string& row : c.rows)
            by_row[row].push_back(&c);
    unsigned missed = 0, made = 0, exempt = 0;
    for (const isa::Row& row : isa::rows()) {
        const std::string name(row.name);
        if (!reason_not_to_break(name).empty()) {
            ++exempt;
            continue;
        }
        for (Mutation m : {Mutation::Skip, Mutation::FlipFirst, Mutation::FlipSecond}) {
            if (m != Mutation::Skip && !flips(row)) continue;
            bool applied = false;
            const bool seen = noticed(by_row[name], name, m, applied);
            made += applied;
            if (seen || (!applied && m != Mutation::Skip)) continue;
            ++missed;
            std::printf("no case notices that '%s' %s\n", name.c_str(),
                        m == Mutation::Skip        ? "does nothing"
                        : m == Mutation::FlipFirst ? "gives a wrong bit in its first destination"
                                                   : "gives a wrong bit in its second destination");
        }
    }
    std::printf("%u mutations, %u not noticed, %u rows have nothing to break\n", made, missed,
                exempt);
    return missed == 0 && made != 0 ? 0 : 1;
}

} // namespace warpscope::cases
