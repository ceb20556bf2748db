// Double-precision arithmetic (PTX ISA, "Floating-Point Instructions").
//
// NaNs. The ISA says "NaN payloads are supported for double-precision instructions" and leaves open
// which operand wins and what an invalid operation makes. Here as on NVIDIA hardware (sm_90): a NaN
// operand is passed on with its sign and payload, its quiet bit set; of several, add, sub, mul, min
// and max take b, fma takes b, then c, then a, and div takes a; an invalid operation gives
// 0xfff8000000000000.
//
// Directed roundings change the host's rounding mode around the arithmetic of one warp instruction:
// unlike those of singles, the error terms of double operations are not always representable.
#include "sim/isa/families.h"
#include "sim/isa/float_arithmetic.h"
#include "sim/isa/float_properties.h"

WARPSCOPE_ISA_BEGIN
namespace {

WARPSCOPE_INLINE double quiet(double nan) { return value_of(bits(nan) | kQuiet64); }

/// The NaN that an operation gives: that of its operands that comes first, or the default.
WARPSCOPE_INLINE double nan_of(double first) {
    return first != first ? quiet(first) : value_of(kDefaultNan64);
}
WARPSCOPE_INLINE double nan_of(double first, double second) {
    return first != first ? quiet(first) : nan_of(second);
}
WARPSCOPE_INLINE double nan_of(double first, double second, double third) {
    return first != first ? quiet(first) : nan_of(second, third);
}

struct Add {
    WARPSCOPE_INLINE static double compute(double a, double b) { return a + b; }
    WARPSCOPE_INLINE static double nan(double a, double b) { return nan_of(b, a); }
};
struct Sub {
    WARPSCOPE_INLINE static double compute(double a, double b) { return a - b; }
    WARPSCOPE_INLINE static double nan(double a, double b) { return nan_of(b, a); }
};
struct Mul {
    WARPSCOPE_INLINE static double compute(double a, double b) { return a * b; }
    WARPSCOPE_INLINE static double nan(double a, double b) { return nan_of(b, a); }
};
struct Div {
    WARPSCOPE_INLINE static double compute(double a, double b) { return a / b; }
    WARPSCOPE_INLINE static double nan(double a, double b) { return nan_of(a, b); }
};
struct Fma {
    /// Without the instruction, the C library's function: exact in every rounding mode.
    WARPSCOPE_INLINE static double compute(double a, double b, double c) { return __builtin_fma(a, b, c); }
    WARPSCOPE_INLINE static double nan(double a, double b, double c) { return nan_of(b, c, a); }
};
struct Rcp {
    WARPSCOPE_INLINE static double compute(double a) { return 1.0 / a; }
    WARPSCOPE_INLINE static double nan(double a) { return nan_of(a); }
};
struct Sqrt {
    WARPSCOPE_INLINE static double nan(double a) { return nan_of(a); }
};

using Doubles = double[kLanes];

/// Sets the SSE rounding mode (Intel SDM, "MXCSR Control and Status Register", bits 13-14) and
/// returns what was set before.
template <Rounding R> WARPSCOPE_INLINE std::uint32_t set_host_rounding() {
    constexpr std::uint32_t mode = R == Rounding::Down ? 1 : R == Rounding::Up ? 2 : 3;
    std::uint32_t saved;
    __asm__ volatile("stmxcsr %0" : "=m"(saved) : : "memory");
    const std::uint32_t changed = (saved & ~0x6000u) | mode << 13;
    __asm__ volatile("ldmxcsr %0" : : "m"(changed) : "memory");
    return saved;
}
WARPSCOPE_INLINE void restore_host_rounding(std::uint32_t saved) {
    __asm__ volatile("ldmxcsr %0" : : "m"(saved) : "memory");
}
/// Says that these values may change here. The compiler knows nothing of the rounding mode, but
/// cannot compute with operands before they were pinned, nor results after they were; and
/// statements like this stay in order.
WARPSCOPE_INLINE void pin(Doubles& values) { __asm__ volatile("" : "+m"(values) : : "memory"); }

template <class Op, unsigned N>
WARPSCOPE_INLINE void compute_all(const Doubles& a, const Doubles& b, const Doubles& c, Doubles& results) {
    for (unsigned l = 0; l < kLanes; ++l) {
        if constexpr (std::is_same_v<Op, Sqrt>) results[l] = a[l];
        else if constexpr (N == 1) results[l] = Op::compute(a[l]);
        else if constexpr (N == 2) results[l] = Op::compute(a[l], b[l]);
        else results[l] = Op::compute(a[l], b[l], c[l]);
    }
    if constexpr (std::is_same_v<Op, Sqrt>) square_roots(results);
}

/// op{.rnd}.f64 with N operands.
template <class Op, unsigned N, Rounding R>
Outcome arithmetic(Context& context, const DecodedInstruction& i) {
    using Operands [[gnu::may_alias]] = const Doubles;
    const auto operand = [&](unsigned k) __attribute__((always_inline)) -> Operands& {
        return *reinterpret_cast<Operands*>(lanes<double>(context, i.operand[k <= N ? k : N]));
    };
    const auto &a = operand(1), &b = operand(2), &c = operand(3);
    alignas(64) Doubles results;
    if constexpr (R == Rounding::NearestEven) {
        compute_all<Op, N>(a, b, c, results);
    } else {
        alignas(64) Doubles x, y, z;
        for (unsigned l = 0; l < kLanes; ++l) {
            x[l] = a[l];
            y[l] = b[l];
            z[l] = c[l];
        }
        const std::uint32_t saved = set_host_rounding<R>();
        pin(x);
        pin(y);
        pin(z);
        compute_all<Op, N>(x, y, z, results);
        pin(results);
        restore_host_rounding(saved);
    }
    std::uint64_t any_nan = 0;
    for (unsigned l = 0; l < kLanes; ++l) any_nan |= static_cast<std::uint64_t>(results[l] != results[l]);
    if (any_nan != 0) [[unlikely]] {
        for (unsigned l = 0; l < kLanes; ++l) {
            if (results[l] == results[l]) continue;
            if constexpr (N == 1) results[l] = Op::nan(a[l]);
            else if constexpr (N == 2) results[l] = Op::nan(a[l], b[l]);
            else results[l] = Op::nan(a[l], b[l], c[l]);
        }
    }
    write_lanes<double>(context, i.operand[0],
                        [&](unsigned l) __attribute__((always_inline)) { return results[l]; });
    return Outcome::Next;
}

/// There is no min.NaN.f64: of a number and a NaN the number is taken, of two NaNs b.
template <bool Max> struct MinMax {
    WARPSCOPE_INLINE double operator()(double a, double b) const {
        const bool first = Max ? order_key(a) > order_key(b) : order_key(a) < order_key(b);
        double r = select(first, a, b);
        r = select(b != b, a, r);
        return select(a != a, select(b != b, quiet(b), b), r);
    }
};
/// PTX ISA: "for abs.f64, NaN input is passed through unchanged", its sign too; neg does the same.
struct Abs {
    WARPSCOPE_INLINE double operator()(double a) const { return select(a != a, quiet(a), __builtin_fabs(a)); }
};
struct Neg {
    WARPSCOPE_INLINE double operator()(double a) const { return select(a != a, quiet(a), -a); }
};
/// Moves bits only: a NaN keeps its payload, and a signaling one stays so.
struct CopySign {
    WARPSCOPE_INLINE std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const {
        return (a & kSign64) | (b & ~kSign64);
    }
};

template <class Op, unsigned N> bool decode_arithmetic(const Instruction& s, DecodedInstruction& d) {
    return with_rounding(s.modifiers.rounding,
                         [&]<Rounding R>(RoundingTag<R>) { d.run = arithmetic<Op, N, R>; });
}
template <class Op> bool decode_unary(const Instruction&, DecodedInstruction& d) {
    d.run = unary<Op, double, double>;
    return true;
}
template <class Op, class T> bool decode_binary(const Instruction&, DecodedInstruction& d) {
    d.run = binary<Op, T, T, T>;
    return true;
}

constexpr TypeSet kTypes = {Type::F64};
constexpr Traits kArithmetic = {.instruction_class = InstructionClass::Float64, .uniform = true};
constexpr Traits kCompare = {.instruction_class = InstructionClass::Compare, .uniform = true};

constexpr Row table[] = {
    {.name = "add.f64", .syntax = "add{.rn|.rz|.rm|.rp}.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_arithmetic<Add, 2>, .meaning = "d = a + b", .section = "Floating Point Instructions: add",
     .target = 13},
    {.name = "sub.f64", .syntax = "sub{.rn|.rz|.rm|.rp}.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_arithmetic<Sub, 2>, .meaning = "d = a - b", .section = "Floating Point Instructions: sub",
     .target = 13},
    {.name = "mul.f64", .syntax = "mul{.rn|.rz|.rm|.rp}.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_arithmetic<Mul, 2>, .meaning = "d = a * b", .section = "Floating Point Instructions: mul",
     .target = 13},
    {.name = "fma.f64", .syntax = "fma.rn|.rz|.rm|.rp.type d, a, b, c", .types = kTypes, .traits = kArithmetic,
     .decode = decode_arithmetic<Fma, 3>, .meaning = "d = a * b + c, rounded once",
     .section = "Floating Point Instructions: fma", .version = 14, .target = 13},
    // Without a rounding modifier, as before PTX 1.4, mad.f64 is mad.rn.f64.
    {.name = "mad.f64", .syntax = "mad.rn|.rz|.rm|.rp.type d, a, b, c", .types = kTypes, .traits = kArithmetic,
     .decode = decode_arithmetic<Fma, 3>, .meaning = "d = a * b + c, rounded once",
     .section = "Floating Point Instructions: mad", .target = 13},
    {.name = "div.rnd.f64", .syntax = "div.rn|.rz|.rm|.rp.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_arithmetic<Div, 2>, .meaning = "d = a / b", .section = "Floating Point Instructions: div",
     .version = 14, .target = 13},
    {.name = "rcp.rnd.f64", .syntax = "rcp.rn|.rz|.rm|.rp.type d, a", .types = kTypes, .traits = kArithmetic,
     .decode = decode_arithmetic<Rcp, 1>, .meaning = "d = 1 / a", .section = "Floating Point Instructions: rcp",
     .version = 14, .target = 13},
    {.name = "sqrt.rnd.f64", .syntax = "sqrt.rn|.rz|.rm|.rp.type d, a", .types = kTypes, .traits = kArithmetic,
     .decode = decode_arithmetic<Sqrt, 1>, .meaning = "d = sqrt(a)",
     .section = "Floating Point Instructions: sqrt", .version = 14, .target = 13},
    {.name = "min.f64", .syntax = "min.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_binary<MinMax<false>, double>,
     .meaning = "d = the smaller of a and b; of a number and a NaN the number; -0.0 < +0.0",
     .section = "Floating Point Instructions: min", .target = 13},
    {.name = "max.f64", .syntax = "max.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_binary<MinMax<true>, double>,
     .meaning = "d = the larger of a and b; of a number and a NaN the number; +0.0 > -0.0",
     .section = "Floating Point Instructions: max", .target = 13},
    {.name = "abs.f64", .syntax = "abs.type d, a", .types = kTypes, .traits = kArithmetic,
     .decode = decode_unary<Abs>, .meaning = "d = |a|", .section = "Floating Point Instructions: abs",
     .target = 13},
    {.name = "neg.f64", .syntax = "neg.type d, a", .types = kTypes, .traits = kArithmetic,
     .decode = decode_unary<Neg>, .meaning = "d = -a", .section = "Floating Point Instructions: neg",
     .target = 13},
    {.name = "copysign.f64", .syntax = "copysign.type d, a, b", .types = kTypes, .traits = kArithmetic,
     .decode = decode_binary<CopySign, std::uint64_t>, .meaning = "d = |b| with the sign of a",
     .section = "Floating Point Instructions: copysign", .version = 20, .target = 20},
    {.name = "testp.finite.f64", .syntax = "testp.finite.type p:pred, a", .types = kTypes, .traits = kCompare,
     .decode = decode_testp<Property::Finite, double>, .meaning = "p = a is neither infinite nor NaN",
     .section = "Floating Point Instructions: testp", .version = 20, .target = 20},
    {.name = "testp.infinite.f64", .syntax = "testp.infinite.type p:pred, a", .types = kTypes, .traits = kCompare,
     .decode = decode_testp<Property::Infinite, double>, .meaning = "p = a is infinite",
     .section = "Floating Point Instructions: testp", .version = 20, .target = 20},
    {.name = "testp.number.f64", .syntax = "testp.number.type p:pred, a", .types = kTypes, .traits = kCompare,
     .decode = decode_testp<Property::Number, double>, .meaning = "p = a is not a NaN",
     .section = "Floating Point Instructions: testp", .version = 20, .target = 20},
    {.name = "testp.notanumber.f64", .syntax = "testp.notanumber.type p:pred, a", .types = kTypes,
     .traits = kCompare, .decode = decode_testp<Property::NotANumber, double>, .meaning = "p = a is a NaN",
     .section = "Floating Point Instructions: testp", .version = 20, .target = 20},
    {.name = "testp.normal.f64", .syntax = "testp.normal.type p:pred, a", .types = kTypes, .traits = kCompare,
     .decode = decode_testp<Property::Normal, double>, .meaning = "p = a is a normal number or zero",
     .section = "Floating Point Instructions: testp", .version = 20, .target = 20},
    {.name = "testp.subnormal.f64", .syntax = "testp.subnormal.type p:pred, a", .types = kTypes,
     .traits = kCompare, .decode = decode_testp<Property::Subnormal, double>, .meaning = "p = a is subnormal",
     .section = "Floating Point Instructions: testp", .version = 20, .target = 20},
};

}  // namespace

std::span<const Row> float64_rows() { return table; }

WARPSCOPE_ISA_END
