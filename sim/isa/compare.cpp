// Comparison and selection (PTX ISA, "Comparison and Selection Instructions").
#include "sim/isa/families.h"
#include "sim/isa/decode_types.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

// Every comparison is one of five relations, with its operands in order or exchanged, and its
// outcome as it is or complemented: an unordered comparison is the complement of the opposite
// ordered one.
struct Equal {
    template <class T> bool operator()(T a, T b) const { return a == b; }
};
struct Less {
    template <class T> bool operator()(T a, T b) const { return a < b; }
};
struct LessEqual {
    template <class T> bool operator()(T a, T b) const { return a <= b; }
};
/// False when either is NaN, unlike C++'s !=.
struct Different {
    template <class T> bool operator()(T a, T b) const { return a < b || a > b; }
};
struct BothNumbers {
    template <class T> bool operator()(T a, T b) const { return a == a && b == b; }
};

enum class Relation : std::uint8_t { Equal, Less, LessEqual, Different, BothNumbers };
struct Form {
    Relation relation;
    bool exchanged, complemented;
};

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
bool float_form(Comparison comparison, Form& form) {
    switch (comparison) {
        case Comparison::Eq: form = {Relation::Equal, false, false}; return true;
        case Comparison::Ne: form = {Relation::Different, false, false}; return true;
        case Comparison::Lt: form = {Relation::Less, false, false}; return true;
        case Comparison::Le: form = {Relation::LessEqual, false, false}; return true;
        case Comparison::Gt: form = {Relation::Less, true, false}; return true;
        case Comparison::Ge: form = {Relation::LessEqual, true, false}; return true;
        case Comparison::Equ: form = {Relation::Different, false, true}; return true;
        case Comparison::Neu: form = {Relation::Equal, false, true}; return true;
        case Comparison::Ltu: form = {Relation::LessEqual, true, true}; return true;
        case Comparison::Leu: form = {Relation::Less, true, true}; return true;
        case Comparison::Gtu: form = {Relation::LessEqual, false, true}; return true;
        case Comparison::Geu: form = {Relation::Less, false, true}; return true;
        case Comparison::Num: form = {Relation::BothNumbers, false, false}; return true;
        case Comparison::Nan: form = {Relation::BothNumbers, false, true}; return true;
        default: return false;
    }
}

/// .ftz: subnormal inputs count as zero.
struct Keep {
    template <class T> T operator()(T a) const { return a; }
};
struct Flush {
    float operator()(float a) const { return __builtin_fabsf(a) < __FLT_MIN__ ? 0.0f : a; }
};

// DecodedInstruction::detail of setp and set: complement, then which combination, then how `set`
// writes true.
constexpr std::uint8_t kComplement = 1, kAnd = 2, kOr = 4, kXor = 6, kCombination = 6,
                       kFloatTrue = 8;

WARPSCOPE_INLINE LaneMask combine(LaneMask test, LaneMask with, unsigned detail) {
    switch (detail & kCombination) {
        case kAnd: return test & with;
        case kOr: return test | with;
        case kXor: return test ^ with;
        default: return test;
    }
}

/// The comparison's outcome in all lanes; the sources are operands First and First + 1.
template <class Test, class Input, class T, unsigned First>
WARPSCOPE_INLINE LaneMask compare(Context& c, const DecodedInstruction& i) {
    const Slot<T> *a = lanes<T>(c, i.operand[First]), *b = lanes<T>(c, i.operand[First + 1]);
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
/// set: all ones or 1.0f for true.
struct Set {
    template<class Test, class Input, class T>
    static Outcome run(Context& c, const DecodedInstruction& i) {
        const LaneMask test = compare<Test, Input, T, 1>(c, i);
        const LaneMask with = (i.detail & kCombination) != 0 ? predicate_operand(c, i, 3) : 0;
        const LaneMask result = combine(test, with, i.detail);
        const std::uint32_t yes = (i.detail & kFloatTrue) != 0 ? 0x3f800000u : UINT32_MAX;
        write_lanes<std::uint32_t>(c, i.operand[0],
                                   [&](unsigned l) { return (result >> l & 1) != 0 ? yes : 0; });
        return Outcome::Next;
    }
    static constexpr unsigned kFirst = 1;
};

template <class Kind> bool finish(const Instruction& s, const Form& form, DecodedInstruction& d) {
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
    if (s.modifiers.type == Type::F32) d.detail |= kFloatTrue;
    return true;
}

/// setp has one type; set's second one is that of its sources.
Type compared_type(const Instruction& s) {
    return s.modifiers.source_type == Type::None ? s.modifiers.type : s.modifiers.source_type;
}

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
template <class Kind, class Input, class T> Execute float_run(Relation relation) {
    switch (relation) {
        case Relation::Equal: return Kind::template run<Equal, Input, T>;
        case Relation::Less: return Kind::template run<Less, Input, T>;
        case Relation::LessEqual: return Kind::template run<LessEqual, Input, T>;
        case Relation::Different: return Kind::template run<Different, Input, T>;
        default: return Kind::template run<BothNumbers, Input, T>;
    }
}
template <class Kind> bool decode_f32(const Instruction& s, DecodedInstruction& d) {
    Form form{};
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
constexpr TypeSet kSetResults = {Type::U32, Type::S32, Type::F32};
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
     .meaning = "d = (a cmp b) ? (isFloat(d) ? 1.0f : 0xffffffff) : 0", .section = "set"},
    {.name = "set.f32", .syntax = "set.cmp{.ftz}.type.stype d, a:stype, b:stype", .types = kSetResults,
     .source_types = {Type::F32}, .traits = kCompare, .decode = decode_f32<Set>,
     .meaning = "d = (a cmp b) ? (isFloat(d) ? 1.0f : 0xffffffff) : 0", .section = "set"},
    {.name = "set.f64", .syntax = "set.cmp.type.stype d, a:stype, b:stype", .types = kSetResults,
     .source_types = {Type::F64}, .traits = kCompare, .decode = decode_f64<Set>,
     .meaning = "d = (a cmp b) ? (isFloat(d) ? 1.0f : 0xffffffff) : 0", .section = "set", .target = 13},
    {.name = "set.bool.int", .syntax = "set.cmp.and|.or|.xor.type.stype d, a:stype, b:stype, {!}c:pred",
     .types = kSetResults, .source_types = kIntegers, .traits = kCompare, .decode = decode_integer<Set>,
     .meaning = "d = ((a cmp b) bool c) ? (isFloat(d) ? 1.0f : 0xffffffff) : 0", .section = "set"},
    {.name = "set.bool.f32",
     .syntax = "set.cmp.and|.or|.xor{.ftz}.type.stype d, a:stype, b:stype, {!}c:pred", .types = kSetResults,
     .source_types = {Type::F32}, .traits = kCompare, .decode = decode_f32<Set>,
     .meaning = "d = ((a cmp b) bool c) ? (isFloat(d) ? 1.0f : 0xffffffff) : 0", .section = "set"},
    {.name = "set.bool.f64", .syntax = "set.cmp.and|.or|.xor.type.stype d, a:stype, b:stype, {!}c:pred",
     .types = kSetResults, .source_types = {Type::F64}, .traits = kCompare, .decode = decode_f64<Set>,
     .meaning = "d = ((a cmp b) bool c) ? (isFloat(d) ? 1.0f : 0xffffffff) : 0", .section = "set",
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
