// Comparison of half values, one or two in a register (PTX ISA, "Half Precision Comparison
// Instructions"): set, setp.
#include "sim/isa/comparison_results.h"
#include "sim/isa/families.h"
#include "sim/isa/half_arithmetic.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// One half of a register as a single, which compares as it does.
template<class F, bool Ftz, unsigned Shift>
struct Widened {
    WARPSCOPE_INLINE float operator()(std::uint32_t a) const {
        return widen<F>(flush_half<F, Ftz>(a >> Shift & 0xffff));
    }
};

/// setp of two pairs: p = t[0] bool c, q = t[1] bool c.
template<class Test, class F, bool Ftz>
Outcome run_setp_pair(Context& c, const DecodedInstruction& i) {
    const LaneMask low = compare<Test, Widened<F, Ftz, 0>, std::uint32_t, 2>(c, i),
                   high = compare<Test, Widened<F, Ftz, 16>, std::uint32_t, 2>(c, i);
    const LaneMask with = (i.detail & kCombination) != 0 ? predicate_operand(c, i, 4) : 0;
    set_predicate(c, i, 0, combine(low, with, i.detail));
    set_predicate(c, i, 1, combine(high, with, i.detail));
    return Outcome::Next;
}
/// set of two pairs: each half of d is true or false.
template<class Test, class F, bool Ftz>
Outcome run_set_pair(Context& c, const DecodedInstruction& i) {
    const LaneMask low = compare<Test, Widened<F, Ftz, 0>, std::uint32_t, 1>(c, i),
                   high = compare<Test, Widened<F, Ftz, 16>, std::uint32_t, 1>(c, i);
    const LaneMask with = (i.detail & kCombination) != 0 ? predicate_operand(c, i, 3) : 0;
    const LaneMask first = combine(low, with, i.detail), second = combine(high, with, i.detail);
    const auto yes = static_cast<std::uint32_t>(i.displacement);
    write_lanes<std::uint32_t>(c, i.operand[0], [&](unsigned l) {
        return ((first >> l & 1) != 0 ? yes & 0xffff : 0) |
               ((second >> l & 1) != 0 ? yes & 0xffff0000 : 0);
    });
    return Outcome::Next;
}

/// The pairs of a comparison's kind: what runs it, given a test.
template<class F, bool Ftz>
struct SetpPair {
    template<class Test, class, class>
    static Outcome run(Context& c, const DecodedInstruction& i) {
        return run_setp_pair<Test, F, Ftz>(c, i);
    }
    static constexpr unsigned kFirst = 2;
};
template<class F, bool Ftz>
struct SetPair {
    template<class Test, class, class>
    static Outcome run(Context& c, const DecodedInstruction& i) {
        return run_set_pair<Test, F, Ftz>(c, i);
    }
    static constexpr unsigned kFirst = 1;
};

template<class Kind, template<class, bool> class Pair>
bool decode_half(const Instruction& s, DecodedInstruction& d) {
    Form form{};
    if (s.modifiers.ftz && s.modifiers.type == Type::BF16) return false; // ptxas refuses it
    if (!float_form(s.modifiers.comparison, form)) return false;
    with_half(compared_type(s), [&]<class F, bool Packed>(Tag<F>, BoolTag<Packed>) {
        with_flag(s.modifiers.ftz, [&]<bool Ftz>(BoolTag<Ftz>) {
            if constexpr (Packed)
                d.run = float_run<Pair<F, Ftz>, Keep, float>(form.relation);
            else
                d.run = float_run<Kind, Widened<F, Ftz, 0>, std::uint32_t>(form.relation);
        });
    });
    return finish<Kind>(s, form, d);
}
/// One pair has one destination: the place of the second is left empty.
bool decode_setp(const Instruction& s, DecodedInstruction& d) {
    if (size_in_bytes(s.modifiers.type) == 2) {
        for (unsigned k = 4; k > 1; --k)
            d.operand[k] = d.operand[k - 1];
        d.operand[1] = kNoOperand;
        d.negated = static_cast<std::uint8_t>(d.negated << 1);
    }
    return decode_half<Setp, SetpPair>(s, d);
}
bool decode_set(const Instruction& s, DecodedInstruction& d) {
    return decode_half<Set, SetPair>(s, d);
}

/// Of f16 a bf16 result may be made, but not the other way round.
constexpr TypeSet kOfBF16 = {Type::BF16, Type::U16, Type::S16, Type::U32, Type::S32};
constexpr TypeSet kOfF16 = kOfBF16 | TypeSet{Type::F16};
constexpr Traits kCompare = {.instruction_class = InstructionClass::Compare, .uniform = true};

constexpr Row table[] = {
    {.name = "setp.f16",
     .syntax = "setp.cmp{.ftz}.type p, a, b",
     .types = {Type::F16},
     .traits = kCompare,
     .decode = decode_setp,
     .meaning = "p = a cmp b",
     .section = "Half Precision Comparison Instructions: setp",
     .version = 42,
     .target = 53},
    {.name = "setp.bool.f16",
     .syntax = "setp.cmp.and|.or|.xor{.ftz}.type p, a, b, {!}c:pred",
     .types = {Type::F16},
     .traits = kCompare,
     .decode = decode_setp,
     .meaning = "p = (a cmp b) bool c",
     .section = "Half Precision Comparison Instructions: setp",
     .version = 42,
     .target = 53},
    {.name = "setp.f16x2",
     .syntax = "setp.cmp{.ftz}.type p{|q}, a, b",
     .types = {Type::F16x2},
     .traits = kCompare,
     .decode = decode_setp,
     .meaning = "p = a[0] cmp b[0]; q = a[1] cmp b[1]",
     .section = "Half Precision Comparison Instructions: setp",
     .version = 42,
     .target = 53},
    {.name = "setp.bool.f16x2",
     .syntax = "setp.cmp.and|.or|.xor{.ftz}.type p{|q}, a, b, {!}c:pred",
     .types = {Type::F16x2},
     .traits = kCompare,
     .decode = decode_setp,
     .meaning = "p = (a[0] cmp b[0]) bool c; q = (a[1] cmp b[1]) bool c",
     .section = "Half Precision Comparison Instructions: setp",
     .version = 42,
     .target = 53},
    {.name = "setp.bf16",
     .syntax = "setp.cmp.type p, a, b",
     .types = {Type::BF16},
     .traits = kCompare,
     .decode = decode_setp,
     .meaning = "p = a cmp b",
     .section = "Half Precision Comparison Instructions: setp",
     .version = 78,
     .target = 90},
    {.name = "setp.bool.bf16",
     .syntax = "setp.cmp.and|.or|.xor.type p, a, b, {!}c:pred",
     .types = {Type::BF16},
     .traits = kCompare,
     .decode = decode_setp,
     .meaning = "p = (a cmp b) bool c",
     .section = "Half Precision Comparison Instructions: setp",
     .version = 78,
     .target = 90},
    {.name = "setp.bf16x2",
     .syntax = "setp.cmp.type p{|q}, a, b",
     .types = {Type::BF16x2},
     .traits = kCompare,
     .decode = decode_setp,
     .meaning = "p = a[0] cmp b[0]; q = a[1] cmp b[1]",
     .section = "Half Precision Comparison Instructions: setp",
     .version = 78,
     .target = 90},
    {.name = "setp.bool.bf16x2",
     .syntax = "setp.cmp.and|.or|.xor.type p{|q}, a, b, {!}c:pred",
     .types = {Type::BF16x2},
     .traits = kCompare,
     .decode = decode_setp,
     .meaning = "p = (a[0] cmp b[0]) bool c; q = (a[1] cmp b[1]) bool c",
     .section = "Half Precision Comparison Instructions: setp",
     .version = 78,
     .target = 90},
    {.name = "set.f16",
     .syntax = "set.cmp{.ftz}.type.stype d, a:stype, b:stype",
     .types = kOfF16,
     .source_types = {Type::F16},
     .traits = kCompare,
     .decode = decode_set,
     .meaning = "d = (a cmp b) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0",
     .section = "Half Precision Comparison Instructions: set",
     .version = 42,
     .target = 53},
    {.name = "set.bool.f16",
     .syntax = "set.cmp.and|.or|.xor{.ftz}.type.stype d, a:stype, b:stype, {!}c:pred",
     .types = kOfF16,
     .source_types = {Type::F16},
     .traits = kCompare,
     .decode = decode_set,
     .meaning = "d = ((a cmp b) bool c) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0",
     .section = "Half Precision Comparison Instructions: set",
     .version = 42,
     .target = 53},
    {.name = "set.f16x2",
     .syntax = "set.cmp{.ftz}.type.stype d, a:stype, b:stype",
     .types = {Type::F16x2, Type::U32, Type::S32},
     .source_types = {Type::F16x2},
     .traits = kCompare,
     .decode = decode_set,
     .meaning = "d = (a cmp b) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0, in both halves",
     .section = "Half Precision Comparison Instructions: set",
     .version = 42,
     .target = 53},
    {.name = "set.bool.f16x2",
     .syntax = "set.cmp.and|.or|.xor{.ftz}.type.stype d, a:stype, b:stype, {!}c:pred",
     .types = {Type::F16x2, Type::U32, Type::S32},
     .source_types = {Type::F16x2},
     .traits = kCompare,
     .decode = decode_set,
     .meaning = "d = ((a cmp b) bool c) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0, in both halves",
     .section = "Half Precision Comparison Instructions: set",
     .version = 42,
     .target = 53},
    {.name = "set.bf16",
     .syntax = "set.cmp.type.stype d, a:stype, b:stype",
     .types = kOfBF16,
     .source_types = {Type::BF16},
     .traits = kCompare,
     .decode = decode_set,
     .meaning = "d = (a cmp b) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0",
     .section = "Half Precision Comparison Instructions: set",
     .version = 78,
     .target = 90},
    {.name = "set.bool.bf16",
     .syntax = "set.cmp.and|.or|.xor.type.stype d, a:stype, b:stype, {!}c:pred",
     .types = kOfBF16,
     .source_types = {Type::BF16},
     .traits = kCompare,
     .decode = decode_set,
     .meaning = "d = ((a cmp b) bool c) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0",
     .section = "Half Precision Comparison Instructions: set",
     .version = 78,
     .target = 90},
    {.name = "set.bf16x2",
     .syntax = "set.cmp.type.stype d, a:stype, b:stype",
     .types = {Type::BF16x2, Type::U32, Type::S32},
     .source_types = {Type::BF16x2},
     .traits = kCompare,
     .decode = decode_set,
     .meaning = "d = (a cmp b) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0, in both halves",
     .section = "Half Precision Comparison Instructions: set",
     .version = 78,
     .target = 90},
    {.name = "set.bool.bf16x2",
     .syntax = "set.cmp.and|.or|.xor.type.stype d, a:stype, b:stype, {!}c:pred",
     .types = {Type::BF16x2, Type::U32, Type::S32},
     .source_types = {Type::BF16x2},
     .traits = kCompare,
     .decode = decode_set,
     .meaning = "d = ((a cmp b) bool c) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0, in both halves",
     .section = "Half Precision Comparison Instructions: set",
     .version = 78,
     .target = 90},
};

} // namespace

std::span<const Row> half_compare_rows() {
    return table;
}

WARPSCOPE_ISA_END
