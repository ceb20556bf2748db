// Approximate functions of half values (PTX ISA, "Half Precision Floating-Point Instructions"):
// ex2, tanh, .approx.
//
// The hardware computes them as for single precision and cuts the result to the format, toward
// zero. Both are exact here: every operand of either type gives the bits that an H200 gives.
#include "sim/isa/families.h"
#include "sim/isa/half_arithmetic.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// 2^x for |x| < 1000 with a relative error below 2^-47, exact for integers: 2^n by the exponent,
/// 2^f, |f| <= 1/2, by its series.
WARPSCOPE_INLINE double power_of_two(double x) {
    const double shifted = x + 0x1.8p52; // leaves the nearest integer in the low bits
    const double f = x - (shifted - 0x1.8p52);
    constexpr double coefficients[] = {
        4.4455382718708e-10,    7.05494911162080e-09,   1.0178086009239696e-07,
        1.3215486790144305e-06, 1.5252733804059838e-05, 0.0001540353039338161,
        0.0013333558146428441,  0.009618129107628477,   0.055504108664821576,
        0.2402265069591007,     0.6931471805599453};
    double p = 0;
    for (const double c : coefficients)
        p = (p + c) * f;
    return value_of(bits(p + 1.0) + (bits(shifted) << 52));
}

/// The function unit takes its argument in multiples of 2^-23, cut toward zero.
template<class F>
struct Ex2 {
    WARPSCOPE_INLINE std::uint32_t operator()(std::uint32_t h) const {
        constexpr double overflow = F::greatest + 1;
        const double x = static_cast<double>(widen<F>(h));
        const double above = select(x > -200.0, x, -200.0);
        const double bounded = select(above < 200.0, above, 200.0);
        const double unit = select(bounded < 0.0, -0x1p-23, 0x1p-23);
        const double magnitude = bounded / unit;
        const double nearest = (magnitude + 0x1p52) - 0x1p52;
        const double cut = (nearest - select(nearest > magnitude, 1.0, 0.0)) * unit;
        const std::uint32_t r = encode<F, double>(power_of_two(cut), Rounding::TowardZero);
        // Only ex2.approx.ftz.bf16 exists.
        const std::uint32_t finite = flush_half < F, F::digits == BF16::digits > (r);
        return pick(is_nan<F>(h), F::not_a_number, pick(x >= overflow, F::infinity, finite));
    }
};

/// Operands at which the unit's interpolation is a last place off the value cut toward zero, and by
/// how much.
struct Deviation {
    std::uint16_t operand;
    std::int8_t places;
};
template<class F>
constexpr Deviation kDeviations[1] = {{0x3f3f, -1}};
template<>
constexpr Deviation kDeviations<F16>[24] = {
    {0x29c6, 1}, {0x2c95, 1},  {0x2c96, 1},  {0x2d3f, -1}, {0x2e39, 1}, {0x2e9d, 1},
    {0x3064, 1}, {0x323f, 1},  {0x32ff, 1},  {0x355b, 1},  {0x372d, 1}, {0x3824, 1},
    {0x399a, 1}, {0x39f8, -1}, {0x3c8e, -1}, {0x3c9d, -1}, {0x3cc9, 1}, {0x3db8, -1},
    {0x3de3, 1}, {0x3e23, -1}, {0x3eab, -1}, {0x3ed6, 1},  {0x4080, 1}, {0x4429, -1},
};

template<class F>
struct Tanh {
    WARPSCOPE_INLINE std::uint32_t operator()(std::uint32_t h) const {
        const std::uint32_t magnitude = h & ~F::sign;
        // A linear piece around zero, and 1 from 8 on.
        constexpr std::uint32_t linear = F::digits == BF16::digits ? 0x3b81 : 0x1c08;
        constexpr std::uint32_t one_from = F::digits == BF16::digits ? 0x4100 : 0x4800;
        if (magnitude < linear) return h;
        if (magnitude >= one_from)
            return magnitude > F::infinity ? F::not_a_number : (h & F::sign) | F::one;
        const double e =
            power_of_two(static_cast<double>(widen<F>(magnitude)) * 2.8853900817779268);
        std::uint32_t r = encode<F, double>((e - 1.0) / (e + 1.0), Rounding::TowardZero);
        for (const Deviation& d : kDeviations<F>)
            if (d.operand == magnitude)
                r += static_cast<std::uint32_t>(static_cast<std::int32_t>(d.places));
        return (h & F::sign) | r;
    }
};

template<template<class> class Op>
bool decode_function(const Instruction& s, DecodedInstruction& d) {
    return with_half(s.modifiers.type, [&]<class F, bool Packed>(Tag<F>, BoolTag<Packed>) {
        d.run = unary<Halves<Op<F>, Packed>, std::uint32_t, std::uint32_t>;
    });
}

constexpr Traits kFunction = {.instruction_class = InstructionClass::SpecialFunction,
                              .uniform = true};

constexpr Row table[] = {
    {.name = "ex2.approx.f16",
     .syntax = "ex2.approx.type d, a",
     .types = {Type::F16},
     .traits = kFunction,
     .decode = decode_function<Ex2>,
     .meaning = "d = 2 ^ a, cut toward zero",
     .section = "Half Precision Floating Point Instructions: ex2",
     .version = 70,
     .target = 75},
    {.name = "ex2.approx.f16x2",
     .syntax = "ex2.approx.type d, a",
     .types = {Type::F16x2},
     .traits = kFunction,
     .decode = decode_function<Ex2>,
     .meaning = "d = 2 ^ a, cut toward zero, in both halves",
     .section = "Half Precision Floating Point Instructions: ex2",
     .version = 70,
     .target = 75},
    {.name = "ex2.approx.bf16",
     .syntax = "ex2.approx.ftz.type d, a",
     .types = {Type::BF16},
     .traits = kFunction,
     .decode = decode_function<Ex2>,
     .meaning = "d = 2 ^ a, cut toward zero",
     .section = "Half Precision Floating Point Instructions: ex2",
     .version = 78,
     .target = 90},
    {.name = "ex2.approx.bf16x2",
     .syntax = "ex2.approx.ftz.type d, a",
     .types = {Type::BF16x2},
     .traits = kFunction,
     .decode = decode_function<Ex2>,
     .meaning = "d = 2 ^ a, cut toward zero, in both halves",
     .section = "Half Precision Floating Point Instructions: ex2",
     .version = 78,
     .target = 90},
    {.name = "tanh.approx.f16",
     .syntax = "tanh.approx.type d, a",
     .types = {Type::F16},
     .traits = kFunction,
     .decode = decode_function<Tanh>,
     .meaning = "d = tanh(a), cut toward zero",
     .section = "Half Precision Floating Point Instructions: tanh",
     .version = 70,
     .target = 75},
    {.name = "tanh.approx.f16x2",
     .syntax = "tanh.approx.type d, a",
     .types = {Type::F16x2},
     .traits = kFunction,
     .decode = decode_function<Tanh>,
     .meaning = "d = tanh(a), cut toward zero, in both halves",
     .section = "Half Precision Floating Point Instructions: tanh",
     .version = 70,
     .target = 75},
    {.name = "tanh.approx.bf16",
     .syntax = "tanh.approx.type d, a",
     .types = {Type::BF16},
     .traits = kFunction,
     .decode = decode_function<Tanh>,
     .meaning = "d = tanh(a), cut toward zero",
     .section = "Half Precision Floating Point Instructions: tanh",
     .version = 78,
     .target = 90},
    {.name = "tanh.approx.bf16x2",
     .syntax = "tanh.approx.type d, a",
     .types = {Type::BF16x2},
     .traits = kFunction,
     .decode = decode_function<Tanh>,
     .meaning = "d = tanh(a), cut toward zero, in both halves",
     .section = "Half Precision Floating Point Instructions: tanh",
     .version = 78,
     .target = 90},
};

} // namespace

std::span<const Row> half_function_rows() {
    return table;
}

WARPSCOPE_ISA_END
