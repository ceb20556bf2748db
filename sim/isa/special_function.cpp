// Approximate functions (PTX ISA, "Floating-Point Instructions"): rcp sqrt rsqrt sin cos lg2 ex2
// tanh, .approx.
//
// The ISA fixes special values and a largest error; inside that bound each GPU differs. Here
// results are computed in double precision, well below the bound, and rounded once. Where the
// hardware first rounds an operand (the angle of sin and cos), so does this. Polynomials are plain
// products and sums, never fused, so that every instruction-set level gives the same bits.
#include "sim/isa/families.h"
#include "sim/isa/float_arithmetic.h"
#include "sim/isa/float_rounding.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// c0 + x * (c1 + x * (c2 + ...)).
WARPSCOPE_INLINE double polynomial(double, double c0) { return c0; }
template <class... Rest> WARPSCOPE_INLINE double polynomial(double x, double c0, Rest... rest) {
    return c0 + x * polynomial(x, rest...);
}

constexpr double kRoundToInteger = 0x1.8p52;  // adding it leaves the nearest integer in the low bits

/// 2^x for |x| < 1000, with a relative error below 2^-47: 2^n by the exponent, 2^f, |f| <= 1/2, by
/// its series.
WARPSCOPE_INLINE double power_of_two(double x) {
    const double shifted = x + kRoundToInteger;
    const double f = x - (shifted - kRoundToInteger);
    const double p = polynomial(f, 1.0, 0.6931471805599453, 0.2402265069591007, 0.055504108664821576,
                                0.009618129107628477, 0.0013333558146428441, 0.0001540353039338161,
                                1.5252733804059838e-05, 1.3215486790144305e-06, 1.0178086009239696e-07,
                                7.05491162080112e-09, 4.4455382718708e-10);
    return value_of(bits(p) + (bits(shifted) << 52));
}

template <bool Ftz> struct Ex2 {
    WARPSCOPE_INLINE float operator()(float x) const {
        // Beyond these bounds the result is zero or infinite in single precision whatever the
        // fraction.
        const float above = select(x > -200.0f, x, -200.0f);
        const float bounded = select(above < 200.0f, above, 200.0f);
        const double exact = power_of_two(static_cast<double>(bounded));
        const float r = flush<Ftz, Rounding::NearestEven>(static_cast<float>(exact), exact);
        return select(x != x, value_of(kCanonicalNan32), r);
    }
};

/// log2(a) = n + log2(m), m in [sqrt(1/2), sqrt(2)), by the series of the inverse hyperbolic
/// tangent.
template <bool Ftz> struct Lg2 {
    WARPSCOPE_INLINE float operator()(float x) const {
        const float a = flush<Ftz>(x);
        const std::uint64_t b = bits(static_cast<double>(a));
        // Exponent 0 now begins at sqrt(1/2), not at 1.
        const std::uint64_t biased = (b + (0x3ff0000000000000u - 0x3fe6a09e667f3bcdu)) >> 52;
        const double m = value_of(b - (biased << 52) + 0x3ff0000000000000u);
        const double n = value_of(0x4330000000000000u | biased) - (0x1p52 + 1023.0);
        const double s = (m - 1.0) / (m + 1.0);
        const double log_m = s * polynomial(s * s, 2.8853900817779268, 0.9617966939259756, 0.5770780163555853,
                                            0.4121985831111324, 0.3205988979753252, 0.26230818925253877,
                                            0.22195308321368668);
        float r = static_cast<float>(n + log_m);
        r = select(a == 0.0f, -__builtin_inff(), r);
        r = select(a == __builtin_inff(), a, r);
        return select(a >= 0.0f, r, value_of(kCanonicalNan32));
    }
};

/// The angle in turns as the hardware forms it: a single-precision product rounded toward zero, of
/// which the sine unit sees the bits down to 2^-25. Whole turns do not matter, so that large angles
/// have sine 0, cosine 1.
WARPSCOPE_INLINE double turns(float a) {
    const double t = static_cast<double>(narrow<Rounding::TowardZero>(static_cast<double>(a) * 0x1.45f306p-3));
    const double magnitude = __builtin_fabs(t);
    const double bounded = select(magnitude < 0x1p24, magnitude, 0.0);
    // Adding 2^27 rounds to multiples of 2^-25; what was rounded up is taken back.
    const double nearest = (bounded + 0x1p27) - 0x1p27;
    const double truncated = nearest - select(nearest > bounded, 0x1p-25, 0.0);
    return value_of(bits(truncated) | (bits(t) & kSign64));
}

template <bool Cosine, bool Ftz> struct SinCos {
    WARPSCOPE_INLINE float operator()(float x) const {
        const float a = flush<Ftz>(x);
        const double t = turns(a);
        // Quarters q and a rest f in [-1/8, 1/8] of a turn.
        const double shifted = t * 4.0 + kRoundToInteger;
        const double f = t - (shifted - kRoundToInteger) * 0.25;
        const std::uint64_t q = bits(shifted) + (Cosine ? 1 : 0);
        const double z = f * f;
        const double sine = f * polynomial(z, 6.283185307179586, -41.341702240399755, 81.60524927607504,
                                           -76.70585975306136, 42.05869394489765, -15.094642576822984);
        const double cosine = polynomial(z, 1.0, -19.739208802178716, 64.93939402266828, -85.4568172066937,
                                         60.24464137187666, -26.426256783374398, 7.9035363713184715);
        const std::uint64_t magnitude = bits(select((q & 1) != 0, cosine, sine));
        const float r = static_cast<float>(value_of(magnitude ^ ((q & 2) << 62)));
        return select(__builtin_fabsf(a) < __builtin_inff(), r, value_of(kCanonicalNan32));
    }
};
template <bool Ftz> using Sin = SinCos<false, Ftz>;
template <bool Ftz> using Cos = SinCos<true, Ftz>;

struct Tanh {
    WARPSCOPE_INLINE float operator()(float x) const {
        // 1 in single precision beyond |x| = 9.02.
        const float magnitude = __builtin_fabsf(x);
        const double a = static_cast<double>(select(magnitude < 12.0f, magnitude, 12.0f));
        const double e = power_of_two(a * 2.8853900817779268);
        const double large = (e - 1.0) / (e + 1.0);
        const double small = a - a * a * a * (1.0 / 3.0);
        const std::uint32_t r = bits(static_cast<float>(select(a < 0x1p-13, small, large)));
        return select(x != x, value_of(kCanonicalNan32), value_of(r | (bits(x) & kSign32)));
    }
};

template <bool Ftz> struct RcpApprox {
    WARPSCOPE_INLINE float operator()(float x) const { return canonical(flush<Ftz>(1.0f / flush<Ftz>(x))); }
};

/// sqrt.approx{.ftz}.f32: the correctly rounded root.
template <bool Ftz> Outcome sqrt_approx(Context& c, const DecodedInstruction& i) {
    const std::uint32_t* a = lanes<float>(c, i.operand[1]);
    alignas(64) float roots[kLanes];
    for (unsigned l = 0; l < kLanes; ++l) roots[l] = flush<Ftz>(get<float>(a[l]));
    square_roots(roots);
    write_lanes<float>(c, i.operand[0],
                       [&](unsigned l) __attribute__((always_inline)) { return canonical(roots[l]); });
    return Outcome::Next;
}

/// rsqrt.approx{.ftz}.f32: 1 / sqrt(a) in single precision, then one Newton step in double
/// precision.
template <bool Ftz> Outcome rsqrt_approx(Context& c, const DecodedInstruction& i) {
    const std::uint32_t* a = lanes<float>(c, i.operand[1]);
    alignas(64) float roots[kLanes];
    for (unsigned l = 0; l < kLanes; ++l) roots[l] = flush<Ftz>(get<float>(a[l]));
    square_roots(roots);
    alignas(64) float results[kLanes];
    for (unsigned l = 0; l < kLanes; ++l) {
        const float first = 1.0f / roots[l];
        const double y = static_cast<double>(first);
        const double excess = 1.0 - static_cast<double>(flush<Ftz>(get<float>(a[l]))) * y * y;
        const float better = static_cast<float>(y + 0.5 * y * excess);
        const float magnitude = __builtin_fabsf(first);
        const bool ordinary = (magnitude > 0.0f) & (magnitude < __builtin_inff());
        results[l] = canonical(select(ordinary, better, first));
    }
    write_lanes<float>(c, i.operand[0], [&](unsigned l) __attribute__((always_inline)) { return results[l]; });
    return Outcome::Next;
}

constexpr std::uint64_t kUpperHalf = 0xffffffff00000000u;

/// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 see and give only the upper half of a double; a NaN
/// gives 0x7fffffff00000000, and subnormals are flushed (PTX ISA, the tables of these
/// instructions).
template <bool Root> Outcome reciprocal_of_upper_half(Context& c, const DecodedInstruction& i) {
    const std::uint64_t* a = lanes<double>(c, i.operand[1]);
    alignas(64) double operands[kLanes];
    for (unsigned l = 0; l < kLanes; ++l) {
        const std::uint64_t upper = a[l] & kUpperHalf;
        operands[l] = value_of((upper & 0x7ff0000000000000u) == 0 ? upper & kSign64 : upper);
    }
    if constexpr (Root) square_roots(operands);
    write_lanes<double>(c, i.operand[0], [&](unsigned l) __attribute__((always_inline)) {
        const double r = 1.0 / operands[l];
        const std::uint64_t upper = bits(r) & kUpperHalf;
        const double flushed = select(__builtin_fabs(r) < 0x1p-1022, value_of(upper & kSign64), value_of(upper));
        return select(r != r, value_of(std::uint64_t{0x7fffffff00000000u}), flushed);
    });
    return Outcome::Next;
}

/// rsqrt.approx.f64, as GPUs do it: from the upper half of the root's reciprocal, one step of third
/// order with fused operations. Very small and very large operands are scaled by an even power of
/// two.
Outcome rsqrt_approx_f64(Context& c, const DecodedInstruction& i) {
    const std::uint64_t* a = lanes<double>(c, i.operand[1]);
    alignas(64) double scaled[kLanes], roots[kLanes], results[kLanes];
    for (unsigned l = 0; l < kLanes; ++l) {
        const double x = get<double>(a[l]);
        scaled[l] = x * select(x < 0x1p-900, 0x1p200, select(x > 0x1p900, 0x1p-200, 1.0));
        roots[l] = scaled[l];
    }
    square_roots(roots);
    for (unsigned l = 0; l < kLanes; ++l) {
        const double x = get<double>(a[l]);
        const double first = 1.0 / roots[l];
        const double y = value_of(bits(first) & kUpperHalf);
        const double excess = __builtin_fma(scaled[l], -(y * y), 1.0);
        const double better = __builtin_fma(__builtin_fma(excess, 0.375, 0.5), y * excess, y);
        const double back = select(x < 0x1p-900, 0x1p100, select(x > 0x1p900, 0x1p-100, 1.0));
        const double nan = select(x != x, value_of(bits(x) | kQuiet64), value_of(kDefaultNan64));
        const double special = select(first == first, first, nan);
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
bool decode_sqrt(const Instruction& s, DecodedInstruction& d) {
    d.run = s.modifiers.ftz ? sqrt_approx<true> : sqrt_approx<false>;
    return true;
}
bool decode_rsqrt(const Instruction& s, DecodedInstruction& d) {
    d.run = s.modifiers.ftz ? rsqrt_approx<true> : rsqrt_approx<false>;
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
     .decode = decode_sqrt, .meaning = "d = sqrt(a)", .section = "Floating Point Instructions: sqrt",
     .version = 14, .bound = "relative 2^-23"},
    {.name = "rsqrt.approx.f32", .syntax = "rsqrt.approx{.ftz}.type d, a", .types = kSingle, .traits = kFunction,
     .decode = decode_rsqrt, .meaning = "d = 1 / sqrt(a)", .section = "Floating Point Instructions: rsqrt",
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
