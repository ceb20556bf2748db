// Atomic additions of half values (PTX ISA, "atom" and "red": .add.noftz).
#include "sim/isa/atomic_access.h"
#include "sim/isa/families.h"
#include "sim/isa/half_atomics.h"

WARPSCOPE_ISA_BEGIN
namespace {

template<AccessKind kind>
bool decode_add(const Instruction& s, DecodedInstruction& d) {
    with_half(s.modifiers.type, [&]<class F, bool Packed>(Tag<F>, BoolTag<Packed>) {
        using Op = AddHalves<F, Packed>;
        d.run = atomic<Op, typename Op::T, kind>;
    });
    return decode_common<kind>(s, d);
}

constexpr AccessKind kAtom = AccessKind::Atomic, kRed = AccessKind::Reduction;
constexpr Traits kAtomic = {
    .instruction_class = InstructionClass::Atomic, .memory = true, .atomic = true};

constexpr Row table[] = {
    {.name = "atom.add.f16",
     .syntax = "atom{.sem}{.scope}{.space}.add.noftz{.cache}.type d, [a], b{, c:b64}",
     .types = {Type::F16},
     .traits = kAtomic,
     .decode = decode_add<kAtom>,
     .meaning = "d = [a]; [a] = d + b",
     .section = "atom",
     .version = 63,
     .target = 70},
    {.name = "atom.add.f16x2",
     .syntax = "atom{.sem}{.scope}{.space}.add.noftz{.cache}.type d, [a], b{, c:b64}",
     .types = {Type::F16x2},
     .traits = kAtomic,
     .decode = decode_add<kAtom>,
     .meaning = "d = [a]; [a] = d + b, in both halves",
     .section = "atom",
     .version = 62,
     .target = 60},
    {.name = "atom.add.bf16",
     .syntax = "atom{.sem}{.scope}{.space}.add.noftz{.cache}.type d, [a], b{, c:b64}",
     .types = {Type::BF16},
     .traits = kAtomic,
     .decode = decode_add<kAtom>,
     .meaning = "d = [a]; [a] = d + b",
     .section = "atom",
     .version = 78,
     .target = 90},
    {.name = "atom.add.bf16x2",
     .syntax = "atom{.sem}{.scope}{.space}.add.noftz{.cache}.type d, [a], b{, c:b64}",
     .types = {Type::BF16x2},
     .traits = kAtomic,
     .decode = decode_add<kAtom>,
     .meaning = "d = [a]; [a] = d + b, in both halves",
     .section = "atom",
     .version = 78,
     .target = 90},
    {.name = "red.add.f16",
     .syntax = "red{.sem}{.scope}{.space}.add.noftz{.cache}.type [a], b{, c:b64}",
     .types = {Type::F16},
     .traits = kAtomic,
     .decode = decode_add<kRed>,
     .meaning = "[a] = [a] + b",
     .section = "red",
     .version = 63,
     .target = 70},
    {.name = "red.add.f16x2",
     .syntax = "red{.sem}{.scope}{.space}.add.noftz{.cache}.type [a], b{, c:b64}",
     .types = {Type::F16x2},
     .traits = kAtomic,
     .decode = decode_add<kRed>,
     .meaning = "[a] = [a] + b, in both halves",
     .section = "red",
     .version = 62,
     .target = 60},
    {.name = "red.add.bf16",
     .syntax = "red{.sem}{.scope}{.space}.add.noftz{.cache}.type [a], b{, c:b64}",
     .types = {Type::BF16},
     .traits = kAtomic,
     .decode = decode_add<kRed>,
     .meaning = "[a] = [a] + b",
     .section = "red",
     .version = 78,
     .target = 90},
    {.name = "red.add.bf16x2",
     .syntax = "red{.sem}{.scope}{.space}.add.noftz{.cache}.type [a], b{, c:b64}",
     .types = {Type::BF16x2},
     .traits = kAtomic,
     .decode = decode_add<kRed>,
     .meaning = "[a] = [a] + b, in both halves",
     .section = "red",
     .version = 78,
     .target = 90},
};

} // namespace

std::span<const Row> half_atomic_rows() {
    return table;
}

WARPSCOPE_ISA_END
