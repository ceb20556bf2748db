// Reads from instructions how the hardware will carry them out.
#include "sim/counters/counted_code.h"

namespace warpscope {
namespace {

static_assert(static_cast<unsigned>(Space::Global) == 0 &&
              static_cast<unsigned>(Space::Shared) == 1 &&
              static_cast<unsigned>(Space::Local) == 2);
constexpr std::uint8_t kCountedSpaces = 3;

/// Textures and surfaces have a pipe of their own.
bool through_load_store_units(const Instruction& i) {
    const Traits& t = i.traits;
    if (!t.memory || !(t.load || t.store || t.atomic)) return false;
    for (const char* prefix : {"ld.", "ldu.", "st.", "atom.", "red."})
        if (i.form.starts_with(prefix)) return true;
    return false;
}

GlobalKind kind_of(const Instruction& i, const CountedFunction& function) {
    if (!i.traits.atomic) return i.traits.store ? GlobalKind::Store : GlobalKind::Load;
    if (i.form.starts_with("red")) return GlobalKind::Reduction;
    // The GPU's compiler makes an atomic without a wanted result a reduction.
    const Operand& result = i.operands.front();
    const bool unwanted =
        result.kind == Operand::Kind::Sink ||
        (result.kind == Operand::Kind::Register && result.index < function.never_read.size() &&
         function.never_read[result.index]);
    return unwanted ? GlobalKind::Reduction : GlobalKind::Atomic;
}

/// What shared memory's units do themselves: integers of 32 bits, and exchanges of 64. Recorded on
/// an H200 for add, exch, cas, and add of f32 and u64; the others are taken to be like these.
SharedWay way_of(const Instruction& i) {
    if (!i.traits.atomic) return i.traits.store ? SharedWay::Store : SharedWay::Load;
    const Modifiers& m = i.modifiers;
    if (m.operation == Operation::Cas) return SharedWay::CompareAndSwap;
    if (m.operation == Operation::Exch) return SharedWay::Atomic;
    const bool native = size_in_bytes(m.type) == 4 && !is_float(m.type);
    return native ? SharedWay::Atomic : SharedWay::Loop;
}

} // namespace

CountedCode::CountedCode(const std::vector<CountedFunction>& functions) {
    std::size_t instructions = 0;
    for (const CountedFunction& f : functions) {
        first_.push_back(static_cast<std::uint32_t>(instructions));
        instructions += f.code->instructions.size();
    }
    first_.push_back(static_cast<std::uint32_t>(instructions));
    places_.resize(instructions);
    for (std::uint32_t f = 0; f < functions.size(); ++f) {
        const std::vector<Instruction>& code = functions[f].code->instructions;
        for (std::uint32_t k = 0; k < code.size(); ++k)
            if (through_load_store_units(code[k])) add({f, k}, code[k], functions[f]);
    }
}

void CountedCode::add(CodePosition at, const Instruction& instruction,
                      const CountedFunction& function) {
    Place& place = places_[first_[at.function] + at.instruction];
    const GlobalKind kind = kind_of(instruction, function);
    const SharedWay way = way_of(instruction);
    const auto first = static_cast<std::uint32_t>(sites_.size());
    const auto only = [&](Space space) {
        place = {first, 0, space};
        sites_.push_back({at, {space, kind, way}});
    };
    switch (instruction.modifiers.space) {
    case StateSpace::Global: return only(Space::Global);
    case StateSpace::Shared: return only(Space::Shared);
    case StateSpace::Local: return only(Space::Local);
    case StateSpace::Generic: break;
    default: return;
    }
    place = {first, kCountedSpaces, Space::Parameter};
    for (std::uint8_t s = 0; s < kCountedSpaces; ++s)
        sites_.push_back({at, {static_cast<Space>(s), kind, way}});
}

} // namespace warpscope
