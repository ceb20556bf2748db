// Approximate functions of half values (PTX ISA, "Half Precision Floating-Point Instructions"):
// ex2, tanh, .approx.
//
// The special function unit computes them as for single precision and cuts the result to the
// format, toward zero. Every operand of either type gives the bits that an H200 gives.
#include "sim/isa/families.h"
#include "sim/isa/half_arithmetic.h"
#include "sim/isa/special_function_unit.h"

WARPSCOPE_ISA_BEGIN
namespace {

template<class F>
struct Ex2 {
    WARPSCOPE_INLINE std::uint32_t operator()(std::uint32_t h) const {
        const float r = value_of(unit_power(bits(widen<F>(h))));
        const std::uint32_t cut = encode<F, float>(r, Rounding::TowardZero);
        // Results beyond the format are infinite, although they are cut.
        constexpr float overflow = F::digits == F16::digits ? 0x1p16f : __builtin_inff();
        return pick(r >= overflow, F::infinity, cut);
    }
};
template<class F>
struct Tanh {
    WARPSCOPE_INLINE std::uint32_t operator()(std::uint32_t h) const {
        const float r = value_of(unit_hyperbolic_tangent(bits(widen<F>(h))));
        return encode<F, float>(r, Rounding::TowardZero);
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
