// What setp and set make of the outcome of a comparison, and the choice of the code that runs it.
// Included by family files only; everything is internal to their level.
#pragma once

#include "sim/isa/comparisons.h"

WARPSCOPE_ISA_BEGIN
namespace {

// DecodedInstruction::detail of setp and set: complement, then which combination. What `set` writes
// for true stands in `displacement`.
constexpr std::uint8_t kComplement = 1, kAnd = 2, kOr = 4, kXor = 6, kCombination = 6;

WARPSCOPE_INLINE LaneMask combine(LaneMask test, LaneMask with, unsigned detail) {
    switch (detail & kCombination) {
    case kAnd: return test & with;
    case kOr: return test | with;
    case kXor: return test ^ with;
    default: return test;
    }
}

/// The comparison's outcome in all lanes; the sources are operands First and First + 1.
template<class Test, class Input, class T, unsigned First>
WARPSCOPE_INLINE LaneMask compare(Context& c, const DecodedInstruction& i) {
    const Slot<T>*a = lanes<T>(c, i.operand[First]), *b = lanes<T>(c, i.operand[First + 1]);
    const LaneMask m =
        mask_of([&](unsigned l) { return Test{}(Input{}(get<T>(a[l])), Input{}(get<T>(b[l]))); });
    return (i.detail & kComplement) != 0 ? ~m : m;
}

/// setp: p = combine(t, c); q = combine(!t, c).
struct Setp {
    template<class Test, class Input, class T>
    static Outcome run(Context& c, const DecodedInstruction& i) {
        const LaneMask test = compare<Test, Input, T, 2>(c, i);
        const LaneMask with = (i.detail & kCombination) != 0 ? predicate_operand(c, i, 4) : 0;
        set_predicate(c, i, 0, combine(test, with, i.detail));
        set_predicate(c, i, 1, combine(~test, with, i.detail));
        return Outcome::Next;
    }
    static constexpr unsigned kFirst = 2;
};
/// set: all ones or 1.0 for true.
struct Set {
    template<class Test, class Input, class T>
    static Outcome run(Context& c, const DecodedInstruction& i) {
        const LaneMask test = compare<Test, Input, T, 1>(c, i);
        const LaneMask with = (i.detail & kCombination) != 0 ? predicate_operand(c, i, 3) : 0;
        const LaneMask result = combine(test, with, i.detail);
        const auto yes = static_cast<std::uint32_t>(i.displacement);
        write_lanes<std::uint32_t>(c, i.operand[0],
                                   [&](unsigned l) { return (result >> l & 1) != 0 ? yes : 0; });
        return Outcome::Next;
    }
    static constexpr unsigned kFirst = 1;
};

/// What `set` writes for true; integers of 16 bits are held with their sign.
constexpr std::uint32_t true_value(Type type) {
    switch (type) {
    case Type::F32: return 0x3f800000;
    case Type::F16: return 0x3c00;
    case Type::BF16: return 0x3f80;
    case Type::F16x2: return 0x3c003c00;
    case Type::BF16x2: return 0x3f803f80;
    case Type::U16: return 0xffff;
    default: return UINT32_MAX;
    }
}

template<class Kind>
bool finish(const Instruction& s, const Form& form, DecodedInstruction& d) {
    if (form.exchanged) {
        const std::uint32_t first = d.operand[Kind::kFirst];
        d.operand[Kind::kFirst] = d.operand[Kind::kFirst + 1];
        d.operand[Kind::kFirst + 1] = first;
    }
    switch (s.modifiers.operation) {
    case Operation::None: d.detail = 0; break;
    case Operation::And: d.detail = kAnd; break;
    case Operation::Or: d.detail = kOr; break;
    case Operation::Xor: d.detail = kXor; break;
    default: return false;
    }
    if (form.complemented) d.detail |= kComplement;
    d.displacement = true_value(s.modifiers.type);
    return true;
}

/// setp has one type; set's second one is that of its sources.
Type compared_type(const Instruction& s) {
    return s.modifiers.source_type == Type::None ? s.modifiers.type : s.modifiers.source_type;
}

template<class Kind, class Input, class T>
Execute float_run(Relation relation) {
    switch (relation) {
    case Relation::Equal: return Kind::template run<Equal, Input, T>;
    case Relation::Less: return Kind::template run<Less, Input, T>;
    case Relation::LessEqual: return Kind::template run<LessEqual, Input, T>;
    case Relation::Different: return Kind::template run<Different, Input, T>;
    default: return Kind::template run<BothNumbers, Input, T>;
    }
}
} // namespace
WARPSCOPE_ISA_END
