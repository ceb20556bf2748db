// Single-precision arithmetic (PTX ISA, "Floating-Point Instructions").
//
// Directed roundings never change the host's rounding mode: results are formed in double precision,
// exactly or rounded to odd, and then rounded once to single precision in the wanted direction.
#include "sim/isa/families.h"
#include "sim/isa/float_arithmetic.h"
#include "sim/isa/float_properties.h"
#include "sim/isa/float_rounding.h"
#include "sim/isa/special_function_unit.h"

WARPSCOPE_ISA_BEGIN
namespace {

// Each operation in two forms: rounded to nearest, and as a double that rounds to single precision
// in any mode as the exact result does.
struct Add {
    WARPSCOPE_INLINE static float nearest(float a, float b) { return a + b; }
    template <Rounding R> WARPSCOPE_INLINE static double exact(double a, double b) {
        return zero_sum<R>(sum_to_odd(a, b), a, b);
    }
};
struct Sub {
    WARPSCOPE_INLINE static float nearest(float a, float b) { return a - b; }
    template <Rounding R> WARPSCOPE_INLINE static double exact(double a, double b) {
        return Add::exact<R>(a, -b);
    }
};
struct Mul {
    WARPSCOPE_INLINE static float nearest(float a, float b) { return a * b; }
    /// 24 by 24 bits fit.
    template <Rounding R> WARPSCOPE_INLINE static double exact(double a, double b) { return a * b; }
};
struct Fma {
    template <Rounding R> WARPSCOPE_INLINE static double exact(double a, double b, double c) {
        return Add::exact<R>(a * b, c);
    }
    WARPSCOPE_INLINE static float nearest(float a, float b, float c) {
#ifdef __FMA__
        return __builtin_fmaf(a, b, c);
#else
        return static_cast<float>(exact<Rounding::NearestEven>(a, b, c));
#endif
    }
};
/// A quotient of singles is never closer to a single, or to the middle of two, than 2^-49 of its
/// size without being equal to it; the double nearest to it therefore rounds as the exact value
/// does. Square roots likewise.
struct Div {
    WARPSCOPE_INLINE static float nearest(float a, float b) { return a / b; }
    template <Rounding R> WARPSCOPE_INLINE static double exact(double a, double b) { return a / b; }
};
struct Rcp {
    WARPSCOPE_INLINE static float nearest(float a) { return 1.0f / a; }
    template <Rounding R> WARPSCOPE_INLINE static double exact(double a) { return 1.0 / a; }
};

/// op{.rnd}{.ftz}{.sat}.f32 with N operands.
template <class Op, unsigned N, Rounding R, bool Ftz, bool Sat>
Outcome arithmetic(Context& c, const DecodedInstruction& i) {
    const std::uint32_t* a = lanes<float>(c, i.operand[1]);
    const std::uint32_t* b = N > 1 ? lanes<float>(c, i.operand[2]) : a;
    const std::uint32_t* e = N > 2 ? lanes<float>(c, i.operand[3]) : a;
    const auto nearest = [&](unsigned l) __attribute__((always_inline)) {
        const float x = flush<Ftz>(get<float>(a[l]));
        if constexpr (N == 1) return Op::nearest(x);
        else if constexpr (N == 2) return Op::nearest(x, flush<Ftz>(get<float>(b[l])));
        else return Op::nearest(x, flush<Ftz>(get<float>(b[l])), flush<Ftz>(get<float>(e[l])));
    };
    const auto directed = [&](unsigned l) __attribute__((always_inline)) {
        const double x = flush<Ftz>(get<float>(a[l])), y = flush<Ftz>(get<float>(b[l]));
        double exact;
        if constexpr (N == 1) exact = Op::template exact<R>(x);
        else if constexpr (N == 2) exact = Op::template exact<R>(x, y);
        else exact = Op::template exact<R>(x, y, static_cast<double>(flush<Ftz>(get<float>(e[l]))));
        return flush<Ftz, R>(narrow<R>(exact), exact);
    };
    if constexpr (R == Rounding::NearestEven && !Ftz) {
        write_lanes<float>(c, i.operand[0], [&](unsigned l) __attribute__((always_inline)) {
            return finish<Sat>(nearest(l));
        });
        return Outcome::Next;
    }
    alignas(64) float results[kLanes];
    // Rounding to nearest, only the least normal number may have been rounded up from something to
    // be flushed.
    bool doubtful = R != Rounding::NearestEven;
    if constexpr (R == Rounding::NearestEven) {
        std::uint32_t least_normal = 0;
        for (unsigned l = 0; l < kLanes; ++l) {
            results[l] = nearest(l);
            least_normal |= static_cast<std::uint32_t>((bits(results[l]) & ~kSign32) == kLeastNormal32);
        }
        doubtful = least_normal != 0;
    }
    if (doubtful) {
        for (unsigned l = 0; l < kLanes; ++l) results[l] = directed(l);
    }
    write_lanes<float>(c, i.operand[0], [&](unsigned l) __attribute__((always_inline)) {
        return finish<Sat>(flush<Ftz>(results[l]));
    });
    return Outcome::Next;
}

/// div.approx and div.full: a * (1/b), both steps rounded, as the hardware computes them. The
/// reciprocal unit flushes subnormals, which is why the ISA lets div.approx return zero, or NaN for
/// an infinite a, when |b| > 2^126; a subnormal b is scaled first, and div.full scales a large b
/// too. Of a constant b, ptxas computes the reciprocal itself, rounded to nearest.
template <bool Ftz, bool Full, bool Constant> struct DivApprox {
    WARPSCOPE_INLINE static float times(float a, float b) {
        if constexpr (!Ftz) return a * b;
        const double product = static_cast<double>(a) * static_cast<double>(b);
        return flush<Ftz, Rounding::NearestEven>(static_cast<float>(product), product);
    }
    WARPSCOPE_INLINE float operator()(float x, float y) const {
        const float a = flush<Ftz>(x), b = flush<Ftz>(y);
        const float magnitude = __builtin_fabsf(b);
        float scale = 1.0f;
        if constexpr (!Ftz) scale = select(magnitude < 0x1p-126f, 0x1p24f, scale);
        if constexpr (Full) scale = select(magnitude > 0x1p126f, 0.25f, scale);
        float reciprocal = 0;
        if constexpr (Constant) reciprocal = flush<true>(1.0f / (b * scale));
        else reciprocal = value_of(unit_reciprocal<Single>(bits(b * scale)));
        return canonical(times(times(a, scale), reciprocal));
    }
};

template <bool Max, bool Nan, bool XorSign, bool Ftz> struct MinMax {
    WARPSCOPE_INLINE float operator()(float x, float y) const {
        float a = flush<Ftz>(x), b = flush<Ftz>(y);
        const std::uint32_t sign = (bits(a) ^ bits(b)) & kSign32;
        if constexpr (XorSign) {
            a = __builtin_fabsf(a);
            b = __builtin_fabsf(b);
        }
        const bool first = Max ? order_key(a) > order_key(b) : order_key(a) < order_key(b);
        float r = select(first, a, b);
        r = select(a != a, b, r);
        r = select(b != b, a, r);
        const bool invalid = Nan ? (a != a) | (b != b) : r != r;
        if constexpr (XorSign) r = value_of((bits(r) & ~kSign32) | sign);
        return select(invalid, value_of(kCanonicalNan32), r);
    }
};

template <bool Ftz> struct Abs {
    WARPSCOPE_INLINE float operator()(float a) const { return canonical(flush<Ftz>(__builtin_fabsf(a))); }
};
template <bool Ftz> struct Neg {
    WARPSCOPE_INLINE float operator()(float a) const { return canonical(flush<Ftz>(-a)); }
};
/// Moves bits only: a NaN keeps its payload.
struct CopySign {
    WARPSCOPE_INLINE std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const {
        return (a & kSign32) | (b & ~kSign32);
    }
};

/// sqrt.rnd. The C library's function would be called for negative operands, to set errno, and keep
/// the loop from being vectorised; hence the vectors.
template <Rounding R, bool Ftz> Outcome square_root(Context& c, const DecodedInstruction& i) {
    const std::uint32_t* a = lanes<float>(c, i.operand[1]);
    using Number = std::conditional_t<R == Rounding::NearestEven, float, double>;
    alignas(64) Number roots[kLanes];
    for (unsigned l = 0; l < kLanes; ++l) roots[l] = static_cast<Number>(flush<Ftz>(get<float>(a[l])));
    square_roots(roots);
    write_lanes<float>(c, i.operand[0], [&](unsigned l) __attribute__((always_inline)) {
        return canonical(narrow<R>(static_cast<double>(roots[l])));
    });
    return Outcome::Next;
}

template <class Op, unsigned N, bool HasSat>
bool decode_arithmetic(const Instruction& s, DecodedInstruction& d) {
    const Modifiers& m = s.modifiers;
    return with_rounding(m.rounding, [&]<Rounding R>(RoundingTag<R>) {
        with_flag(m.ftz, [&]<bool Ftz>(BoolTag<Ftz>) {
            d.run = arithmetic<Op, N, R, Ftz, false>;
            if constexpr (HasSat) {
                if (m.sat) d.run = arithmetic<Op, N, R, Ftz, true>;
            }
        });
    });
}
bool decode_sqrt(const Instruction& s, DecodedInstruction& d) {
    return with_rounding(s.modifiers.rounding, [&]<Rounding R>(RoundingTag<R>) {
        with_flag(s.modifiers.ftz, [&]<bool Ftz>(BoolTag<Ftz>) { d.run = square_root<R, Ftz>; });
    });
}
template <bool Full> bool decode_div_approx(const Instruction& s, DecodedInstruction& d) {
    return with_flag(s.modifiers.ftz, [&]<bool Ftz>(BoolTag<Ftz>) {
        d.run = s.operands[2].kind == Operand::Kind::Immediate
                    ? binary<DivApprox<Ftz, Full, true>, float, float, float>
                    : binary<DivApprox<Ftz, Full, false>, float, float, float>;
    });
}
template <bool Max, bool Nan, bool XorSign> bool decode_min_max(const Instruction& s, DecodedInstruction& d) {
    return with_flag(s.modifiers.ftz, [&]<bool Ftz>(BoolTag<Ftz>) {
        d.run = binary<MinMax<Max, Nan, XorSign, Ftz>, float, float, float>;
    });
}
template <template <bool> class Op> bool decode_sign(const Instruction& s, DecodedInstruction& d) {
    return with_flag(s.modifiers.ftz, [&]<bool Ftz>(BoolTag<Ftz>) { d.run = unary<Op<Ftz>, float, float>; });
}
bool decode_copysign(const Instruction&, DecodedInstruction& d) {
    d.run = binary<CopySign, std::uint32_t, std::uint32_t, std::uint32_t>;
    return true;
}

constexpr TypeSet kTypes = {Type::F32};
constexpr Traits kArithmetic = {.instruction_class = InstructionClass::Float32, .uniform = true};
constexpr Traits kCompare = {.instruction_class = InstructionClass::Compare, .uniform = true};

constexpr Row table[] = {
    {.name = "add.f32", .syntax = "add{.rn|.rz|.rm|.rp}{.ftz}{.sat}.type d, a, b", .types = kTypes,
     .traits = kArithmetic, .decode = decode_arithmetic<Add, 2, true>, .meaning = "d = a + b",
     .section = "Floating Point Instructions: add"},
    {.name = "sub.f32", .syntax = "sub{.rn|.rz|.rm|.rp}{.ftz}{.sat}.type d, a, b", .types = kTypes,
     .traits = kArithmetic, .decode = decode_arithmetic<Sub, 2, true>, .meaning = "d = a - b",
     .section = "Floating Point Instructions: sub"},
    {.name = "mul.f32", .syntax = "mul{.rn|.rz|.rm|.rp}{.ftz}{.sat}.type d, a, b", .types = kTypes,
     .traits = kArithmetic, .decode = decode_arithmetic<Mul, 2, true>, .meaning = "d = a * b",
     .section = "Floating Point Instructions: mul"},
    {.name = "fma.f32", .syntax = "fma.rn|.rz|.rm|.rp{.ftz}{.sat}.type d, a, b, c", .types = kTypes,
     .traits = kArithmetic, .decode = decode_arithmetic<Fma, 3, true>, .meaning = "d = a * b + c, rounded once",
     .section = "Floating Point Instructions: fma", .version = 20, .target = 20},
    // ptxas took mad.f32 without a rounding modifier as .rn before PTX 3.2.
    {.name = "mad.f32", .syntax = "mad.rn|.rz|.rm|.rp{.ftz}{.sat}.type d, a, b, c", .types = kTypes,
     .traits = kArithmetic, .decode = decode_arithmetic<Fma, 3, true>, .meaning = "d = a * b + c, rounded once",
     .section = "Floating Point Instructions: mad"},
    {.name = "div.rnd.f32", .syntax = "div.rn|.rz|.rm|.rp{.ftz}.type d, a, b", .types = kTypes,
     .traits = kArithmetic, .decode = decode_arithmetic<Div, 2, false>, .meaning = "d = a / b",
     .section = "Floating Point Instructions: div", .version = 14, .target = 20},
    {.name = "div.approx.f32", .syntax = "div.approx{.ftz}.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_div_approx<false>, .meaning = "d = a * (1 / b)",
     .section = "Floating Point Instructions: div", .version = 14,
     .bound = "2 ulp for |b| in [2^-126, 2^126]"},
    {.name = "div.full.f32", .syntax = "div.full{.ftz}.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_div_approx<true>, .meaning = "d = a / b",
     .section = "Floating Point Instructions: div", .version = 14, .bound = "2 ulp"},
    {.name = "rcp.rnd.f32", .syntax = "rcp.rn|.rz|.rm|.rp{.ftz}.type d, a", .types = kTypes, .traits = kArithmetic,
     .decode = decode_arithmetic<Rcp, 1, false>, .meaning = "d = 1 / a",
     .section = "Floating Point Instructions: rcp", .version = 20, .target = 20},
    {.name = "sqrt.rnd.f32", .syntax = "sqrt.rn|.rz|.rm|.rp{.ftz}.type d, a", .types = kTypes,
     .traits = kArithmetic, .decode = decode_sqrt, .meaning = "d = sqrt(a)",
     .section = "Floating Point Instructions: sqrt", .version = 20, .target = 20},
    {.name = "min.f32", .syntax = "min{.ftz}.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_min_max<false, false, false>,
     .meaning = "d = the smaller of a and b; of a number and a NaN the number; -0.0 < +0.0",
     .section = "Floating Point Instructions: min"},
    {.name = "min.nan.f32", .syntax = "min{.ftz}.NaN.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_min_max<false, true, false>, .meaning = "d = the smaller of a and b; NaN if either is",
     .section = "Floating Point Instructions: min", .version = 70, .target = 80},
    {.name = "min.xorsign.f32", .syntax = "min{.ftz}.xorsign.abs.type d, a, b", .types = kTypes,
     .traits = kArithmetic, .decode = decode_min_max<false, false, true>,
     .meaning = "d = min(|a|, |b|) with the sign sign(a) ^ sign(b)",
     .section = "Floating Point Instructions: min", .version = 72, .target = 86},
    {.name = "min.nan.xorsign.f32", .syntax = "min{.ftz}.NaN.xorsign.abs.type d, a, b", .types = kTypes,
     .traits = kArithmetic, .decode = decode_min_max<false, true, true>,
     .meaning = "d = min(|a|, |b|) with the sign sign(a) ^ sign(b); NaN if either is",
     .section = "Floating Point Instructions: min", .version = 72, .target = 86},
    {.name = "max.f32", .syntax = "max{.ftz}.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_min_max<true, false, false>,
     .meaning = "d = the larger of a and b; of a number and a NaN the number; +0.0 > -0.0",
     .section = "Floating Point Instructions: max"},
    {.name = "max.nan.f32", .syntax = "max{.ftz}.NaN.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_min_max<true, true, false>, .meaning = "d = the larger of a and b; NaN if either is",
     .section = "Floating Point Instructions: max", .version = 70, .target = 80},
    {.name = "max.xorsign.f32", .syntax = "max{.ftz}.xorsign.abs.type d, a, b", .types = kTypes,
     .traits = kArithmetic, .decode = decode_min_max<true, false, true>,
     .meaning = "d = max(|a|, |b|) with the sign sign(a) ^ sign(b)",
     .section = "Floating Point Instructions: max", .version = 72, .target = 86},
    {.name = "max.nan.xorsign.f32", .syntax = "max{.ftz}.NaN.xorsign.abs.type d, a, b", .types = kTypes,
     .traits = kArithmetic, .decode = decode_min_max<true, true, true>,
     .meaning = "d = max(|a|, |b|) with the sign sign(a) ^ sign(b); NaN if either is",
     .section = "Floating Point Instructions: max", .version = 72, .target = 86},
    {.name = "abs.f32", .syntax = "abs{.ftz}.type d, a", .types = kTypes, .traits = kArithmetic,
     .decode = decode_sign<Abs>, .meaning = "d = |a|", .section = "Floating Point Instructions: abs"},
    {.name = "neg.f32", .syntax = "neg{.ftz}.type d, a", .types = kTypes, .traits = kArithmetic,
     .decode = decode_sign<Neg>, .meaning = "d = -a", .section = "Floating Point Instructions: neg"},
    {.name = "copysign.f32", .syntax = "copysign.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_copysign, .meaning = "d = |b| with the sign of a",
     .section = "Floating Point Instructions: copysign", .version = 20, .target = 20},
    {.name = "testp.finite.f32", .syntax = "testp.finite.type p:pred, a", .types = kTypes, .traits = kCompare,
     .decode = decode_testp<Property::Finite, float>, .meaning = "p = a is neither infinite nor NaN",
     .section = "Floating Point Instructions: testp", .version = 20, .target = 20},
    {.name = "testp.infinite.f32", .syntax = "testp.infinite.type p:pred, a", .types = kTypes, .traits = kCompare,
     .decode = decode_testp<Property::Infinite, float>, .meaning = "p = a is infinite",
     .section = "Floating Point Instructions: testp", .version = 20, .target = 20},
    {.name = "testp.number.f32", .syntax = "testp.number.type p:pred, a", .types = kTypes, .traits = kCompare,
     .decode = decode_testp<Property::Number, float>, .meaning = "p = a is not a NaN",
     .section = "Floating Point Instructions: testp", .version = 20, .target = 20},
    {.name = "testp.notanumber.f32", .syntax = "testp.notanumber.type p:pred, a", .types = kTypes,
     .traits = kCompare, .decode = decode_testp<Property::NotANumber, float>, .meaning = "p = a is a NaN",
     .section = "Floating Point Instructions: testp", .version = 20, .target = 20},
    {.name = "testp.normal.f32", .syntax = "testp.normal.type p:pred, a", .types = kTypes, .traits = kCompare,
     .decode = decode_testp<Property::Normal, float>, .meaning = "p = a is a normal number or zero",
     .section = "Floating Point Instructions: testp", .version = 20, .target = 20},
    {.name = "testp.subnormal.f32", .syntax = "testp.subnormal.type p:pred, a", .types = kTypes,
     .traits = kCompare, .decode = decode_testp<Property::Subnormal, float>, .meaning = "p = a is subnormal",
     .section = "Floating Point Instructions: testp", .version = 20, .target = 20},
};

}  // namespace

std::span<const Row> float32_rows() { return table; }

WARPSCOPE_ISA_END
