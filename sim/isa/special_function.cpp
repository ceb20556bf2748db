// Approximate functions (PTX ISA, "Floating-Point Instructions"): rcp sqrt rsqrt sin cos lg2 ex2
// tanh, .approx.
//
// Each is one operation of the special function unit. Without .ftz, instructions around it scale
// operands and results that are subnormal to the unit; these are the sequences that ptxas makes for
// sm_90, so that every result has the bits that hardware gives.
#include "sim/isa/families.h"
#include "sim/isa/float_rounding.h"
#include "sim/isa/special_function_unit.h"

WARPSCOPE_ISA_BEGIN
namespace {

constexpr float kLeastNormal = 0x1p-126f;

/// 2^24 where x is subnormal, else 1: what brings every operand into the unit's range.
WARPSCOPE_INLINE float scale_of(float x) {
    return select(__builtin_fabsf(x) < kLeastNormal, 0x1p24f, 1.0f);
}

template <bool Ftz> struct RcpApprox {
    WARPSCOPE_INLINE float operator()(float x) const {
        if constexpr (Ftz) return value_of(unit_reciprocal<Single>(bits(x)));
        const float scale = select(__builtin_fabsf(x) > 0x1p126f, 0.25f, scale_of(x));
        return canonical(scale * value_of(unit_reciprocal<Single>(bits(x * scale))));
    }
};

template <bool Ftz> struct SqrtApprox {
    WARPSCOPE_INLINE float operator()(float x) const {
        if constexpr (Ftz) return value_of(unit_root(bits(x)));
        const float scale = scale_of(x);
        return canonical(value_of(unit_root(bits(x * scale))) * select(scale > 1.0f, 0x1p-12f, 1.0f));
    }
};

template <bool Ftz> struct RsqrtApprox {
    WARPSCOPE_INLINE float operator()(float x) const {
        if constexpr (Ftz) return value_of(unit_reciprocal_root<Single>(bits(x)));
        const float scale = scale_of(x);
        const float r = value_of(unit_reciprocal_root<Single>(bits(x * scale)));
        return canonical(r * select(scale > 1.0f, 0x1p12f, 1.0f));
    }
};

template <bool Ftz> struct Lg2 {
    WARPSCOPE_INLINE float operator()(float x) const {
        if constexpr (Ftz) return value_of(unit_logarithm(bits(x)));
        const float scale = scale_of(x);
        const float r = value_of(unit_logarithm(bits(x * scale)));
        return canonical(r - select(scale > 1.0f, 24.0f, 0.0f));
    }
};

/// Subnormal results are the squares of the halved operand's.
template <bool Ftz> struct Ex2 {
    WARPSCOPE_INLINE float operator()(float x) const {
        if constexpr (Ftz) return value_of(unit_power(bits(x)));
        const bool small = x < -126.0f;
        const float r = value_of(unit_power(bits(x * select(small, 0.5f, 1.0f))));
        return canonical(r * select(small, r, 1.0f));
    }
};

/// The angle in turns is a single-precision product rounded toward zero, whatever .ftz says.
template <bool Cosine> struct SinCos {
    WARPSCOPE_INLINE float operator()(float x) const {
        const float turns = narrow<Rounding::TowardZero>(static_cast<double>(x) * 0x1.45f306p-3);
        return value_of(unit_sine<Cosine>(bits(turns)));
    }
};
template <bool> using Sin = SinCos<false>;
template <bool> using Cos = SinCos<true>;

struct Tanh {
    WARPSCOPE_INLINE float operator()(float x) const { return value_of(unit_hyperbolic_tangent(bits(x))); }
};

/// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 see and give only the upper half of a double; a NaN
/// gives 0x7fffffff00000000, and subnormals are flushed (PTX ISA, the tables of these
/// instructions).
template <bool Root> Outcome reciprocal_of_upper_half(Context& c, const DecodedInstruction& i) {
    const std::uint64_t* a = lanes<double>(c, i.operand[1]);
    write_lanes<double>(c, i.operand[0], [&](unsigned l) __attribute__((always_inline)) {
        const auto upper = static_cast<std::uint32_t>(a[l] >> 32);
        const std::uint32_t r = Root ? unit_reciprocal_root<UpperHalf>(upper) : unit_reciprocal<UpperHalf>(upper);
        return value_of(std::uint64_t{r} << 32);
    });
    return Outcome::Next;
}

/// rsqrt.approx.f64, as GPUs do it: from the upper half of the root's reciprocal, one step of third
/// order with fused operations. Very small and very large operands are scaled by an even power of
/// two.
Outcome rsqrt_approx_f64(Context& c, const DecodedInstruction& i) {
    const std::uint64_t* a = lanes<double>(c, i.operand[1]);
    alignas(64) double results[kLanes];
    for (unsigned l = 0; l < kLanes; ++l) {
        const double x = get<double>(a[l]);
        const double scaled = x * select(x < 0x1p-900, 0x1p200, select(x > 0x1p900, 0x1p-200, 1.0));
        const std::uint64_t b = bits(scaled);
        const std::uint64_t first = unit_reciprocal_root<UpperHalf>(static_cast<std::uint32_t>(b >> 32));
        const double y = value_of(first << 32);
        const double excess = __builtin_fma(scaled, -(y * y), 1.0);
        const double better = __builtin_fma(__builtin_fma(excess, 0.375, 0.5), y * excess, y);
        const double back = select(x < 0x1p-900, 0x1p100, select(x > 0x1p900, 0x1p-100, 1.0));
        const double invalid = select(x != x, value_of(bits(x) | kQuiet64), value_of(kDefaultNan64));
        const double special = select(x >= 0.0 || x == 0.0, y, invalid);
        results[l] = select((x > 0.0) & (x < __builtin_inf()), better * back, special);
    }
    write_lanes<double>(c, i.operand[0], [&](unsigned l) __attribute__((always_inline)) { return results[l]; });
    return Outcome::Next;
}

/// As `unary`, but all lanes are computed before any is written: one loop, whatever the active
/// lanes are.
template <class Op> Outcome function(Context& c, const DecodedInstruction& i) {
    const std::uint32_t* a = lanes<float>(c, i.operand[1]);
    alignas(64) float results[kLanes];
    for (unsigned l = 0; l < kLanes; ++l) results[l] = Op{}(get<float>(a[l]));
    write_lanes<float>(c, i.operand[0], [&](unsigned l) __attribute__((always_inline)) { return results[l]; });
    return Outcome::Next;
}

template <template <bool> class Op> bool decode_unary(const Instruction& s, DecodedInstruction& d) {
    return with_flag(s.modifiers.ftz, [&]<bool Ftz>(BoolTag<Ftz>) { d.run = function<Op<Ftz>>; });
}
bool decode_tanh(const Instruction&, DecodedInstruction& d) {
    d.run = function<Tanh>;
    return true;
}
bool decode_rcp_f64(const Instruction&, DecodedInstruction& d) {
    d.run = reciprocal_of_upper_half<false>;
    return true;
}
bool decode_rsqrt_f64(const Instruction& s, DecodedInstruction& d) {
    d.run = s.modifiers.ftz ? reciprocal_of_upper_half<true> : rsqrt_approx_f64;
    return true;
}

constexpr TypeSet kSingle = {Type::F32};
constexpr TypeSet kDouble = {Type::F64};
constexpr Traits kFunction = {.instruction_class = InstructionClass::SpecialFunction, .uniform = true};

constexpr Row table[] = {
    {.name = "rcp.approx.f32", .syntax = "rcp.approx{.ftz}.type d, a", .types = kSingle, .traits = kFunction,
     .decode = decode_unary<RcpApprox>, .meaning = "d = 1 / a", .section = "Floating Point Instructions: rcp",
     .version = 14, .bound = "1 ulp"},
    {.name = "sqrt.approx.f32", .syntax = "sqrt.approx{.ftz}.type d, a", .types = kSingle, .traits = kFunction,
     .decode = decode_unary<SqrtApprox>, .meaning = "d = sqrt(a)", .section = "Floating Point Instructions: sqrt",
     .version = 14, .bound = "relative 2^-23"},
    {.name = "rsqrt.approx.f32", .syntax = "rsqrt.approx{.ftz}.type d, a", .types = kSingle, .traits = kFunction,
     .decode = decode_unary<RsqrtApprox>, .meaning = "d = 1 / sqrt(a)", .section = "Floating Point Instructions: rsqrt",
     .version = 14, .bound = "relative 2^-22.9"},
    {.name = "sin.approx.f32", .syntax = "sin.approx{.ftz}.type d, a", .types = kSingle, .traits = kFunction,
     .decode = decode_unary<Sin>, .meaning = "d = sin(a), a in radians",
     .section = "Floating Point Instructions: sin", .version = 14,
     .bound = "absolute 2^-20.5 in [-2pi, 2pi], 2^-14.7 in [-100pi, 100pi], none beyond"},
    {.name = "cos.approx.f32", .syntax = "cos.approx{.ftz}.type d, a", .types = kSingle, .traits = kFunction,
     .decode = decode_unary<Cos>, .meaning = "d = cos(a), a in radians",
     .section = "Floating Point Instructions: cos", .version = 14,
     .bound = "absolute 2^-20.5 in [-2pi, 2pi], 2^-14.7 in [-100pi, 100pi], none beyond"},
    {.name = "lg2.approx.f32", .syntax = "lg2.approx{.ftz}.type d, a", .types = kSingle, .traits = kFunction,
     .decode = decode_unary<Lg2>, .meaning = "d = log2(a)", .section = "Floating Point Instructions: lg2",
     .version = 14, .bound = "absolute 2^-22 in (0.5, 2), relative 2^-22 elsewhere"},
    {.name = "ex2.approx.f32", .syntax = "ex2.approx{.ftz}.type d, a", .types = kSingle, .traits = kFunction,
     .decode = decode_unary<Ex2>, .meaning = "d = 2 ^ a", .section = "Floating Point Instructions: ex2",
     .version = 14, .bound = "2 ulp"},
    {.name = "tanh.approx.f32", .syntax = "tanh.approx.type d, a", .types = kSingle, .traits = kFunction,
     .decode = decode_tanh, .meaning = "d = tanh(a)", .section = "Floating Point Instructions: tanh",
     .version = 70, .target = 75, .bound = "relative 2^-11"},
    {.name = "rcp.approx.f64", .syntax = "rcp.approx.ftz.type d, a", .types = kDouble, .traits = kFunction,
     .decode = decode_rcp_f64, .meaning = "d[63:32] = 1 / a[63:32] as 1.11.20 numbers, d[31:0] = 0",
     .section = "Floating Point Instructions: rcp.approx.ftz.f64", .version = 21, .target = 20,
     .bound = "1 unit of bit 32"},
    // With .ftz: "d[63:32] = 1 / sqrt(a[63:32]), d[31:0] = 0" (version 4.0, section
    // rsqrt.approx.ftz.f64).
    {.name = "rsqrt.approx.f64", .syntax = "rsqrt.approx{.ftz}.type d, a", .types = kDouble, .traits = kFunction,
     .decode = decode_rsqrt_f64, .meaning = "d = 1 / sqrt(a)", .section = "Floating Point Instructions: rsqrt",
     .version = 14, .target = 13, .bound = "1 ulp; with .ftz 1 unit of bit 32"},
};

}  // namespace

std::span<const Row> special_function_rows() { return table; }

WARPSCOPE_ISA_END
