// Atomic updates of vectors (PTX ISA, "atom" and "red" with .vec): each element is an update of its
// own.
#include <array>

#include "sim/isa/atomic_access.h"
#include "sim/isa/families.h"
#include "sim/isa/half_atomics.h"

WARPSCOPE_ISA_BEGIN
namespace {

constexpr unsigned kMostBytes = 16;

template<class Op, class T, AccessKind kind>
Outcome atomic_vector(Context& c, const DecodedInstruction& i) {
    const unsigned n = i.vector, first = kind == AccessKind::Atomic ? n : 0;
    const Request r = {kind, static_cast<std::uint8_t>(sizeof(T) * n), sizeof(T), 0};
    Places at;
    if (!locate_atomic(c, i, r, at)) return Outcome::Fault;
    std::array<T, kMostBytes / sizeof(T)> before{}, after{};
    each_lane(c.active, [&](unsigned l) {
        const bool in_shared = (at.shared >> l & 1) != 0;
        T* old = before.data();
        for (unsigned k = 0; k < n; ++k) {
            const T b = get<T>(lanes<T>(c, operand_offset(c, i, first + k))[l]);
            old[k] = update<Op, T>(place_of_lane(at, l) + k * sizeof(T), b, b, in_shared);
            *(after.data() + k) = Op::apply(old[k], b, b, in_shared);
        }
        if (wants_changes(c)) record_update(c, l, r, before.data(), after.data());
        if constexpr (kind == AccessKind::Atomic) {
            for (unsigned k = 0; k < n; ++k)
                if (const std::uint32_t d = operand_offset(c, i, k); d != kNoOperand)
                    lanes<T>(c, d)[l] = put<T>(old[k]);
        }
    });
    return Outcome::Next;
}

template<AccessKind kind>
bool decode_vector(const Instruction& s, DecodedInstruction& d) {
    const unsigned bytes = s.modifiers.vector * size_in_bytes(s.modifiers.type);
    return bytes <= kMostBytes && decode_common<kind>(s, d);
}
template<AccessKind kind>
bool decode_float(const Instruction& s, DecodedInstruction& d) {
    d.run = atomic_vector<AddFloat32, std::uint32_t, kind>;
    return decode_vector<kind>(s, d);
}
template<template<class, bool> class Operation, AccessKind kind>
bool decode_half(const Instruction& s, DecodedInstruction& d) {
    with_half(s.modifiers.type, [&]<class F, bool Packed>(Tag<F>, BoolTag<Packed>) {
        using Op = Operation<F, Packed>;
        d.run = atomic_vector<Op, typename Op::T, kind>;
    });
    return decode_vector<kind>(s, d);
}

constexpr AccessKind kAtom = AccessKind::Atomic, kRed = AccessKind::Reduction;
constexpr TypeSet kF32 = {Type::F32};
constexpr TypeSet kHalves = {Type::F16, Type::F16x2, Type::BF16, Type::BF16x2};
constexpr Traits kAtomic = {
    .instruction_class = InstructionClass::Atomic, .memory = true, .atomic = true};

constexpr Row table[] = {
    {.name = "atom.add.vector.f32",
     .syntax = "atom{.sem}{.scope}{.global}.add{.cache}.vec.type d:vec, [a], b:vec{, c:b64}",
     .types = kF32,
     .traits = kAtomic,
     .decode = decode_float<kAtom>,
     .meaning = "d = [a]; [a] = d + b, element by element",
     .section = "atom",
     .version = 81,
     .target = 90},
    {.name = "atom.add.vector.half",
     .syntax = "atom{.sem}{.scope}{.global}.add.noftz{.cache}.vec.type d:vec, [a], b:vec{, c:b64}",
     .types = kHalves,
     .traits = kAtomic,
     .decode = decode_half<AddHalves, kAtom>,
     .meaning = "d = [a]; [a] = d + b, element by element",
     .section = "atom",
     .version = 81,
     .target = 90},
    {.name = "atom.min.vector.half",
     .syntax = "atom{.sem}{.scope}{.global}.min.noftz{.cache}.vec.type d:vec, [a], b:vec{, c:b64}",
     .types = kHalves,
     .traits = kAtomic,
     .decode = decode_half<LeastHalves, kAtom>,
     .meaning = "d = [a]; [a] = min(d, b), element by element",
     .section = "atom",
     .version = 81,
     .target = 90},
    {.name = "atom.max.vector.half",
     .syntax = "atom{.sem}{.scope}{.global}.max.noftz{.cache}.vec.type d:vec, [a], b:vec{, c:b64}",
     .types = kHalves,
     .traits = kAtomic,
     .decode = decode_half<GreatestHalves, kAtom>,
     .meaning = "d = [a]; [a] = max(d, b), element by element",
     .section = "atom",
     .version = 81,
     .target = 90},
    {.name = "red.add.vector.f32",
     .syntax = "red{.sem}{.scope}{.global}.add{.cache}.vec.type [a], b:vec{, c:b64}",
     .types = kF32,
     .traits = kAtomic,
     .decode = decode_float<kRed>,
     .meaning = "[a] = [a] + b, element by element",
     .section = "red",
     .version = 81,
     .target = 90},
    {.name = "red.add.vector.half",
     .syntax = "red{.sem}{.scope}{.global}.add.noftz{.cache}.vec.type [a], b:vec{, c:b64}",
     .types = kHalves,
     .traits = kAtomic,
     .decode = decode_half<AddHalves, kRed>,
     .meaning = "[a] = [a] + b, element by element",
     .section = "red",
     .version = 81,
     .target = 90},
    {.name = "red.min.vector.half",
     .syntax = "red{.sem}{.scope}{.global}.min.noftz{.cache}.vec.type [a], b:vec{, c:b64}",
     .types = kHalves,
     .traits = kAtomic,
     .decode = decode_half<LeastHalves, kRed>,
     .meaning = "[a] = min([a], b), element by element",
     .section = "red",
     .version = 81,
     .target = 90},
    {.name = "red.max.vector.half",
     .syntax = "red{.sem}{.scope}{.global}.max.noftz{.cache}.vec.type [a], b:vec{, c:b64}",
     .types = kHalves,
     .traits = kAtomic,
     .decode = decode_half<GreatestHalves, kRed>,
     .meaning = "[a] = max([a], b), element by element",
     .section = "red",
     .version = 81,
     .target = 90},
};

} // namespace

std::span<const Row> vector_atomic_rows() {
    return table;
}

WARPSCOPE_ISA_END
