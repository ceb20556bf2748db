// Moves, packing and unpacking (PTX ISA, "Data Movement and Conversion Instructions: mov").
#include "sim/isa/families.h"
#include "sim/isa/decode_types.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// A move copies whole slots: what the value means does not matter.
struct Copy {
    template <class T> T operator()(T a) const { return a; }
};

Outcome run_mov_predicate(Context& c, const DecodedInstruction& i) {
    set_predicate(c, i, 0, predicate_operand(c, i, 1));
    return Outcome::Next;
}

/// The clocks are functions of what the block has executed: one tick, and one nanosecond, a warp
/// instruction.
template <class T, unsigned Shift> Outcome run_mov_clock(Context& c, const DecodedInstruction& i) {
    const auto in_this_run = static_cast<std::uint64_t>(&i - c.run_start) + 1;
    const T now = static_cast<T>((c.block->executed + in_this_run) >> Shift);
    write_lanes<T>(c, i.operand[0], [&](unsigned) { return now; });
    return Outcome::Next;
}

/// The run function that reads a clock, or null when the special register is none.
template <class T> Execute clock_reader(SpecialRegister special) {
    switch (special) {
        case SpecialRegister::Clock: case SpecialRegister::Clock64:
        case SpecialRegister::GlobalTimer:
        case SpecialRegister::GlobalTimerLo: return run_mov_clock<T, 0>;
        case SpecialRegister::ClockHi:
        case SpecialRegister::GlobalTimerHi: return run_mov_clock<T, 32>;
        default: return nullptr;
    }
}

bool decode_mov(const Instruction& s, DecodedInstruction& d) {
    const unsigned size = size_in_bytes(s.modifiers.type);
    const Operand& source = s.operands[1];
    if (source.kind == Operand::Kind::Special) {
        d.run = size == 8 ? clock_reader<std::uint64_t>(source.special)
                          : clock_reader<std::uint32_t>(source.special);
        if (d.run != nullptr) return true;
    }
    d.run = size == 16  ? unary<Copy, U128, U128>
            : size == 8 ? unary<Copy, std::uint64_t, std::uint64_t>
                        : unary<Copy, std::uint32_t, std::uint32_t>;
    return true;
}
bool decode_mov_predicate(const Instruction&, DecodedInstruction& d) {
    d.run = run_mov_predicate;
    return true;
}

/// d = parts side by side, the first one lowest.
template <class Whole, class Part> Outcome run_pack(Context& c, const DecodedInstruction& i) {
    constexpr unsigned count = sizeof(Whole) / sizeof(Part);
    const Slot<Part>* parts[count];
    for (unsigned k = 0; k < count; ++k) parts[k] = lanes<Part>(c, i.operand[1 + k]);
    write_lanes<Whole>(c, i.operand[0], [&](unsigned l) {
        Word<Whole> whole = 0;
        for (unsigned k = 0; k < count; ++k)
            whole |= Word<Whole>{get<Part>(parts[k][l])} << (kBits<Part> * k);
        return static_cast<Whole>(whole);
    });
    return Outcome::Next;
}
Outcome run_pack_128(Context& c, const DecodedInstruction& i) {
    const std::uint64_t *low = lanes<std::uint64_t>(c, i.operand[1]),
                        *high = lanes<std::uint64_t>(c, i.operand[2]);
    write_lanes<U128>(c, i.operand[0], [&](unsigned l) { return U128{low[l], high[l]}; });
    return Outcome::Next;
}

Outcome run_pack_128_of_4(Context& c, const DecodedInstruction& i) {
    const std::uint32_t* part[4];
    for (unsigned k = 0; k < 4; ++k) part[k] = lanes<std::uint32_t>(c, i.operand[1 + k]);
    write_lanes<U128>(c, i.operand[0], [&](unsigned l) {
        return U128{part[0][l] | std::uint64_t{part[1][l]} << 32, part[2][l] | std::uint64_t{part[3][l]} << 32};
    });
    return Outcome::Next;
}

/// The parts of a; those that go to a sink are skipped.
template <class Whole, class Part> Outcome run_unpack(Context& c, const DecodedInstruction& i) {
    constexpr unsigned count = sizeof(Whole) / sizeof(Part);
    const Slot<Whole>* a = lanes<Whole>(c, i.operand[count]);
    for (unsigned k = 0; k < count; ++k)
        write_lanes<Part>(c, i.operand[k],
                          [&](unsigned l) { return static_cast<Part>(a[l] >> (kBits<Part> * k)); });
    return Outcome::Next;
}
Outcome run_unpack_128(Context& c, const DecodedInstruction& i) {
    const U128* a = lanes<U128>(c, i.operand[2]);
    write_lanes<std::uint64_t>(c, i.operand[0], [&](unsigned l) { return a[l].low; });
    write_lanes<std::uint64_t>(c, i.operand[1], [&](unsigned l) { return a[l].high; });
    return Outcome::Next;
}

Outcome run_unpack_128_to_4(Context& c, const DecodedInstruction& i) {
    const U128* a = lanes<U128>(c, i.operand[4]);
    for (unsigned k = 0; k < 4; ++k)
        write_lanes<std::uint32_t>(c, i.operand[k], [&](unsigned l) {
            return static_cast<std::uint32_t>((k < 2 ? a[l].low : a[l].high) >> 32 * (k % 2));
        });
    return Outcome::Next;
}

/// How a type is divided into a number of parts.
constexpr unsigned division(unsigned bytes, std::size_t parts) {
    return bytes * 16 + static_cast<unsigned>(parts);
}

bool decode_pack(const Instruction& s, DecodedInstruction& d) {
    switch (division(size_in_bytes(s.modifiers.type), s.operands[1].elements.size())) {
        case division(2, 2): d.run = run_pack<std::uint16_t, std::uint8_t>; return true;
        case division(4, 2): d.run = run_pack<std::uint32_t, std::uint16_t>; return true;
        case division(4, 4): d.run = run_pack<std::uint32_t, std::uint8_t>; return true;
        case division(8, 2): d.run = run_pack<std::uint64_t, std::uint32_t>; return true;
        case division(8, 4): d.run = run_pack<std::uint64_t, std::uint16_t>; return true;
        case division(16, 2): d.run = run_pack_128; return true;
        case division(16, 4): d.run = run_pack_128_of_4; return true;
        default: return false;
    }
}
bool decode_unpack(const Instruction& s, DecodedInstruction& d) {
    switch (division(size_in_bytes(s.modifiers.type), s.operands[0].elements.size())) {
        case division(2, 2): d.run = run_unpack<std::uint16_t, std::uint8_t>; return true;
        case division(4, 2): d.run = run_unpack<std::uint32_t, std::uint16_t>; return true;
        case division(4, 4): d.run = run_unpack<std::uint32_t, std::uint8_t>; return true;
        case division(8, 2): d.run = run_unpack<std::uint64_t, std::uint32_t>; return true;
        case division(8, 4): d.run = run_unpack<std::uint64_t, std::uint16_t>; return true;
        case division(16, 2): d.run = run_unpack_128; return true;
        case division(16, 4): d.run = run_unpack_128_to_4; return true;
        default: return false;
    }
}

constexpr TypeSet kMovable = {Type::B16, Type::B32, Type::B64, Type::B128, Type::U16, Type::U32,
                              Type::U64, Type::S16, Type::S32, Type::S64,  Type::F32, Type::F64};
constexpr TypeSet kPackable = {Type::B16, Type::B32, Type::B64, Type::B128};
constexpr Traits kMove = {.instruction_class = InstructionClass::Move, .uniform = true};

constexpr Row table[] = {
    {.name = "mov", .syntax = "mov.type d, a", .types = kMovable, .traits = kMove, .decode = decode_mov,
     .meaning = "d = a, a special register or the address of a variable or function", .section = "mov"},
    {.name = "mov.pred", .syntax = "mov.type d, {!}a", .types = {Type::Pred}, .traits = kMove,
     .decode = decode_mov_predicate, .meaning = "d = a", .section = "mov"},
    {.name = "mov.pack", .syntax = "mov.type d, a:{n}", .types = kPackable, .traits = kMove,
     .decode = decode_pack, .meaning = "d = a[0] | a[1] << n | ...", .section = "mov"},
    {.name = "mov.unpack", .syntax = "mov.type d:{n}, a", .types = kPackable, .traits = kMove,
     .decode = decode_unpack, .meaning = "d[0] = a<n-1..0>, d[1] = a<2n-1..n>, ...", .section = "mov"},
};

}  // namespace

std::span<const Row> move_rows() { return table; }

WARPSCOPE_ISA_END
