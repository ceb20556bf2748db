// Signs and order of half values, one or two in a register (PTX ISA, "Half Precision Floating-Point
// Instructions" and "Floating-Point Instructions"): neg, abs, min, max.
#include "sim/isa/families.h"
#include "sim/isa/half_arithmetic.h"

WARPSCOPE_ISA_BEGIN
namespace {

template<class F, bool Ftz>
struct Neg {
    WARPSCOPE_INLINE std::uint32_t operator()(std::uint32_t a) const {
        return pick(is_nan<F>(a), F::not_a_number, flush_half<F, Ftz>(a ^ F::sign));
    }
};
template<class F, bool Ftz>
struct Abs {
    WARPSCOPE_INLINE std::uint32_t operator()(std::uint32_t a) const {
        return pick(is_nan<F>(a), F::not_a_number, flush_half<F, Ftz>(a & ~F::sign));
    }
};

template<template<class, bool> class Op>
bool decode_sign(const Instruction& s, DecodedInstruction& d) {
    return with_half(s.modifiers.type, [&]<class F, bool Packed>(Tag<F>, BoolTag<Packed>) {
        with_ftz<F>(s.modifiers.ftz,
                    [&]<bool Ftz>(BoolTag<Ftz>) { d.run = kUnary<Op<F, Ftz>, Packed>; });
    });
}
template<bool Max>
bool decode_min_max(const Instruction& s, DecodedInstruction& d) {
    const Modifiers& m = s.modifiers;
    return with_half(m.type, [&]<class F, bool Packed>(Tag<F>, BoolTag<Packed>) {
        with_ftz<F>(m.ftz, [&]<bool Ftz>(BoolTag<Ftz>) {
            if (m.xorsign)
                d.run = m.passes_nan ? kBinary<MinMax<F, Max, true, true, Ftz>, Packed>
                                     : kBinary<MinMax<F, Max, false, true, Ftz>, Packed>;
            else
                d.run = m.passes_nan ? kBinary<MinMax<F, Max, true, false, Ftz>, Packed>
                                     : kBinary<MinMax<F, Max, false, false, Ftz>, Packed>;
        });
    });
}

constexpr Traits kHalf = {.instruction_class = InstructionClass::Half, .uniform = true};

// With .xorsign.abs: version 7.2, sm_86.
constexpr Row table[] = {
    {.name = "neg.f16",
     .syntax = "neg{.ftz}.type d, a",
     .types = {Type::F16},
     .traits = kHalf,
     .decode = decode_sign<Neg>,
     .meaning = "d = -a",
     .section = "Half Precision Floating Point Instructions: neg",
     .version = 60,
     .target = 53},
    {.name = "neg.f16x2",
     .syntax = "neg{.ftz}.type d, a",
     .types = {Type::F16x2},
     .traits = kHalf,
     .decode = decode_sign<Neg>,
     .meaning = "d = -a, in both halves",
     .section = "Half Precision Floating Point Instructions: neg",
     .version = 60,
     .target = 53},
    {.name = "neg.bf16",
     .syntax = "neg.type d, a",
     .types = {Type::BF16},
     .traits = kHalf,
     .decode = decode_sign<Neg>,
     .meaning = "d = -a",
     .section = "Half Precision Floating Point Instructions: neg",
     .version = 70,
     .target = 80},
    {.name = "neg.bf16x2",
     .syntax = "neg.type d, a",
     .types = {Type::BF16x2},
     .traits = kHalf,
     .decode = decode_sign<Neg>,
     .meaning = "d = -a, in both halves",
     .section = "Half Precision Floating Point Instructions: neg",
     .version = 70,
     .target = 80},
    {.name = "abs.f16",
     .syntax = "abs{.ftz}.type d, a",
     .types = {Type::F16},
     .traits = kHalf,
     .decode = decode_sign<Abs>,
     .meaning = "d = |a|",
     .section = "Half Precision Floating Point Instructions: abs",
     .version = 65,
     .target = 53},
    {.name = "abs.f16x2",
     .syntax = "abs{.ftz}.type d, a",
     .types = {Type::F16x2},
     .traits = kHalf,
     .decode = decode_sign<Abs>,
     .meaning = "d = |a|, in both halves",
     .section = "Half Precision Floating Point Instructions: abs",
     .version = 65,
     .target = 53},
    {.name = "abs.bf16",
     .syntax = "abs.type d, a",
     .types = {Type::BF16},
     .traits = kHalf,
     .decode = decode_sign<Abs>,
     .meaning = "d = |a|",
     .section = "Half Precision Floating Point Instructions: abs",
     .version = 70,
     .target = 80},
    {.name = "abs.bf16x2",
     .syntax = "abs.type d, a",
     .types = {Type::BF16x2},
     .traits = kHalf,
     .decode = decode_sign<Abs>,
     .meaning = "d = |a|, in both halves",
     .section = "Half Precision Floating Point Instructions: abs",
     .version = 70,
     .target = 80},
    {.name = "min.f16",
     .syntax = "min{.ftz}{.NaN}{.xorsign.abs}.type d, a, b",
     .types = {Type::F16},
     .traits = kHalf,
     .decode = decode_min_max<false>,
     .meaning = "d = the smaller of a and b",
     .section = "Half Precision Floating Point Instructions: min",
     .version = 70,
     .target = 80},
    {.name = "min.f16x2",
     .syntax = "min{.ftz}{.NaN}{.xorsign.abs}.type d, a, b",
     .types = {Type::F16x2},
     .traits = kHalf,
     .decode = decode_min_max<false>,
     .meaning = "d = the smaller of a and b, in both halves",
     .section = "Half Precision Floating Point Instructions: min",
     .version = 70,
     .target = 80},
    {.name = "min.bf16",
     .syntax = "min{.NaN}{.xorsign.abs}.type d, a, b",
     .types = {Type::BF16},
     .traits = kHalf,
     .decode = decode_min_max<false>,
     .meaning = "d = the smaller of a and b",
     .section = "Half Precision Floating Point Instructions: min",
     .version = 70,
     .target = 80},
    {.name = "min.bf16x2",
     .syntax = "min{.NaN}{.xorsign.abs}.type d, a, b",
     .types = {Type::BF16x2},
     .traits = kHalf,
     .decode = decode_min_max<false>,
     .meaning = "d = the smaller of a and b, in both halves",
     .section = "Half Precision Floating Point Instructions: min",
     .version = 70,
     .target = 80},
    {.name = "max.f16",
     .syntax = "max{.ftz}{.NaN}{.xorsign.abs}.type d, a, b",
     .types = {Type::F16},
     .traits = kHalf,
     .decode = decode_min_max<true>,
     .meaning = "d = the larger of a and b",
     .section = "Half Precision Floating Point Instructions: max",
     .version = 70,
     .target = 80},
    {.name = "max.f16x2",
     .syntax = "max{.ftz}{.NaN}{.xorsign.abs}.type d, a, b",
     .types = {Type::F16x2},
     .traits = kHalf,
     .decode = decode_min_max<true>,
     .meaning = "d = the larger of a and b, in both halves",
     .section = "Half Precision Floating Point Instructions: max",
     .version = 70,
     .target = 80},
    {.name = "max.bf16",
     .syntax = "max{.NaN}{.xorsign.abs}.type d, a, b",
     .types = {Type::BF16},
     .traits = kHalf,
     .decode = decode_min_max<true>,
     .meaning = "d = the larger of a and b",
     .section = "Half Precision Floating Point Instructions: max",
     .version = 70,
     .target = 80},
    {.name = "max.bf16x2",
     .syntax = "max{.NaN}{.xorsign.abs}.type d, a, b",
     .types = {Type::BF16x2},
     .traits = kHalf,
     .decode = decode_min_max<true>,
     .meaning = "d = the larger of a and b, in both halves",
     .section = "Half Precision Floating Point Instructions: max",
     .version = 70,
     .target = 80},
};

} // namespace

std::span<const Row> half_order_rows() {
    return table;
}

WARPSCOPE_ISA_END
