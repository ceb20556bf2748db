// Logic, shifts and bit manipulation (PTX ISA, "Logic and Shift Instructions" and the bit-field,
// counting and permuting part of "Integer Arithmetic Instructions").
#include "sim/isa/families.h"
#include "sim/isa/decode_types.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

using U32 = std::uint32_t;
using S32 = std::int32_t;
using U64 = std::uint64_t;

struct And {
    template <class T> T operator()(T a, T b) const { return static_cast<T>(a & b); }
};
struct Or {
    template <class T> T operator()(T a, T b) const { return static_cast<T>(a | b); }
};
struct Xor {
    template <class T> T operator()(T a, T b) const { return static_cast<T>(a ^ b); }
};
struct Not {
    template <class T> T operator()(T a) const { return static_cast<T>(~a); }
};
struct Cnot {
    template <class T> T operator()(T a) const { return a == 0 ? T{1} : T{0}; }
};

// Shift amounts beyond the width clamp to the width.
struct Shl {
    template <class T>
    T operator()(T a, U32 b) const {
        return b < kBits<T> ? static_cast<T>(word(a) << b) : T{0};
    }
};
struct Shr {
    template <class T> T operator()(T a, U32 b) const {
        constexpr U32 last = kBits<T> - 1;
        const T shifted = static_cast<T>(a >> (b < last ? b : last));
        if constexpr (static_cast<T>(-1) < T{0}) return shifted;
        else return b <= last ? shifted : T{0};
    }
};
/// ptxas 13.0 looks at the low half only of the constant by which 16 bits are shifted.
template <class Shift> struct ShiftByLowHalf {
    template <class T> T operator()(T a, U32 b) const { return Shift{}(a, b & 0xffffu); }
};

/// The funnel: b above a, 64 bits.
struct FunnelLeft {
    static U32 at(U32 a, U32 b, U32 n) { return static_cast<U32>(((U64{b} << 32 | a) << n) >> 32); }
};
struct FunnelRight {
    static U32 at(U32 a, U32 b, U32 n) { return static_cast<U32>((U64{b} << 32 | a) >> n); }
};
template <class Funnel> struct ShfClamp {
    U32 operator()(U32 a, U32 b, U32 c) const { return Funnel::at(a, b, c < 32 ? c : 32); }
};
template <class Funnel> struct ShfWrap {
    U32 operator()(U32 a, U32 b, U32 c) const { return Funnel::at(a, b, c & 31); }
};

/// PTX ISA, "bfe" and "bfi": only the low eight bits of a field's position and length count. NVIDIA's
/// processors do that in the 32-bit forms alone, and so does this.
template <class T> WARPSCOPE_INLINE U32 field_number(U32 value) {
    return kBits<T> == 32 ? value & 0xff : value;
}
template <class U> WARPSCOPE_INLINE U field_mask(U32 length) {
    return length < kBits<U> ? static_cast<U>((U{1} << length) - 1) : static_cast<U>(~U{0});
}
struct Bfe {
    template <class T> T operator()(T a, U32 b, U32 c) const {
        const U32 position = field_number<T>(b), length = field_number<T>(c);
        const Word<T> field = word(Shr{}(a, position)) & field_mask<Word<T>>(length);
        if constexpr (static_cast<T>(-1) < T{0}) {
            const U32 top = kBits<T> - 1;
            const bool inside = position < top && length <= top - position;
            const U32 end = inside ? position + length - 1 : top;
            const bool sign = length != 0 && (word(a) >> (end & top) & 1) != 0;
            return static_cast<T>(sign ? field | ~field_mask<Word<T>>(length) : field);
        } else {
            return field;
        }
    }
};
struct Bfi {
    template <class T> T operator()(T a, T b, U32 c, U32 d) const {
        const U32 position = field_number<T>(c), length = field_number<T>(d);
        const T field = Shl{}(field_mask<T>(length), position);
        return (b & ~field) | (Shl{}(a, position) & field);
    }
};

WARPSCOPE_INLINE U32 count_ones(U64 a) {
    a -= a >> 1 & 0x5555555555555555u;
    a = (a & 0x3333333333333333u) + (a >> 2 & 0x3333333333333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<U32>(a * 0x0101010101010101u >> 56);
}
WARPSCOPE_INLINE U32 count_ones(U32 a) {
    a -= a >> 1 & 0x55555555u;
    a = (a & 0x33333333u) + (a >> 2 & 0x33333333u);
    a = (a + (a >> 4)) & 0x0f0f0f0fu;
    return a * 0x01010101u >> 24;
}
struct Popc {
    template <class T> U32 operator()(T a) const { return count_ones(a); }
};
struct Clz {
    U32 operator()(U32 a) const { return a == 0 ? 32 : static_cast<U32>(__builtin_clz(a)); }
    U32 operator()(U64 a) const { return a == 0 ? 64 : static_cast<U32>(__builtin_clzll(a)); }
};
/// Position of the most significant bit that is not a copy of the sign; all ones when there is
/// none.
struct Bfind {
    template <class T>
    U32 operator()(T a) const {
        return kBits<T> - 1 - Clz{}(word(a < 0 ? static_cast<T>(~a) : a));
    }
};
/// Instead of the position, the left shift that brings the bit to the top.
struct BfindShiftAmount {
    template <class T> U32 operator()(T a) const {
        const U32 position = Bfind{}(a);
        return position == UINT32_MAX ? position : kBits<T> - 1 - position;
    }
};
struct Brev {
    U64 operator()(U64 a) const {
        a = (a >> 1 & 0x5555555555555555u) | (a & 0x5555555555555555u) << 1;
        a = (a >> 2 & 0x3333333333333333u) | (a & 0x3333333333333333u) << 2;
        a = (a >> 4 & 0x0f0f0f0f0f0f0f0fu) | (a & 0x0f0f0f0f0f0f0f0fu) << 4;
        return __builtin_bswap64(a);
    }
    U32 operator()(U32 a) const { return static_cast<U32>((*this)(U64{a}) >> 32); }
};

/// prmt: the selectors are nibbles; bit 3 of one replicates the byte's sign.
WARPSCOPE_INLINE U32 permute(U32 a, U32 b, U32 selectors) {
    const U64 bytes = U64{b} << 32 | a;
    U32 d = 0;
    for (unsigned k = 0; k < 4; ++k) {
        const U32 selector = selectors >> (4 * k) & 0xf;
        U32 byte = static_cast<U32>(bytes >> (8 * (selector & 7))) & 0xff;
        if ((selector & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
        d |= byte << (8 * k);
    }
    return d;
}
struct Prmt {
    U32 operator()(U32 a, U32 b, U32 c) const { return permute(a, b, c); }
};
/// The special modes: the low two bits of c choose one of these selectors, listed for c = 3, 2, 1,
/// 0.
template <Operation Mode> struct PrmtMode {
    U32 operator()(U32 a, U32 b, U32 c) const {
        constexpr U64 selectors = Mode == Operation::Forward4         ? 0x6543'5432'4321'3210u
                                  : Mode == Operation::Backward4      ? 0x0123'7012'6701'5670u
                                  : Mode == Operation::Replicate8     ? 0x3333'2222'1111'0000u
                                  : Mode == Operation::EdgeClampLeft  ? 0x3333'3222'3211'3210u
                                  : Mode == Operation::EdgeClampRight ? 0x3210'2210'1110'0000u
                                                                      : 0x3232'1010'3232'1010u;
        return permute(a, b, static_cast<U32>(selectors >> (16 * (c & 3))) & 0xffff);
    }
};

/// Position of the |offset|-th one of the mask, counted from bit base upwards or downwards.
struct Fns {
    U32 operator()(U32 mask, U32 base, S32 offset) const {
        if (offset == INT32_MIN) return 0; // its magnitude is no s32: what ptxas 13.0's loop gives
        if (offset == 0) return base < 32 && (mask >> base & 1) != 0 ? base : UINT32_MAX;
        U32 remaining = offset > 0 ? word(offset) : 0u - word(offset);
        for (U32 position = base; position < 32; position += offset > 0 ? 1 : UINT32_MAX)
            if ((mask >> position & 1) != 0 && --remaining == 0) return position;
        return UINT32_MAX;
    }
};

WARPSCOPE_INLINE U32 bits_from(U32 a, U32 b) {
    return static_cast<U32>(U64{field_mask<U32>(b)} << a);
}
struct BmskClamp {
    U32 operator()(U32 a, U32 b) const { return a < 32 ? bits_from(a, b < 32 ? b : 32) : 0; }
};
struct BmskWrap {
    U32 operator()(U32 a, U32 b) const { return bits_from(a & 31, b & 31); }
};

struct SzextClamp {
    template <class T> T operator()(T a, U32 b) const { return b < 32 ? Bfe{}(a, 0, b) : a; }
};
struct SzextWrap {
    template <class T> T operator()(T a, U32 b) const { return Bfe{}(a, 0, b & 31); }
};

/// Logic on predicates works on all lanes' masks at once.
template <class Op> Outcome run_predicate(Context& c, const DecodedInstruction& i) {
    set_predicate(c, i, 0, Op{}(predicate_operand(c, i, 1), predicate_operand(c, i, 2)));
    return Outcome::Next;
}
template <class Op> Outcome run_predicate_unary(Context& c, const DecodedInstruction& i) {
    set_predicate(c, i, 0, Op{}(predicate_operand(c, i, 1)));
    return Outcome::Next;
}
template <Execute Run> bool decode_as(const Instruction&, DecodedInstruction& d) {
    d.run = Run;
    return true;
}

template <class Op> bool decode_unary(const Instruction& s, DecodedInstruction& d) {
    return with_word(s.modifiers.type, [&]<class T>(Tag<T>) { d.run = unary<Op, T, T>; });
}
template <class Op> bool decode_binary(const Instruction& s, DecodedInstruction& d) {
    return with_word(s.modifiers.type, [&]<class T>(Tag<T>) { d.run = binary<Op, T, T, T>; });
}
template <class Shift> bool decode_shift(const Instruction& s, DecodedInstruction& d) {
    const bool by_constant = s.operands[2].kind == Operand::Kind::Immediate;
    return with_arithmetic_integer(s.modifiers.type, [&]<class T>(Tag<T>) {
        d.run = by_constant && sizeof(T) == 2 ? binary<ShiftByLowHalf<Shift>, T, T, U32>
                                              : binary<Shift, T, T, U32>;
    });
}
/// Calls use(Tag<T>{}) for the types of 32 and 64 bits.
template <class Use> bool with_32_or_64(Type type, Use use) {
    switch (type) {
        case Type::U32: case Type::B32: use(Tag<U32>{}); return true;
        case Type::S32: use(Tag<S32>{}); return true;
        case Type::U64: case Type::B64: use(Tag<U64>{}); return true;
        case Type::S64: use(Tag<std::int64_t>{}); return true;
        default: return false;
    }
}
bool decode_bfe(const Instruction& s, DecodedInstruction& d) {
    return with_32_or_64(s.modifiers.type,
                         [&]<class T>(Tag<T>) { d.run = ternary<Bfe, T, T, U32, U32>; });
}
template <class Op> bool decode_find(const Instruction& s, DecodedInstruction& d) {
    return with_32_or_64(s.modifiers.type, [&]<class T>(Tag<T>) { d.run = unary<Op, U32, T>; });
}
template <class Op> bool decode_count(const Instruction& s, DecodedInstruction& d) {
    d.run = size_in_bytes(s.modifiers.type) == 8 ? unary<Op, U32, U64> : unary<Op, U32, U32>;
    return true;
}
bool decode_brev(const Instruction& s, DecodedInstruction& d) {
    d.run = size_in_bytes(s.modifiers.type) == 8 ? unary<Brev, U64, U64> : unary<Brev, U32, U32>;
    return true;
}
template <class Op> bool decode_szext(const Instruction& s, DecodedInstruction& d) {
    d.run = is_signed(s.modifiers.type) ? binary<Op, S32, S32, U32> : binary<Op, U32, U32, U32>;
    return true;
}

template <class T> Outcome run_bfi(Context& c, const DecodedInstruction& i) {
    const T *a = lanes<T>(c, i.operand[1]), *b = lanes<T>(c, i.operand[2]);
    const U32 *position = lanes<U32>(c, i.operand[3]), *length = lanes<U32>(c, i.operand[4]);
    write_lanes<T>(c, i.operand[0],
                   [&](unsigned l) { return Bfi{}(a[l], b[l], position[l], length[l]); });
    return Outcome::Next;
}
bool decode_bfi(const Instruction& s, DecodedInstruction& d) {
    d.run = size_in_bytes(s.modifiers.type) == 8 ? run_bfi<U64> : run_bfi<U32>;
    return true;
}
template <Operation Mode> constexpr Execute kPrmtMode = ternary<PrmtMode<Mode>, U32, U32, U32, U32>;
bool decode_prmt(const Instruction& s, DecodedInstruction& d) {
    switch (s.modifiers.operation) {
        case Operation::None: d.run = ternary<Prmt, U32, U32, U32, U32>; return true;
        case Operation::Forward4: d.run = kPrmtMode<Operation::Forward4>; return true;
        case Operation::Backward4: d.run = kPrmtMode<Operation::Backward4>; return true;
        case Operation::Replicate8: d.run = kPrmtMode<Operation::Replicate8>; return true;
        case Operation::EdgeClampLeft: d.run = kPrmtMode<Operation::EdgeClampLeft>; return true;
        case Operation::EdgeClampRight: d.run = kPrmtMode<Operation::EdgeClampRight>; return true;
        case Operation::Replicate16: d.run = kPrmtMode<Operation::Replicate16>; return true;
        default: return false;
    }
}

constexpr TypeSet kBitTypes = {Type::B16, Type::B32, Type::B64};
constexpr TypeSet kBits32And64 = {Type::B32, Type::B64};
constexpr TypeSet kIntegers32And64 = {Type::U32, Type::S32, Type::U64, Type::S64};
constexpr TypeSet kShiftRight = {Type::B16, Type::B32, Type::B64, Type::U16, Type::U32, Type::U64,
                                 Type::S16, Type::S32, Type::S64};
constexpr Traits kBit = {.instruction_class = InstructionClass::Bit, .uniform = true};

constexpr Row table[] = {
    {.name = "and", .syntax = "and.type d, a, b", .types = kBitTypes, .traits = kBit,
     .decode = decode_binary<And>, .meaning = "d = a & b", .section = "and"},
    {.name = "or", .syntax = "or.type d, a, b", .types = kBitTypes, .traits = kBit,
     .decode = decode_binary<Or>, .meaning = "d = a | b", .section = "or"},
    {.name = "xor", .syntax = "xor.type d, a, b", .types = kBitTypes, .traits = kBit,
     .decode = decode_binary<Xor>, .meaning = "d = a ^ b", .section = "xor"},
    {.name = "not", .syntax = "not.type d, a", .types = kBitTypes, .traits = kBit,
     .decode = decode_unary<Not>, .meaning = "d = ~a", .section = "not"},
    {.name = "cnot", .syntax = "cnot.type d, a", .types = kBitTypes, .traits = kBit,
     .decode = decode_unary<Cnot>, .meaning = "d = (a == 0) ? 1 : 0", .section = "cnot"},
    {.name = "and.pred", .syntax = "and.type d, a, b", .types = {Type::Pred}, .traits = kBit,
     .decode = decode_as<run_predicate<And>>, .meaning = "d = a && b", .section = "and"},
    {.name = "or.pred", .syntax = "or.type d, a, b", .types = {Type::Pred}, .traits = kBit,
     .decode = decode_as<run_predicate<Or>>, .meaning = "d = a || b", .section = "or"},
    {.name = "xor.pred", .syntax = "xor.type d, a, b", .types = {Type::Pred}, .traits = kBit,
     .decode = decode_as<run_predicate<Xor>>, .meaning = "d = a != b", .section = "xor"},
    {.name = "not.pred", .syntax = "not.type d, a", .types = {Type::Pred}, .traits = kBit,
     .decode = decode_as<run_predicate_unary<Not>>, .meaning = "d = !a", .section = "not"},

    {.name = "shl", .syntax = "shl.type d, a, b:u32", .types = kBitTypes, .traits = kBit,
     .decode = decode_shift<Shl>, .meaning = "d = a << min(b, n)", .section = "shl"},
    {.name = "shr", .syntax = "shr.type d, a, b:u32", .types = kShiftRight, .traits = kBit,
     .decode = decode_shift<Shr>, .meaning = "d = a >> min(b, n)", .section = "shr"},
    {.name = "shf.l.clamp", .syntax = "shf.l.clamp.type d, a, b, c:u32", .types = {Type::B32},
     .traits = kBit, .decode = decode_as<ternary<ShfClamp<FunnelLeft>, U32, U32, U32, U32>>,
     .meaning = "d = ([b, a] << min(c, 32))<63..32>", .section = "shf", .version = 31, .target = 32},
    {.name = "shf.l.wrap", .syntax = "shf.l.wrap.type d, a, b, c:u32", .types = {Type::B32}, .traits = kBit,
     .decode = decode_as<ternary<ShfWrap<FunnelLeft>, U32, U32, U32, U32>>,
     .meaning = "d = ([b, a] << (c & 31))<63..32>", .section = "shf", .version = 31, .target = 32},
    {.name = "shf.r.clamp", .syntax = "shf.r.clamp.type d, a, b, c:u32", .types = {Type::B32},
     .traits = kBit, .decode = decode_as<ternary<ShfClamp<FunnelRight>, U32, U32, U32, U32>>,
     .meaning = "d = ([b, a] >> min(c, 32))<31..0>", .section = "shf", .version = 31, .target = 32},
    {.name = "shf.r.wrap", .syntax = "shf.r.wrap.type d, a, b, c:u32", .types = {Type::B32}, .traits = kBit,
     .decode = decode_as<ternary<ShfWrap<FunnelRight>, U32, U32, U32, U32>>,
     .meaning = "d = ([b, a] >> (c & 31))<31..0>", .section = "shf", .version = 31, .target = 32},

    {.name = "bfe", .syntax = "bfe.type d, a, b:u32, c:u32", .types = kIntegers32And64, .traits = kBit,
     .decode = decode_bfe, .meaning = "d = field of a at b, c bits long, extended", .section = "bfe",
     .version = 20, .target = 20},
    {.name = "bfi", .syntax = "bfi.type d, a, b, c:u32, e:u32", .types = kBits32And64, .traits = kBit,
     .decode = decode_bfi, .meaning = "d = b with the low e bits of a put at c", .section = "bfi",
     .version = 20, .target = 20},
    {.name = "popc", .syntax = "popc.type d:u32, a", .types = kBits32And64, .traits = kBit,
     .decode = decode_count<Popc>, .meaning = "d = number of ones in a", .section = "popc", .version = 20,
     .target = 20},
    {.name = "clz", .syntax = "clz.type d:u32, a", .types = kBits32And64, .traits = kBit,
     .decode = decode_count<Clz>, .meaning = "d = number of zeros above the highest one of a",
     .section = "clz", .version = 20, .target = 20},
    {.name = "bfind", .syntax = "bfind.type d:u32, a", .types = kIntegers32And64, .traits = kBit,
     .decode = decode_find<Bfind>,
     .meaning = "d = position of the highest bit of a that differs from its sign, or -1", .section = "bfind",
     .version = 20, .target = 20},
    {.name = "bfind.shiftamt", .syntax = "bfind.shiftamt.type d:u32, a", .types = kIntegers32And64,
     .traits = kBit, .decode = decode_find<BfindShiftAmount>,
     .meaning = "d = left shift that brings bfind's bit to the top, or -1", .section = "bfind",
     .version = 20, .target = 20},
    {.name = "brev", .syntax = "brev.type d, a", .types = kBits32And64, .traits = kBit,
     .decode = decode_brev, .meaning = "d<k> = a<n-1-k>", .section = "brev", .version = 20, .target = 20},
    {.name = "prmt", .syntax = "prmt.type{.f4e|.b4e|.rc8|.ecl|.ecr|.rc16} d, a, b, c", .types = {Type::B32},
     .traits = kBit, .decode = decode_prmt, .meaning = "d.byte[k] = [b, a].byte[c.nibble[k]]",
     .section = "prmt", .version = 20, .target = 20},
    {.name = "fns", .syntax = "fns.type d, a, b, c:s32", .types = {Type::B32}, .traits = kBit,
     .decode = decode_as<ternary<Fns, U32, U32, U32, S32>>,
     .meaning = "d = position of the c-th one of a from bit b", .section = "fns", .version = 60,
     .target = 30},
    {.name = "bmsk.clamp", .syntax = "bmsk.clamp.type d, a, b", .types = {Type::B32}, .traits = kBit,
     .decode = decode_as<binary<BmskClamp, U32, U32, U32>>, .meaning = "d = b ones from bit a upwards",
     .section = "bmsk", .version = 76, .target = 70},
    {.name = "bmsk.wrap", .syntax = "bmsk.wrap.type d, a, b", .types = {Type::B32}, .traits = kBit,
     .decode = decode_as<binary<BmskWrap, U32, U32, U32>>,
     .meaning = "d = (b & 31) ones from bit (a & 31) upwards", .section = "bmsk", .version = 76,
     .target = 70},
    {.name = "szext.clamp", .syntax = "szext.clamp.type d, a, b:u32", .types = {Type::U32, Type::S32},
     .traits = kBit, .decode = decode_szext<SzextClamp>,
     .meaning = "d = low b bits of a, extended; a when b > 31", .section = "szext", .version = 76,
     .target = 70},
    {.name = "szext.wrap", .syntax = "szext.wrap.type d, a, b:u32", .types = {Type::U32, Type::S32},
     .traits = kBit, .decode = decode_szext<SzextWrap>, .meaning = "d = low (b & 31) bits of a, extended",
     .section = "szext", .version = 76, .target = 70},
};

}  // namespace

std::span<const Row> bit_rows() { return table; }

WARPSCOPE_ISA_END
