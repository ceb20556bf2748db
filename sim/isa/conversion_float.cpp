// Conversions to, from and between single and double precision (PTX ISA, "Data Movement and
// Conversion Instructions: cvt").
#include "sim/isa/families.h"
#include "sim/isa/float_rounding.h"
#include "sim/isa/integral_rounding.h"

WARPSCOPE_ISA_BEGIN
namespace {

// ---- float to integer

/// D is any integer type that holds the range; its slot is the register's.
template<class D, class F, Rounding R>
Outcome run_to_integer(Context& c, const DecodedInstruction& i) {
    const Slot<F>* a = lanes<F>(c, i.operand[1]);
    const bool ftz = (i.detail & kFtz) != 0;
    const Range range = range_of<F>(i);
    write_lanes<D>(c, i.operand[0], [&](unsigned l) {
        return to_integer<D>(static_cast<double>(to_integral<R>(flushed(get<F>(a[l]), ftz))),
                             range);
    });
    return Outcome::Next;
}
template <class F, Rounding R> Execute choose_to_integer(Type type, unsigned slot) {
    if (type == Type::U64) return run_to_integer<std::uint64_t, F, R>;
    if (slot == 8) return run_to_integer<std::int64_t, F, R>;
    if (type == Type::U32) return run_to_integer<std::uint32_t, F, R>;
    return run_to_integer<std::int32_t, F, R>;
}
template <class F> bool decode_to_integer(const Instruction& s, DecodedInstruction& d) {
    const Type type = s.modifiers.type;
    d.detail = detail_of(s);
    d.displacement = range_bits(size_in_bytes(type), is_signed(type));
    switch (s.modifiers.rounding) {
        case Rounding::IntegerNearestEven:
            d.run = choose_to_integer<F, Rounding::IntegerNearestEven>(type, d.slot_size);
            return true;
        case Rounding::IntegerTowardZero:
            d.run = choose_to_integer<F, Rounding::IntegerTowardZero>(type, d.slot_size);
            return true;
        case Rounding::IntegerDown:
            d.run = choose_to_integer<F, Rounding::IntegerDown>(type, d.slot_size);
            return true;
        case Rounding::IntegerUp:
            d.run = choose_to_integer<F, Rounding::IntegerUp>(type, d.slot_size);
            return true;
        default: return false;
    }
}

// ---- integer to float

/// The common case: to nearest, from a register as wide as the type.
template <class F> struct ToFloat {
    template <class T> F operator()(T a) const { return static_cast<F>(a); }
};

/// A magnitude rounded to nearest, or cut to F's digits and then moved away from zero if `away` and
/// inexact.
template<class F>
WARPSCOPE_INLINE F round_magnitude(std::uint64_t magnitude, bool to_nearest, bool away) {
    constexpr int digits = sizeof(F) == 4 ? 24 : 53;
    const int excess = 64 - __builtin_clzll(magnitude | 1) - digits;
    if (to_nearest || excess <= 0) return static_cast<F>(magnitude);
    const std::uint64_t cut = magnitude >> excess << excess;
    return value_of(bits(static_cast<F>(cut)) + (away && cut != magnitude ? 1 : 0));
}
/// Any rounding, .sat, and registers wider than the type; displacement holds the register's unused
/// bits.
template<class F, class S, bool IsSigned>
Outcome run_from_integer(Context& c, const DecodedInstruction& i) {
    const S* a = lanes<S>(c, i.operand[1]);
    const unsigned unused = kBits<std::uint64_t> - kBits<S> + (i.displacement & 63);
    const auto rounding = static_cast<Rounding>(i.displacement >> 8);
    write_lanes<F>(c, i.operand[0], [&](unsigned l) {
        const std::uint64_t top = std::uint64_t{a[l]} << unused;
        const std::int64_t value = static_cast<std::int64_t>(top) >> unused;
        const bool negative = IsSigned && value < 0;
        const std::uint64_t magnitude = !IsSigned  ? top >> unused
                                        : negative ? 0 - word(value)
                                                   : word(value);
        const F f = round_magnitude<F>(magnitude, rounding == Rounding::NearestEven,
                                       rounding == (negative ? Rounding::Down : Rounding::Up));
        const F with_sign = negative ? -f : f;
        return select((i.detail & kSat) != 0, saturate(with_sign), with_sign);
    });
    return Outcome::Next;
}
template <class F> bool decode_from_integer(const Instruction& s, DecodedInstruction& d) {
    if (d.operand[1] == kNoOperand) return false;  // a clock: only mov reads those
    const Type type = s.modifiers.source_type;
    const unsigned size = size_in_bytes(type), slot = source_slot(s.operands[1], type);
    const bool natural = slot == (size <= 4 ? 4 : 8);
    if (natural && s.modifiers.rounding == Rounding::NearestEven && !s.modifiers.sat)
        return with_integer(type, [&]<class T>(Tag<T>) { d.run = unary<ToFloat<F>, F, T>; });
    d.detail = detail_of(s);
    d.displacement = static_cast<std::int64_t>(8 * (slot - size) |
                                               static_cast<unsigned>(s.modifiers.rounding) << 8);
    if (is_signed(type))
        d.run = slot == 8 ? run_from_integer<F, std::uint64_t, true>
                          : run_from_integer<F, std::uint32_t, true>;
    else
        d.run = slot == 8 ? run_from_integer<F, std::uint64_t, false>
                          : run_from_integer<F, std::uint32_t, false>;
    return slot >= size;
}

// ---- float to float

/// Rounding a single to an integral one answers every NaN alike; the forms with a double on either
/// side keep sign and payload and make it quiet, as the host's own conversions between them do.
WARPSCOPE_INLINE float quiet(float x) { return canonical(x); }
WARPSCOPE_INLINE double quiet(double x) { return select(x != x, value_of(bits(x) | kQuiet64), x); }

/// A conversion that has nothing to do moves the bits, signalling NaNs included.
struct Copy {
    template <class F> F operator()(F a) const { return a; }
};

/// Same type: to an integral value, to zero when subnormal, into [0, 1].
template <class F, Rounding R> Outcome run_same(Context& c, const DecodedInstruction& i) {
    const Slot<F>* a = lanes<F>(c, i.operand[1]);
    const bool ftz = (i.detail & kFtz) != 0, sat = (i.detail & kSat) != 0;
    write_lanes<F>(c, i.operand[0], [&](unsigned l) {
        const F value = to_integral<R>(flushed(get<F>(a[l]), ftz));
        return select(sat, saturate(value), quiet(value));
    });
    return Outcome::Next;
}
template <class F> bool decode_same(const Instruction& s, DecodedInstruction& d) {
    d.detail = detail_of(s);
    switch (s.modifiers.rounding) {
        case Rounding::None:
            d.run = d.detail == 0 ? unary<Copy, F, F> : run_same<F, Rounding::None>;
            return true;
        case Rounding::IntegerNearestEven:
            d.run = run_same<F, Rounding::IntegerNearestEven>;
            return true;
        case Rounding::IntegerTowardZero:
            d.run = run_same<F, Rounding::IntegerTowardZero>;
            return true;
        case Rounding::IntegerDown: d.run = run_same<F, Rounding::IntegerDown>; return true;
        case Rounding::IntegerUp: d.run = run_same<F, Rounding::IntegerUp>; return true;
        default: return false;
    }
}

Outcome run_widen(Context& c, const DecodedInstruction& i) {
    const Slot<float>* a = lanes<float>(c, i.operand[1]);
    const bool ftz = (i.detail & kFtz) != 0, sat = (i.detail & kSat) != 0;
    write_lanes<double>(c, i.operand[0], [&](unsigned l) {
        // Flushing is arithmetic on singles and answers every NaN alike; widening keeps payloads.
        const float x = get<float>(a[l]);
        const double value = static_cast<double>(select(ftz, canonical(flush<true>(x)), x));
        return select(sat, saturate(value), value);
    });
    return Outcome::Next;
}
bool decode_widen(const Instruction& s, DecodedInstruction& d) {
    d.detail = detail_of(s);
    d.run = run_widen;
    return true;
}

template <Rounding R, bool Ftz> Outcome run_narrow(Context& c, const DecodedInstruction& i) {
    const Slot<double>* a = lanes<double>(c, i.operand[1]);
    const bool sat = (i.detail & kSat) != 0;
    write_lanes<float>(c, i.operand[0], [&](unsigned l) {
        const double exact = get<double>(a[l]);
        const float value = flush<Ftz, R>(narrow<R>(exact), exact);
        return select(sat, saturate(value), value);
    });
    return Outcome::Next;
}
bool decode_narrow(const Instruction& s, DecodedInstruction& d) {
    d.detail = detail_of(s);
    return with_rounding(s.modifiers.rounding, [&]<Rounding R>(RoundingTag<R>) {
        d.run = s.modifiers.ftz ? run_narrow<R, true> : run_narrow<R, false>;
    });
}

constexpr TypeSet kIntegers = {Type::U8,  Type::S8,  Type::U16, Type::S16,
                               Type::U32, Type::S32, Type::U64, Type::S64};
constexpr TypeSet kF32 = {Type::F32};
constexpr TypeSet kF64 = {Type::F64};
constexpr Traits kConversion = {.instruction_class = InstructionClass::Conversion, .uniform = true};

constexpr Row table[] = {
    {.name = "cvt.int.from.f32", .syntax = "cvt.rni|.rzi|.rmi|.rpi{.ftz}{.sat}.type.stype d, a:stype",
     .types = kIntegers, .source_types = kF32, .traits = kConversion, .decode = decode_to_integer<float>,
     .meaning = "d = clamp(round(a), MIN(d), MAX(d))", .section = "cvt"},
    {.name = "cvt.int.from.f64", .syntax = "cvt.rni|.rzi|.rmi|.rpi{.sat}.type.stype d, a:stype",
     .types = kIntegers, .source_types = kF64, .traits = kConversion, .decode = decode_to_integer<double>,
     .meaning = "d = clamp(round(a), MIN(d), MAX(d))", .section = "cvt", .target = 13},
    {.name = "cvt.f32.from.int", .syntax = "cvt.rn|.rz|.rm|.rp{.ftz}{.sat}.type.stype d, a:stype",
     .types = kF32, .source_types = kIntegers, .traits = kConversion, .decode = decode_from_integer<float>,
     .meaning = "d = round(a)", .section = "cvt"},
    {.name = "cvt.f64.from.int", .syntax = "cvt.rn|.rz|.rm|.rp{.sat}.type.stype d, a:stype", .types = kF64,
     .source_types = kIntegers, .traits = kConversion, .decode = decode_from_integer<double>,
     .meaning = "d = round(a)", .section = "cvt", .target = 13},
    {.name = "cvt.f32.from.f32", .syntax = "cvt{.rni|.rzi|.rmi|.rpi}{.ftz}{.sat}.type.stype d, a:stype",
     .types = kF32, .source_types = kF32, .traits = kConversion, .decode = decode_same<float>,
     .meaning = "d = round(a)", .section = "cvt"},
    {.name = "cvt.f64.from.f64", .syntax = "cvt{.rni|.rzi|.rmi|.rpi}{.sat}.type.stype d, a:stype",
     .types = kF64, .source_types = kF64, .traits = kConversion, .decode = decode_same<double>,
     .meaning = "d = round(a)", .section = "cvt", .target = 13},
    {.name = "cvt.f64.from.f32", .syntax = "cvt{.ftz}{.sat}.type.stype d, a:stype", .types = kF64,
     .source_types = kF32, .traits = kConversion, .decode = decode_widen, .meaning = "d = a",
     .section = "cvt", .target = 13},
    {.name = "cvt.f32.from.f64", .syntax = "cvt.rn|.rz|.rm|.rp{.ftz}{.sat}.type.stype d, a:stype",
     .types = kF32, .source_types = kF64, .traits = kConversion, .decode = decode_narrow,
     .meaning = "d = round(a)", .section = "cvt", .target = 13},
};

}  // namespace

std::span<const Row> float_conversion_rows() { return table; }

WARPSCOPE_ISA_END
