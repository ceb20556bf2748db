// Integer arithmetic (PTX ISA, "Integer Arithmetic Instructions").
#include "sim/isa/families.h"
#include "sim/isa/decode_types.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

constexpr TypeSet kIntegers = {Type::U16, Type::S16, Type::U32, Type::S32, Type::U64, Type::S64};
constexpr TypeSet kWidening = {Type::U16, Type::S16, Type::U32, Type::S32};
constexpr TypeSet kSigned = {Type::S16, Type::S32, Type::S64};
constexpr TypeSet kInteger32 = {Type::U32, Type::S32};
constexpr TypeSet kPairs = {Type::U16x2, Type::S16x2};

/// The type of a product that cannot overflow.
template <class T> struct WideOf;
template <> struct WideOf<std::uint16_t> { using type = std::uint32_t; };
template <> struct WideOf<std::int16_t> { using type = std::int32_t; };
template <> struct WideOf<std::uint32_t> { using type = std::uint64_t; };
template <> struct WideOf<std::int32_t> { using type = std::int64_t; };
template <> struct WideOf<std::uint64_t> { __extension__ using type = unsigned __int128; };
template <> struct WideOf<std::int64_t> { __extension__ using type = __int128; };
template <class T> using Wide = typename WideOf<T>::type;

WARPSCOPE_INLINE std::int32_t clamp_s32(std::int64_t v) {
    return static_cast<std::int32_t>(v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : v);
}

// Wrapping results do not depend on signedness: decode uses these with unsigned types.
struct Add {
    template <class T> T operator()(T a, T b) const { return static_cast<T>(word(a) + word(b)); }
};
struct Sub {
    template <class T> T operator()(T a, T b) const { return static_cast<T>(word(a) - word(b)); }
};
struct MulLo {
    template <class T> T operator()(T a, T b) const { return static_cast<T>(word(a) * word(b)); }
};
struct MadLo {
    template <class T> T operator()(T a, T b, T c) const {
        return static_cast<T>(word(a) * word(b) + word(c));
    }
};
struct Neg {
    template <class T> T operator()(T a) const { return static_cast<T>(Word<T>{0} - word(a)); }
};

struct AddSat {
    std::int32_t operator()(std::int32_t a, std::int32_t b) const {
        return clamp_s32(std::int64_t{a} + b);
    }
};
struct SubSat {
    std::int32_t operator()(std::int32_t a, std::int32_t b) const {
        return clamp_s32(std::int64_t{a} - b);
    }
};

struct MulHi {
    template <class T>
    T operator()(T a, T b) const {
        return static_cast<T>((Wide<T>{a} * Wide<T>{b}) >> kBits<T>);
    }
};
struct MadHi {
    template <class T> T operator()(T a, T b, T c) const {
        return Add{}(MulHi{}(a, b), c);
    }
};
struct MadHiSat {
    std::int32_t operator()(std::int32_t a, std::int32_t b, std::int32_t c) const {
        return clamp_s32(std::int64_t{MulHi{}(a, b)} + c);
    }
};
struct MulWide {
    template <class T> Wide<T> operator()(T a, T b) const { return Wide<T>{a} * Wide<T>{b}; }
};
struct MadWide {
    template <class T> Wide<T> operator()(T a, T b, Wide<T> c) const {
        return Add{}(MulWide{}(a, b), c);
    }
};

/// The 48-bit product of the low 24 bits.
WARPSCOPE_INLINE std::uint64_t product24(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{a & 0xffffff} * (b & 0xffffff);
}
WARPSCOPE_INLINE std::int64_t product24(std::int32_t a, std::int32_t b) {
    const auto low24 = [](std::int32_t v) {
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(v) << 8) >> 8;
    };
    return std::int64_t{low24(a)} * low24(b);
}
struct Mul24Lo {
    template <class T> T operator()(T a, T b) const { return static_cast<T>(product24(a, b)); }
};
struct Mul24Hi {
    template <class T>
    T operator()(T a, T b) const {
        return static_cast<T>(product24(a, b) >> 16);
    }
};
struct Mad24Lo {
    template <class T> T operator()(T a, T b, T c) const {
        return Add{}(Mul24Lo{}(a, b), c);
    }
};
struct Mad24Hi {
    template <class T> T operator()(T a, T b, T c) const {
        return Add{}(Mul24Hi{}(a, b), c);
    }
};
struct Mad24HiSat {
    std::int32_t operator()(std::int32_t a, std::int32_t b, std::int32_t c) const {
        return clamp_s32(std::int64_t{Mul24Hi{}(a, b)} + c);
    }
};

struct Sad {
    template <class T> T operator()(T a, T b, T c) const {
        return static_cast<T>((a < b ? word(b) - word(a) : word(a) - word(b)) + word(c));
    }
};

/// Division by zero is "machine-specific" in the PTX ISA; NVIDIA's processors answer all ones,
/// quotient and remainder alike. The least value divided by -1 wraps.
struct Div {
    template <class T> T operator()(T a, T b) const {
        if (b == 0) return static_cast<T>(~T{0});
        if constexpr (static_cast<T>(-1) < T{0})
            if (b == -1) return Neg{}(a);
        return static_cast<T>(a / b);
    }
};
struct Rem {
    template <class T> T operator()(T a, T b) const {
        if (b == 0) return static_cast<T>(~T{0});
        if constexpr (static_cast<T>(-1) < T{0})
            if (b == -1) return 0;
        return static_cast<T>(a % b);
    }
};

struct Abs {
    template <class T> T operator()(T a) const {
        return a < 0 ? Neg{}(a) : a;
    }
};
struct Min {
    template <class T> T operator()(T a, T b) const { return a < b ? a : b; }
};
struct Max {
    template <class T> T operator()(T a, T b) const { return a < b ? b : a; }
};

/// Op on both 16-bit halves.
template <class Op, class T> struct Pair {
    std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
        const auto low = static_cast<std::uint16_t>(Op{}(static_cast<T>(a), static_cast<T>(b)));
        const auto high =
            static_cast<std::uint16_t>(Op{}(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
        return std::uint32_t{high} << 16 | low;
    }
};

/// Byte or half-word k of a word.
template <class Part> WARPSCOPE_INLINE std::int32_t part(std::uint32_t word, unsigned k) {
    return static_cast<Part>(word >> kBits<Part> * k);
}
template <class A8, class B8> struct Dp4a {
    std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        const std::int32_t sum = part<A8>(a, 0) * part<B8>(b, 0) + part<A8>(a, 1) * part<B8>(b, 1) +
                                 part<A8>(a, 2) * part<B8>(b, 2) + part<A8>(a, 3) * part<B8>(b, 3);
        return c + word(sum);
    }
};
/// Two half-words of a with two bytes of b: the low two, or the high two.
template <class A16, class B8, unsigned FirstByte> struct Dp2a {
    std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        for (unsigned k = 0; k < 2; ++k)
            c += static_cast<std::uint32_t>(part<A16>(a, k)) *
                 static_cast<std::uint32_t>(part<B8>(b, FirstByte + k));
        return c;
    }
};

template <class Op> bool decode_wrapping_unary(const Instruction& s, DecodedInstruction& d) {
    return with_word(s.modifiers.type, [&]<class T>(Tag<T>) { d.run = unary<Op, T, T>; });
}
template <class Op> bool decode_wrapping(const Instruction& s, DecodedInstruction& d) {
    return with_word(s.modifiers.type, [&]<class T>(Tag<T>) { d.run = binary<Op, T, T, T>; });
}
template <class Op> bool decode_wrapping_ternary(const Instruction& s, DecodedInstruction& d) {
    return with_word(s.modifiers.type, [&]<class T>(Tag<T>) { d.run = ternary<Op, T, T, T, T>; });
}
template <class Op> bool decode_signed_unary(const Instruction& s, DecodedInstruction& d) {
    switch (s.modifiers.type) {
        case Type::S16: d.run = unary<Op, std::int16_t, std::int16_t>; return true;
        case Type::S32: d.run = unary<Op, std::int32_t, std::int32_t>; return true;
        case Type::S64: d.run = unary<Op, std::int64_t, std::int64_t>; return true;
        default: return false;
    }
}
template <class Op> bool decode_binary(const Instruction& s, DecodedInstruction& d) {
    return with_arithmetic_integer(s.modifiers.type,
                                   [&]<class T>(Tag<T>) { d.run = binary<Op, T, T, T>; });
}
template <class Op> bool decode_ternary(const Instruction& s, DecodedInstruction& d) {
    return with_arithmetic_integer(s.modifiers.type,
                                   [&]<class T>(Tag<T>) { d.run = ternary<Op, T, T, T, T>; });
}
template <class Op> bool decode_wide(const Instruction& s, DecodedInstruction& d) {
    switch (s.modifiers.type) {
    case Type::U16: d.run = binary<Op, std::uint32_t, std::uint16_t, std::uint16_t>; return true;
    case Type::S16: d.run = binary<Op, std::int32_t, std::int16_t, std::int16_t>; return true;
    case Type::U32: d.run = binary<Op, std::uint64_t, std::uint32_t, std::uint32_t>; return true;
    case Type::S32: d.run = binary<Op, std::int64_t, std::int32_t, std::int32_t>; return true;
    default: return false;
    }
}
template <class Op> bool decode_wide_ternary(const Instruction& s, DecodedInstruction& d) {
    switch (s.modifiers.type) {
        case Type::U16:
            d.run = ternary<Op, std::uint32_t, std::uint16_t, std::uint16_t, std::uint32_t>;
            return true;
        case Type::S16:
            d.run = ternary<Op, std::int32_t, std::int16_t, std::int16_t, std::int32_t>;
            return true;
        case Type::U32:
            d.run = ternary<Op, std::uint64_t, std::uint32_t, std::uint32_t, std::uint64_t>;
            return true;
        case Type::S32:
            d.run = ternary<Op, std::int64_t, std::int32_t, std::int32_t, std::int64_t>;
            return true;
        default: return false;
    }
}
/// Forms that exist for .u32 and .s32 only.
template <class Op> bool decode_binary32(const Instruction& s, DecodedInstruction& d) {
    if (is_signed(s.modifiers.type)) d.run = binary<Op, std::int32_t, std::int32_t, std::int32_t>;
    else d.run = binary<Op, std::uint32_t, std::uint32_t, std::uint32_t>;
    return true;
}
template <class Op> bool decode_ternary32(const Instruction& s, DecodedInstruction& d) {
    if (is_signed(s.modifiers.type))
        d.run = ternary<Op, std::int32_t, std::int32_t, std::int32_t, std::int32_t>;
    else d.run = ternary<Op, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
    return true;
}
template <class Op> bool decode_sat(const Instruction&, DecodedInstruction& d) {
    d.run = binary<Op, std::int32_t, std::int32_t, std::int32_t>;
    return true;
}
template <class Op> bool decode_sat_ternary(const Instruction&, DecodedInstruction& d) {
    d.run = ternary<Op, std::int32_t, std::int32_t, std::int32_t, std::int32_t>;
    return true;
}
template <class Op> bool decode_pair(const Instruction& s, DecodedInstruction& d) {
    using U = std::uint32_t;
    if (s.modifiers.type == Type::S16x2) d.run = binary<Pair<Op, std::int16_t>, U, U, U>;
    else d.run = binary<Pair<Op, std::uint16_t>, U, U, U>;
    return true;
}

template<class Op>
constexpr Execute kTernary32 =
    ternary<Op, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

bool decode_dp4a(const Instruction& s, DecodedInstruction& d) {
    using U = std::uint8_t;
    using S = std::int8_t;
    const bool a = is_signed(s.modifiers.type), b = is_signed(s.modifiers.source_type);
    d.run = a ? (b ? kTernary32<Dp4a<S, S>> : kTernary32<Dp4a<S, U>>)
              : (b ? kTernary32<Dp4a<U, S>> : kTernary32<Dp4a<U, U>>);
    return true;
}
template <unsigned FirstByte> bool decode_dp2a(const Instruction& s, DecodedInstruction& d) {
    using U = std::uint8_t;
    using S = std::int8_t;
    if (is_signed(s.modifiers.type))
        d.run = is_signed(s.modifiers.source_type) ? kTernary32<Dp2a<std::int16_t, S, FirstByte>>
                                                   : kTernary32<Dp2a<std::int16_t, U, FirstByte>>;
    else
        d.run = is_signed(s.modifiers.source_type) ? kTernary32<Dp2a<std::uint16_t, S, FirstByte>>
                                                   : kTernary32<Dp2a<std::uint16_t, U, FirstByte>>;
    return true;
}

constexpr Traits kArithmetic = {.instruction_class = InstructionClass::Integer, .uniform = true};

constexpr Row table[] = {
    {.name = "add.int", .syntax = "add.type d, a, b", .types = kIntegers, .traits = kArithmetic,
     .decode = decode_wrapping<Add>, .meaning = "d = a + b", .section = "add"},
    {.name = "add.sat.int", .syntax = "add.sat.type d, a, b", .types = {Type::S32}, .traits = kArithmetic,
     .decode = decode_sat<AddSat>, .meaning = "d = clamp(a + b, MININT, MAXINT)", .section = "add"},
    {.name = "add.int16x2", .syntax = "add.type d, a, b", .types = kPairs, .traits = kArithmetic,
     .decode = decode_pair<Add>, .meaning = "d[k] = a[k] + b[k]", .section = "add", .version = 80,
     .target = 90},
    {.name = "sub.int", .syntax = "sub.type d, a, b", .types = kIntegers, .traits = kArithmetic,
     .decode = decode_wrapping<Sub>, .meaning = "d = a - b", .section = "sub"},
    {.name = "sub.sat.int", .syntax = "sub.sat.type d, a, b", .types = {Type::S32}, .traits = kArithmetic,
     .decode = decode_sat<SubSat>, .meaning = "d = clamp(a - b, MININT, MAXINT)", .section = "sub"},

    {.name = "mul.lo.int", .syntax = "mul.lo.type d, a, b", .types = kIntegers, .traits = kArithmetic,
     .decode = decode_wrapping<MulLo>, .meaning = "d = (a * b)<n-1..0>", .section = "mul"},
    {.name = "mul.hi.int", .syntax = "mul.hi.type d, a, b", .types = kIntegers, .traits = kArithmetic,
     .decode = decode_binary<MulHi>, .meaning = "d = (a * b)<2n-1..n>", .section = "mul"},
    {.name = "mul.wide.int", .syntax = "mul.wide.type d:wide, a, b", .types = kWidening,
     .traits = kArithmetic, .decode = decode_wide<MulWide>, .meaning = "d = a * b", .section = "mul"},
    {.name = "mad.lo.int", .syntax = "mad.lo.type d, a, b, c", .types = kIntegers, .traits = kArithmetic,
     .decode = decode_wrapping_ternary<MadLo>, .meaning = "d = (a * b)<n-1..0> + c", .section = "mad"},
    {.name = "mad.hi.int", .syntax = "mad.hi.type d, a, b, c", .types = kIntegers, .traits = kArithmetic,
     .decode = decode_ternary<MadHi>, .meaning = "d = (a * b)<2n-1..n> + c", .section = "mad"},
    {.name = "mad.hi.sat.int", .syntax = "mad.hi.sat.type d, a, b, c", .types = {Type::S32},
     .traits = kArithmetic, .decode = decode_sat_ternary<MadHiSat>,
     .meaning = "d = clamp((a * b)<63..32> + c, MININT, MAXINT)", .section = "mad"},
    {.name = "mad.wide.int", .syntax = "mad.wide.type d:wide, a, b, c:wide", .types = kWidening,
     .traits = kArithmetic, .decode = decode_wide_ternary<MadWide>, .meaning = "d = a * b + c",
     .section = "mad"},

    {.name = "mul24.lo", .syntax = "mul24.lo.type d, a, b", .types = kInteger32, .traits = kArithmetic,
     .decode = decode_binary32<Mul24Lo>, .meaning = "d = (a<23..0> * b<23..0>)<31..0>", .section = "mul24"},
    {.name = "mul24.hi", .syntax = "mul24.hi.type d, a, b", .types = kInteger32, .traits = kArithmetic,
     .decode = decode_binary32<Mul24Hi>, .meaning = "d = (a<23..0> * b<23..0>)<47..16>", .section = "mul24"},
    {.name = "mad24.lo", .syntax = "mad24.lo.type d, a, b, c", .types = kInteger32, .traits = kArithmetic,
     .decode = decode_ternary32<Mad24Lo>, .meaning = "d = (a<23..0> * b<23..0>)<31..0> + c",
     .section = "mad24"},
    {.name = "mad24.hi", .syntax = "mad24.hi.type d, a, b, c", .types = kInteger32, .traits = kArithmetic,
     .decode = decode_ternary32<Mad24Hi>, .meaning = "d = (a<23..0> * b<23..0>)<47..16> + c",
     .section = "mad24"},
    {.name = "mad24.hi.sat", .syntax = "mad24.hi.sat.type d, a, b, c", .types = {Type::S32},
     .traits = kArithmetic, .decode = decode_sat_ternary<Mad24HiSat>,
     .meaning = "d = clamp((a<23..0> * b<23..0>)<47..16> + c, MININT, MAXINT)", .section = "mad24"},

    {.name = "sad", .syntax = "sad.type d, a, b, c", .types = kIntegers, .traits = kArithmetic,
     .decode = decode_ternary<Sad>, .meaning = "d = c + (a < b ? b - a : a - b)", .section = "sad"},
    {.name = "div.int", .syntax = "div.type d, a, b", .types = kIntegers, .traits = kArithmetic,
     .decode = decode_binary<Div>, .meaning = "d = a / b, toward zero; all ones when b == 0",
     .section = "div"},
    {.name = "rem.int", .syntax = "rem.type d, a, b", .types = kIntegers, .traits = kArithmetic,
     .decode = decode_binary<Rem>, .meaning = "d = a - b * (a / b); all ones when b == 0", .section = "rem"},
    {.name = "abs.int", .syntax = "abs.type d, a", .types = kSigned, .traits = kArithmetic,
     .decode = decode_signed_unary<Abs>, .meaning = "d = |a|; MININT stays MININT", .section = "abs"},
    {.name = "neg.int", .syntax = "neg.type d, a", .types = kSigned, .traits = kArithmetic,
     .decode = decode_wrapping_unary<Neg>, .meaning = "d = -a", .section = "neg"},
    {.name = "min.int", .syntax = "min.type d, a, b", .types = kIntegers, .traits = kArithmetic,
     .decode = decode_binary<Min>, .meaning = "d = a < b ? a : b", .section = "min"},
    {.name = "max.int", .syntax = "max.type d, a, b", .types = kIntegers, .traits = kArithmetic,
     .decode = decode_binary<Max>, .meaning = "d = a > b ? a : b", .section = "max"},
    {.name = "min.int16x2", .syntax = "min.type d, a, b", .types = kPairs, .traits = kArithmetic,
     .decode = decode_pair<Min>, .meaning = "d[k] = a[k] < b[k] ? a[k] : b[k]", .section = "min",
     .version = 80, .target = 90},
    {.name = "max.int16x2", .syntax = "max.type d, a, b", .types = kPairs, .traits = kArithmetic,
     .decode = decode_pair<Max>, .meaning = "d[k] = a[k] > b[k] ? a[k] : b[k]", .section = "max",
     .version = 80, .target = 90},

    {.name = "dp4a.int", .syntax = "dp4a.type.stype d, a, b:stype, c", .types = kInteger32,
     .source_types = kInteger32, .traits = kArithmetic, .decode = decode_dp4a,
     .meaning = "d = c + sum of a.byte[k] * b.byte[k], k = 0..3", .section = "dp4a", .version = 50,
     .target = 61},
    {.name = "dp2a.lo.int", .syntax = "dp2a.lo.type.stype d, a, b:stype, c", .types = kInteger32,
     .source_types = kInteger32, .traits = kArithmetic, .decode = decode_dp2a<0>,
     .meaning = "d = c + sum of a.half[k] * b.byte[k], k = 0..1", .section = "dp2a", .version = 50,
     .target = 61},
    {.name = "dp2a.hi.int", .syntax = "dp2a.hi.type.stype d, a, b:stype, c", .types = kInteger32,
     .source_types = kInteger32, .traits = kArithmetic, .decode = decode_dp2a<2>,
     .meaning = "d = c + sum of a.half[k] * b.byte[2 + k], k = 0..1", .section = "dp2a", .version = 50,
     .target = 61},
};

}  // namespace

std::span<const Row> integer_rows() { return table; }

WARPSCOPE_ISA_END
