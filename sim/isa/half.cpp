// Arithmetic on half values, one or two in a register (PTX ISA, "Half Precision Floating-Point
// Instructions").
//
// Sums and products are formed in a wider format, exactly or so that rounding them again gives what
// rounding the exact result would: single precision has more than twice the digits of these formats
// and two more, which is enough for a sum; a fused sum is rounded to odd first.
#include "sim/isa/decode_types.h"
#include "sim/isa/families.h"
#include "sim/isa/half_arithmetic.h"

WARPSCOPE_ISA_BEGIN
namespace {

// Each operation as a number of a wider format that rounds to nearest as the exact result does.
struct Add {
    template<class F>
    WARPSCOPE_INLINE static float exact(float a, float b) {
        return a + b;
    }
};
struct Sub {
    template<class F>
    WARPSCOPE_INLINE static float exact(float a, float b) {
        return a - b;
    }
};
struct Mul {
    /// A product of bfloat16 numbers may be too small for a single.
    template<class F>
    WARPSCOPE_INLINE static auto exact(float a, float b) {
        if constexpr (F::digits == F16::digits)
            return a * b;
        else
            return static_cast<double>(a) * static_cast<double>(b);
    }
};
struct Fma {
    template<class F>
    WARPSCOPE_INLINE static double exact(float a, float b, float c) {
        const double product = static_cast<double>(a) * static_cast<double>(b);
        return sum_to_odd(product, static_cast<double>(c));
    }
};

/// `.ftz` of an f16 result flushes what is below the least normal number after rounding to 11 bits,
/// as if exponents had no end: a little more than the subnormal results.
template<class Number>
WARPSCOPE_INLINE bool is_flushed(Number exact) {
    constexpr Number limit = 0x1.ffep-15; // 2^-14 less half a unit of the numbers below it
    return (exact < limit) & (exact > -limit);
}

template<class Op, class F, bool Ftz, Ending E>
struct Arithmetic {
    template<class... Bits>
    WARPSCOPE_INLINE std::uint32_t operator()(Bits... word) const {
        const auto exact = Op::template exact<F>(widen<F>(flush_half<F, Ftz>(word))...);
        std::uint32_t r = encode<F>(exact, Rounding::NearestEven);
        if constexpr (Ftz) r = pick(is_flushed(exact), r & F::sign, r);
        return ended<F, E>(r);
    }
};

/// fma.oob: zero where a factor is the NaN, of either sign, with which out-of-bounds elements of a
/// tensor are filled.
constexpr std::uint32_t kOutOfBounds = 0x7ff7;
template<class F, Ending E>
struct FmaOutOfBounds {
    WARPSCOPE_INLINE std::uint32_t operator()(std::uint32_t a, std::uint32_t b,
                                              std::uint32_t c) const {
        const bool out = ((a & ~F::sign) == kOutOfBounds) | ((b & ~F::sign) == kOutOfBounds);
        return pick(out, 0, Arithmetic<Fma, F, false, E>{}(a, b, c));
    }
};

template<class Op>
bool decode_arithmetic(const Instruction& s, DecodedInstruction& d) {
    return with_half(s.modifiers.type, [&]<class F, bool Packed>(Tag<F>, BoolTag<Packed>) {
        with_ftz<F>(s.modifiers.ftz, [&]<bool Ftz>(BoolTag<Ftz>) {
            d.run = s.modifiers.sat ? kBinary<Arithmetic<Op, F, Ftz, Ending::Saturate>, Packed>
                                    : kBinary<Arithmetic<Op, F, Ftz, Ending::None>, Packed>;
        });
    });
}
bool decode_fma(const Instruction& s, DecodedInstruction& d) {
    const Modifiers& m = s.modifiers;
    return with_half(m.type, [&]<class F, bool Packed>(Tag<F>, BoolTag<Packed>) {
        if (m.oob) {
            d.run = m.relu ? kTernary<FmaOutOfBounds<F, Ending::Relu>, Packed>
                           : kTernary<FmaOutOfBounds<F, Ending::None>, Packed>;
            return;
        }
        with_ftz<F>(m.ftz, [&]<bool Ftz>(BoolTag<Ftz>) {
            d.run = m.sat    ? kTernary<Arithmetic<Fma, F, Ftz, Ending::Saturate>, Packed>
                    : m.relu ? kTernary<Arithmetic<Fma, F, Ftz, Ending::Relu>, Packed>
                             : kTernary<Arithmetic<Fma, F, Ftz, Ending::None>, Packed>;
        });
    });
}
constexpr Traits kHalf = {.instruction_class = InstructionClass::Half, .uniform = true};

// fma.relu: version 7.0, sm_80; fma.oob: version 8.1, sm_90.
constexpr Row table[] = {
    {.name = "add.f16",
     .syntax = "add{.rn}{.ftz}{.sat}.type d, a, b",
     .types = {Type::F16},
     .traits = kHalf,
     .decode = decode_arithmetic<Add>,
     .meaning = "d = a + b",
     .section = "Half Precision Floating Point Instructions: add",
     .version = 42,
     .target = 53},
    {.name = "add.f16x2",
     .syntax = "add{.rn}{.ftz}{.sat}.type d, a, b",
     .types = {Type::F16x2},
     .traits = kHalf,
     .decode = decode_arithmetic<Add>,
     .meaning = "d = a + b, in both halves",
     .section = "Half Precision Floating Point Instructions: add",
     .version = 42,
     .target = 53},
    {.name = "add.bf16",
     .syntax = "add{.rn}.type d, a, b",
     .types = {Type::BF16},
     .traits = kHalf,
     .decode = decode_arithmetic<Add>,
     .meaning = "d = a + b",
     .section = "Half Precision Floating Point Instructions: add",
     .version = 78,
     .target = 90},
    {.name = "add.bf16x2",
     .syntax = "add{.rn}.type d, a, b",
     .types = {Type::BF16x2},
     .traits = kHalf,
     .decode = decode_arithmetic<Add>,
     .meaning = "d = a + b, in both halves",
     .section = "Half Precision Floating Point Instructions: add",
     .version = 78,
     .target = 90},
    {.name = "sub.f16",
     .syntax = "sub{.rn}{.ftz}{.sat}.type d, a, b",
     .types = {Type::F16},
     .traits = kHalf,
     .decode = decode_arithmetic<Sub>,
     .meaning = "d = a - b",
     .section = "Half Precision Floating Point Instructions: sub",
     .version = 42,
     .target = 53},
    {.name = "sub.f16x2",
     .syntax = "sub{.rn}{.ftz}{.sat}.type d, a, b",
     .types = {Type::F16x2},
     .traits = kHalf,
     .decode = decode_arithmetic<Sub>,
     .meaning = "d = a - b, in both halves",
     .section = "Half Precision Floating Point Instructions: sub",
     .version = 42,
     .target = 53},
    {.name = "sub.bf16",
     .syntax = "sub{.rn}.type d, a, b",
     .types = {Type::BF16},
     .traits = kHalf,
     .decode = decode_arithmetic<Sub>,
     .meaning = "d = a - b",
     .section = "Half Precision Floating Point Instructions: sub",
     .version = 78,
     .target = 90},
    {.name = "sub.bf16x2",
     .syntax = "sub{.rn}.type d, a, b",
     .types = {Type::BF16x2},
     .traits = kHalf,
     .decode = decode_arithmetic<Sub>,
     .meaning = "d = a - b, in both halves",
     .section = "Half Precision Floating Point Instructions: sub",
     .version = 78,
     .target = 90},
    {.name = "mul.f16",
     .syntax = "mul{.rn}{.ftz}{.sat}.type d, a, b",
     .types = {Type::F16},
     .traits = kHalf,
     .decode = decode_arithmetic<Mul>,
     .meaning = "d = a * b",
     .section = "Half Precision Floating Point Instructions: mul",
     .version = 42,
     .target = 53},
    {.name = "mul.f16x2",
     .syntax = "mul{.rn}{.ftz}{.sat}.type d, a, b",
     .types = {Type::F16x2},
     .traits = kHalf,
     .decode = decode_arithmetic<Mul>,
     .meaning = "d = a * b, in both halves",
     .section = "Half Precision Floating Point Instructions: mul",
     .version = 42,
     .target = 53},
    {.name = "mul.bf16",
     .syntax = "mul{.rn}.type d, a, b",
     .types = {Type::BF16},
     .traits = kHalf,
     .decode = decode_arithmetic<Mul>,
     .meaning = "d = a * b",
     .section = "Half Precision Floating Point Instructions: mul",
     .version = 78,
     .target = 90},
    {.name = "mul.bf16x2",
     .syntax = "mul{.rn}.type d, a, b",
     .types = {Type::BF16x2},
     .traits = kHalf,
     .decode = decode_arithmetic<Mul>,
     .meaning = "d = a * b, in both halves",
     .section = "Half Precision Floating Point Instructions: mul",
     .version = 78,
     .target = 90},
    {.name = "fma.f16",
     .syntax = "fma.rn{{.ftz}{.sat|.relu}|.oob{.relu}}.type d, a, b, c",
     .types = {Type::F16},
     .traits = kHalf,
     .decode = decode_fma,
     .meaning = "d = a * b + c, rounded once",
     .section = "Half Precision Floating Point Instructions: fma",
     .version = 42,
     .target = 53},
    {.name = "fma.f16x2",
     .syntax = "fma.rn{{.ftz}{.sat|.relu}|.oob{.relu}}.type d, a, b, c",
     .types = {Type::F16x2},
     .traits = kHalf,
     .decode = decode_fma,
     .meaning = "d = a * b + c, rounded once, in both halves",
     .section = "Half Precision Floating Point Instructions: fma",
     .version = 42,
     .target = 53},
    {.name = "fma.bf16",
     .syntax = "fma.rn{.oob}{.relu}.type d, a, b, c",
     .types = {Type::BF16},
     .traits = kHalf,
     .decode = decode_fma,
     .meaning = "d = a * b + c, rounded once",
     .section = "Half Precision Floating Point Instructions: fma",
     .version = 70,
     .target = 80},
    {.name = "fma.bf16x2",
     .syntax = "fma.rn{.oob}{.relu}.type d, a, b, c",
     .types = {Type::BF16x2},
     .traits = kHalf,
     .decode = decode_fma,
     .meaning = "d = a * b + c, rounded once, in both halves",
     .section = "Half Precision Floating Point Instructions: fma",
     .version = 70,
     .target = 80},
};

} // namespace

std::span<const Row> half_rows() {
    return table;
}

WARPSCOPE_ISA_END
