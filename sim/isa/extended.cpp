// Extended-precision integer arithmetic: instructions that hand a carry from one to the next (PTX
// ISA, "Extended-Precision Integer Arithmetic Instructions").
#include "sim/isa/families.h"
#include "sim/isa/decode_types.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// CC.CF, the carry flag that these instructions read and write without naming it: a predicate of
/// each lane, kept at the start of the register area. A subtraction leaves the complement of its
/// borrow there and subc takes the complement of what it finds, as hardware does: it adds a, the
/// complement of b, and the flag. The PTX ISA's text has CC.CF hold the borrow itself; only code
/// that mixes additions with subtractions can tell (docs/deviations.md, 35).
constexpr std::uint32_t kCarry = 0;

template <class U> struct Sum {
    U value;
    bool carry;
};

struct Add {
    static constexpr LaneMask kNoCarry = 0; ///< what stands for the flag when it is not read
    template <class U> Sum<U> operator()(U a, U b, U carry) const {
        const U partial = a + b, sum = partial + carry;
        return {sum, partial < a || sum < partial};
    }
};
struct Sub {
    static constexpr LaneMask kNoCarry = ~LaneMask{0};
    template <class U> Sum<U> operator()(U a, U b, U carry) const {
        return Add{}(a, static_cast<U>(~b), carry);
    }
};

/// The half of a product that mad adds to c.
struct Low {
    template <class T> Word<T> operator()(T a, T b) const { return word(a) * word(b); }
};
struct High {
    std::uint32_t operator()(std::int32_t a, std::int32_t b) const {
        return static_cast<std::uint32_t>((std::int64_t{a} * b) >> 32);
    }
    std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
        return static_cast<std::uint32_t>((std::uint64_t{a} * b) >> 32);
    }
    std::uint64_t operator()(std::int64_t a, std::int64_t b) const {
        __extension__ using Wide = __int128;
        return static_cast<std::uint64_t>((Wide{a} * b) >> 64);
    }
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>((Wide{a} * b) >> 64);
    }
};

enum class CarryIn : bool { No, Yes };
enum class CarryOut : bool { No, Yes };

/// Computes sum(lane, carry) in the active lanes, with the carry flag as the form wants it.
template <class Op, class U, CarryIn In, CarryOut Out, class Lane>
WARPSCOPE_INLINE Outcome run_with_carry(Context& c, const DecodedInstruction& i, Lane sum) {
    LaneMask& flag = predicate(c, kCarry);
    const LaneMask carry = In == CarryIn::Yes ? flag : Op::kNoCarry;
    const auto lane_sum = [&](unsigned l) { return sum(l, static_cast<U>(carry >> l & 1)); };
    // The carries come first: the destination may be one of the sources.
    if constexpr (Out == CarryOut::Yes) {
        const LaneMask out = mask_of([&](unsigned l) { return lane_sum(l).carry; });
        flag = (flag & ~c.active) | (out & c.active);
    }
    write_lanes<U>(c, i.operand[0], [&](unsigned l) { return lane_sum(l).value; });
    return Outcome::Next;
}

template<class Op, class U, CarryIn In, CarryOut Out>
Outcome run_add(Context& c, const DecodedInstruction& i) {
    const U *a = lanes<U>(c, i.operand[1]), *b = lanes<U>(c, i.operand[2]);
    return run_with_carry<Op, U, In, Out>(
        c, i, [&](unsigned l, U carry) { return Op{}(a[l], b[l], carry); });
}
template<class Half, class T, CarryIn In, CarryOut Out>
Outcome run_mad(Context& c, const DecodedInstruction& i) {
    using U = Word<T>;
    const U *a = lanes<T>(c, i.operand[1]), *b = lanes<T>(c, i.operand[2]),
            *e = lanes<T>(c, i.operand[3]);
    return run_with_carry<Add, U, In, Out>(c, i, [&](unsigned l, U carry) {
        return Add{}(Half{}(get<T>(a[l]), get<T>(b[l])), e[l], carry);
    });
}

template<class Op, CarryIn In, CarryOut Out>
bool decode_add(const Instruction& s, DecodedInstruction& d) {
    d.run = size_in_bytes(s.modifiers.type) == 8 ? run_add<Op, std::uint64_t, In, Out>
                                                 : run_add<Op, std::uint32_t, In, Out>;
    return true;
}
template<class Half, CarryIn In, CarryOut Out>
bool decode_mad(const Instruction& s, DecodedInstruction& d) {
    switch (s.modifiers.type) {
        case Type::U32: d.run = run_mad<Half, std::uint32_t, In, Out>; return true;
        case Type::S32: d.run = run_mad<Half, std::int32_t, In, Out>; return true;
        case Type::U64: d.run = run_mad<Half, std::uint64_t, In, Out>; return true;
        case Type::S64: d.run = run_mad<Half, std::int64_t, In, Out>; return true;
        default: return false;
    }
}

constexpr TypeSet kTypes = {Type::U32, Type::S32, Type::U64, Type::S64};
/// Not uniform: the carry flag is a hidden source and destination of every lane.
constexpr Traits kTraits = {.instruction_class = InstructionClass::Integer};

constexpr Row table[] = {
    {.name = "add.cc.int", .syntax = "add.cc.type d, a, b", .types = kTypes, .traits = kTraits,
     .decode = decode_add<Add, CarryIn::No, CarryOut::Yes>, .meaning = "d = a + b; CC.CF = carry out",
     .section = "add.cc", .version = 12},
    {.name = "addc.int", .syntax = "addc.type d, a, b", .types = kTypes, .traits = kTraits,
     .decode = decode_add<Add, CarryIn::Yes, CarryOut::No>, .meaning = "d = a + b + CC.CF",
     .section = "addc", .version = 12},
    {.name = "addc.cc.int", .syntax = "addc.cc.type d, a, b", .types = kTypes, .traits = kTraits,
     .decode = decode_add<Add, CarryIn::Yes, CarryOut::Yes>,
     .meaning = "d = a + b + CC.CF; CC.CF = carry out", .section = "addc", .version = 12},
    {.name = "sub.cc.int", .syntax = "sub.cc.type d, a, b", .types = kTypes, .traits = kTraits,
     .decode = decode_add<Sub, CarryIn::No, CarryOut::Yes>, .meaning = "d = a - b; CC.CF = no borrow out",
     .section = "sub.cc", .version = 12},
    {.name = "subc.int", .syntax = "subc.type d, a, b", .types = kTypes, .traits = kTraits,
     .decode = decode_add<Sub, CarryIn::Yes, CarryOut::No>, .meaning = "d = a - (b + 1 - CC.CF)",
     .section = "subc", .version = 12},
    {.name = "subc.cc.int", .syntax = "subc.cc.type d, a, b", .types = kTypes, .traits = kTraits,
     .decode = decode_add<Sub, CarryIn::Yes, CarryOut::Yes>,
     .meaning = "d = a - (b + 1 - CC.CF); CC.CF = no borrow out", .section = "subc", .version = 12},

    {.name = "mad.lo.cc.int", .syntax = "mad.lo.cc.type d, a, b, c", .types = kTypes, .traits = kTraits,
     .decode = decode_mad<Low, CarryIn::No, CarryOut::Yes>,
     .meaning = "d = (a * b)<n-1..0> + c; CC.CF = carry out", .section = "mad.cc", .version = 30,
     .target = 20},
    {.name = "mad.hi.cc.int", .syntax = "mad.hi.cc.type d, a, b, c", .types = kTypes, .traits = kTraits,
     .decode = decode_mad<High, CarryIn::No, CarryOut::Yes>,
     .meaning = "d = (a * b)<2n-1..n> + c; CC.CF = carry out", .section = "mad.cc", .version = 30,
     .target = 20},
    {.name = "madc.lo.int", .syntax = "madc.lo.type d, a, b, c", .types = kTypes, .traits = kTraits,
     .decode = decode_mad<Low, CarryIn::Yes, CarryOut::No>, .meaning = "d = (a * b)<n-1..0> + c + CC.CF",
     .section = "madc", .version = 30, .target = 20},
    {.name = "madc.hi.int", .syntax = "madc.hi.type d, a, b, c", .types = kTypes, .traits = kTraits,
     .decode = decode_mad<High, CarryIn::Yes, CarryOut::No>, .meaning = "d = (a * b)<2n-1..n> + c + CC.CF",
     .section = "madc", .version = 30, .target = 20},
    {.name = "madc.lo.cc.int", .syntax = "madc.lo.cc.type d, a, b, c", .types = kTypes, .traits = kTraits,
     .decode = decode_mad<Low, CarryIn::Yes, CarryOut::Yes>,
     .meaning = "d = (a * b)<n-1..0> + c + CC.CF; CC.CF = carry out", .section = "madc", .version = 30,
     .target = 20},
    {.name = "madc.hi.cc.int", .syntax = "madc.hi.cc.type d, a, b, c", .types = kTypes, .traits = kTraits,
     .decode = decode_mad<High, CarryIn::Yes, CarryOut::Yes>,
     .meaning = "d = (a * b)<2n-1..n> + c + CC.CF; CC.CF = carry out", .section = "madc", .version = 30,
     .target = 20},
};

}  // namespace

std::span<const Row> extended_rows() { return table; }

WARPSCOPE_ISA_END
