// lop3 (PTX ISA, "lop3"): any logical function of three words, and a predicate of its result.
#include "sim/isa/families.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

using U32 = std::uint32_t;

/// The table, as a sum of the products it selects.
WARPSCOPE_INLINE U32 look_up(U32 a, U32 b, U32 c, U32 table) {
    U32 d = 0;
    for (unsigned k = 0; k < 8; ++k) {
        const U32 product =
            ((k & 4) != 0 ? a : ~a) & ((k & 2) != 0 ? b : ~b) & ((k & 1) != 0 ? c : ~c);
        d |= (table >> k & 1) != 0 ? product : 0;
    }
    return d;
}

template <unsigned first> struct Words {
    explicit Words(Context& c, const DecodedInstruction& i)
        : a(lanes<U32>(c, i.operand[first])), b(lanes<U32>(c, i.operand[first + 1])),
          e(lanes<U32>(c, i.operand[first + 2])), table(i.detail) {}
    U32 operator()(unsigned l) const { return look_up(a[l], b[l], e[l], table); }
    const U32 *a, *b, *e;
    U32 table;
};

Outcome run_lop3(Context& c, const DecodedInstruction& i) {
    const Words<1> result(c, i);
    write_lanes<U32>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA { return result(l); });
    return Outcome::Next;
}

/// The predicate comes first: d may be one of the sources.
template <bool is_and> Outcome run_with_predicate(Context& c, const DecodedInstruction& i) {
    const Words<2> result(c, i);
    const LaneMask not_zero = mask_of([&](unsigned l) { return result(l) != 0; });
    LaneMask other = predicate(c, operand_offset(c, i, 6));
    if ((i.negated >> 6 & 1) != 0) other = ~other;
    write_lanes<U32>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA { return result(l); });
    set_predicate(c, i, 1, is_and ? not_zero & other : not_zero | other);
    return Outcome::Next;
}

/// The table is an immediate; `operand` says which.
bool read_table(const Instruction& s, unsigned operand, DecodedInstruction& d) {
    if (s.operands.size() <= operand || s.operands[operand].kind != Operand::Kind::Immediate ||
        s.operands[operand].bits > 0xff)
        return false;
    d.detail = static_cast<std::uint8_t>(s.operands[operand].bits);
    return true;
}
bool decode(const Instruction& s, DecodedInstruction& d) {
    d.run = run_lop3;
    return read_table(s, 4, d);
}
bool decode_with_predicate(const Instruction& s, DecodedInstruction& d) {
    d.run = s.modifiers.operation == Operation::And ? run_with_predicate<true> : run_with_predicate<false>;
    return read_table(s, 5, d);
}

constexpr Traits kBit = {.instruction_class = InstructionClass::Bit, .uniform = true};

constexpr Row table[] = {
    {.name = "lop3", .syntax = "lop3.type d, a, b, c, lut:u32", .types = {Type::B32}, .traits = kBit,
     .decode = decode, .meaning = "d<k> = lut<a<k> b<k> c<k>>", .section = "lop3", .version = 43,
     .target = 50},
    {.name = "lop3.bool", .syntax = "lop3.or|.and.type d|p, a, b, c, lut:u32, {!}e:pred",
     .types = {Type::B32}, .traits = kBit, .decode = decode_with_predicate,
     .meaning = "d<k> = lut<a<k> b<k> c<k>>; p = op(d != 0, e)", .section = "lop3", .version = 82,
     .target = 70},
};

}  // namespace

std::span<const Row> lop3_rows() { return table; }

WARPSCOPE_ISA_END
