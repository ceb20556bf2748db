// Comparison and selection (PTX ISA, "Comparison and Selection Instructions").
#include "sim/isa/families.h"
#include "sim/isa/comparison_results.h"
#include "sim/isa/decode_types.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// Integers are never unordered.
bool integer_form(Comparison comparison, Type type, Form& form) {
    const bool sizes = is_bits(type), signs = is_signed(type);
    switch (comparison) {
        case Comparison::Eq: form = {Relation::Equal, false, false}; return true;
        case Comparison::Ne: form = {Relation::Equal, false, true}; return true;
        case Comparison::Lt: form = {Relation::Less, false, false}; return !sizes;
        case Comparison::Le: form = {Relation::Less, true, true}; return !sizes;
        case Comparison::Gt: form = {Relation::Less, true, false}; return !sizes;
        case Comparison::Ge: form = {Relation::Less, false, true}; return !sizes;
        case Comparison::Lo: form = {Relation::Less, false, false}; return !sizes && !signs;
        case Comparison::Ls: form = {Relation::Less, true, true}; return !sizes && !signs;
        case Comparison::Hi: form = {Relation::Less, true, false}; return !sizes && !signs;
        case Comparison::Hs: form = {Relation::Less, false, true}; return !sizes && !signs;
        default: return false;
    }
}
/// .ftz: subnormal inputs count as zero.
struct Flush {
    float operator()(float a) const { return __builtin_fabsf(a) < __FLT_MIN__ ? 0.0f : a; }
};

template <class Kind> bool decode_integer(const Instruction& s, DecodedInstruction& d) {
    Form form{};
    const Type type = compared_type(s);
    if (!integer_form(s.modifiers.comparison, type, form)) return false;
    const bool known =
        form.relation == Relation::Equal
            ? with_word(type, [&]<class T>(Tag<T>) { d.run = Kind::template run<Equal, Keep, T>; })
            : with_arithmetic_integer(
                  type, [&]<class T>(Tag<T>) { d.run = Kind::template run<Less, Keep, T>; });
    return known && finish<Kind>(s, form, d);
}
template <class Kind> bool decode_f32(const Instruction& s, DecodedInstruction& d) {
    Form form{};
    if (s.modifiers.ftz && s.modifiers.type == Type::BF16) return false; // ptxas refuses it
    if (!float_form(s.modifiers.comparison, form)) return false;
    d.run = s.modifiers.ftz ? float_run<Kind, Flush, float>(form.relation)
                            : float_run<Kind, Keep, float>(form.relation);
    return finish<Kind>(s, form, d);
}
template <class Kind> bool decode_f64(const Instruction& s, DecodedInstruction& d) {
    Form form{};
    if (!float_form(s.modifiers.comparison, form)) return false;
    d.run = float_run<Kind, Keep, double>(form.relation);
    return finish<Kind>(s, form, d);
}

/// selp copies whole slots: what a value means does not matter.
template <class T> Outcome run_selp(Context& c, const DecodedInstruction& i) {
    const T *a = lanes<T>(c, i.operand[1]), *b = lanes<T>(c, i.operand[2]);
    const LaneMask choose = predicate_operand(c, i, 3);
    write_lanes<T>(c, i.operand[0],
                   [&](unsigned l) { return (choose >> l & 1) != 0 ? a[l] : b[l]; });
    return Outcome::Next;
}
bool decode_selp(const Instruction& s, DecodedInstruction& d) {
    d.run =
        size_in_bytes(s.modifiers.type) == 8 ? run_selp<std::uint64_t> : run_selp<std::uint32_t>;
    return true;
}

/// slct: NaN is not >= 0, and -0.0 is.
template <class T, class C, class Input> Outcome run_slct(Context& c, const DecodedInstruction& i) {
    const T *a = lanes<T>(c, i.operand[1]), *b = lanes<T>(c, i.operand[2]);
    const Slot<C>* e = lanes<C>(c, i.operand[3]);
    write_lanes<T>(c, i.operand[0],
                   [&](unsigned l) { return Input{}(get<C>(e[l])) >= C{0} ? a[l] : b[l]; });
    return Outcome::Next;
}
template <class C, class Input> bool decode_slct_by(const Instruction& s, DecodedInstruction& d) {
    d.run = size_in_bytes(s.modifiers.type) == 8 ? run_slct<std::uint64_t, C, Input>
                                                 : run_slct<std::uint32_t, C, Input>;
    return true;
}
bool decode_slct_s32(const Instruction& s, DecodedInstruction& d) {
    return decode_slct_by<std::int32_t, Keep>(s, d);
}
bool decode_slct_f32(const Instruction& s, DecodedInstruction& d) {
    return s.modifiers.ftz ? decode_slct_by<float, Flush>(s, d) : decode_slct_by<float, Keep>(s, d);
}

constexpr TypeSet kIntegers = {Type::B16, Type::B32, Type::B64, Type::U16, Type::U32, Type::U64,
                               Type::S16, Type::S32, Type::S64};
constexpr TypeSet kSelectable = kIntegers | TypeSet{Type::F32, Type::F64};
constexpr TypeSet kSetResults = {Type::U32, Type::S32, Type::F32, Type::F16, Type::BF16};
constexpr Traits kCompare = {.instruction_class = InstructionClass::Compare, .uniform = true};

constexpr Row table[] = {
    {.name = "setp.int", .syntax = "setp.cmp.type p{|q}, a, b", .types = kIntegers, .traits = kCompare,
     .decode = decode_integer<Setp>, .meaning = "p = a cmp b; q = !(a cmp b)", .section = "setp"},
    {.name = "setp.f32", .syntax = "setp.cmp{.ftz}.type p{|q}, a, b", .types = {Type::F32},
     .traits = kCompare, .decode = decode_f32<Setp>, .meaning = "p = a cmp b; q = !(a cmp b)",
     .section = "setp"},
    {.name = "setp.f64", .syntax = "setp.cmp.type p{|q}, a, b", .types = {Type::F64}, .traits = kCompare,
     .decode = decode_f64<Setp>, .meaning = "p = a cmp b; q = !(a cmp b)", .section = "setp", .target = 13},
    {.name = "setp.bool.int", .syntax = "setp.cmp.and|.or|.xor.type p{|q}, a, b, {!}c:pred",
     .types = kIntegers, .traits = kCompare, .decode = decode_integer<Setp>,
     .meaning = "t = a cmp b; p = t bool c; q = !t bool c", .section = "setp"},
    {.name = "setp.bool.f32", .syntax = "setp.cmp.and|.or|.xor{.ftz}.type p{|q}, a, b, {!}c:pred",
     .types = {Type::F32}, .traits = kCompare, .decode = decode_f32<Setp>,
     .meaning = "t = a cmp b; p = t bool c; q = !t bool c", .section = "setp"},
    {.name = "setp.bool.f64", .syntax = "setp.cmp.and|.or|.xor.type p{|q}, a, b, {!}c:pred",
     .types = {Type::F64}, .traits = kCompare, .decode = decode_f64<Setp>,
     .meaning = "t = a cmp b; p = t bool c; q = !t bool c", .section = "setp", .target = 13},

    {.name = "set.int", .syntax = "set.cmp.type.stype d, a:stype, b:stype", .types = kSetResults,
     .source_types = kIntegers, .traits = kCompare, .decode = decode_integer<Set>,
     .meaning = "d = (a cmp b) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0", .section = "set"},
    {.name = "set.f32", .syntax = "set.cmp{.ftz}.type.stype d, a:stype, b:stype", .types = kSetResults,
     .source_types = {Type::F32}, .traits = kCompare, .decode = decode_f32<Set>,
     .meaning = "d = (a cmp b) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0", .section = "set"},
    {.name = "set.f64", .syntax = "set.cmp.type.stype d, a:stype, b:stype", .types = kSetResults,
     .source_types = {Type::F64}, .traits = kCompare, .decode = decode_f64<Set>,
     .meaning = "d = (a cmp b) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0", .section = "set", .target = 13},
    {.name = "set.bool.int", .syntax = "set.cmp.and|.or|.xor.type.stype d, a:stype, b:stype, {!}c:pred",
     .types = kSetResults, .source_types = kIntegers, .traits = kCompare, .decode = decode_integer<Set>,
     .meaning = "d = ((a cmp b) bool c) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0", .section = "set"},
    {.name = "set.bool.f32",
     .syntax = "set.cmp.and|.or|.xor{.ftz}.type.stype d, a:stype, b:stype, {!}c:pred", .types = kSetResults,
     .source_types = {Type::F32}, .traits = kCompare, .decode = decode_f32<Set>,
     .meaning = "d = ((a cmp b) bool c) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0", .section = "set"},
    {.name = "set.bool.f64", .syntax = "set.cmp.and|.or|.xor.type.stype d, a:stype, b:stype, {!}c:pred",
     .types = kSetResults, .source_types = {Type::F64}, .traits = kCompare, .decode = decode_f64<Set>,
     .meaning = "d = ((a cmp b) bool c) ? (isFloat(d) ? 1.0 : 0xffffffff) : 0", .section = "set",
     .target = 13},

    {.name = "selp.int", .syntax = "selp.type d, a, b, c:pred", .types = kIntegers, .traits = kCompare,
     .decode = decode_selp, .meaning = "d = c ? a : b", .section = "selp"},
    {.name = "selp.f32", .syntax = "selp.type d, a, b, c:pred", .types = {Type::F32}, .traits = kCompare,
     .decode = decode_selp, .meaning = "d = c ? a : b", .section = "selp"},
    {.name = "selp.f64", .syntax = "selp.type d, a, b, c:pred", .types = {Type::F64}, .traits = kCompare,
     .decode = decode_selp, .meaning = "d = c ? a : b", .section = "selp", .target = 13},
    {.name = "slct.s32", .syntax = "slct.type.stype d, a, b, c:stype", .types = kSelectable,
     .source_types = {Type::S32}, .traits = kCompare, .decode = decode_slct_s32,
     .meaning = "d = (c >= 0) ? a : b", .section = "slct"},
    {.name = "slct.f32", .syntax = "slct{.ftz}.type.stype d, a, b, c:stype", .types = kSelectable,
     .source_types = {Type::F32}, .traits = kCompare, .decode = decode_slct_f32,
     .meaning = "d = (c >= 0) ? a : b", .section = "slct"},
};

}  // namespace

std::span<const Row> compare_rows() { return table; }

WARPSCOPE_ISA_END
