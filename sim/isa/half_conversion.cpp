// Conversions between the half types and all scalar ones (PTX ISA, "Data Movement and Conversion
// Instructions: cvt").
#include "sim/isa/families.h"
#include "sim/isa/half_endings.h"
#include "sim/isa/integral_rounding.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// Calls use(RoundingTag<R>{}) for a rounding to integral values, or for none.
template<class Use>
WARPSCOPE_INLINE bool with_integral_rounding(Rounding rounding, Use use) {
    switch (rounding) {
    case Rounding::None: use(RoundingTag<Rounding::None>{}); return true;
    case Rounding::IntegerNearestEven:
        use(RoundingTag<Rounding::IntegerNearestEven>{});
        return true;
    case Rounding::IntegerTowardZero: use(RoundingTag<Rounding::IntegerTowardZero>{}); return true;
    case Rounding::IntegerDown: use(RoundingTag<Rounding::IntegerDown>{}); return true;
    case Rounding::IntegerUp: use(RoundingTag<Rounding::IntegerUp>{}); return true;
    default: return false;
    }
}

// ---- from floats

/// NaN becomes the one of the half type, except that from a double it keeps its sign and the top of
/// its payload and becomes quiet.
template<class F, Rounding R>
WARPSCOPE_INLINE std::uint32_t narrowed(float x) {
    return encode<F, float>(x, R);
}
template<class F, Rounding R>
WARPSCOPE_INLINE std::uint32_t narrowed(double x) {
    constexpr std::uint32_t quiet = 1u << (F::digits - 2);
    const auto upper = static_cast<std::uint32_t>(bits(x) >> 48);
    const auto payload = static_cast<std::uint32_t>(bits(x) >> (53 - F::digits)) & (quiet - 1);
    return pick(x != x, (upper & F::sign) | F::infinity | quiet | payload, encode<F, double>(x, R));
}

template<class F, class S, Rounding R>
Outcome run_narrow(Context& c, const DecodedInstruction& i) {
    const Slot<S>* a = lanes<S>(c, i.operand[1]);
    const bool ftz = (i.detail & kFlush) != 0;
    const Endings endings = endings_of(i);
    write_lanes<std::uint32_t>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA {
        return with_endings<F>(narrowed<F, R>(flushed(get<S>(a[l]), ftz)), endings);
    });
    return Outcome::Next;
}
template<class F, class S>
bool decode_narrow(const Instruction& s, DecodedInstruction& d) {
    const Modifiers& m = s.modifiers;
    // f16 has no number as small as a subnormal single: rounding up such a one is not changed by
    // .ftz.
    d.detail = detail_of_endings(m, m.ftz && F::digits == BF16::digits);
    if (!registers_are_narrow<S>(s, d)) return false;
    const bool to_finite = m.relu || m.satfinite;
    if (to_finite && m.rounding != Rounding::NearestEven && m.rounding != Rounding::TowardZero)
        return false;
    return with_rounding(m.rounding,
                         [&]<Rounding R>(RoundingTag<R>) { d.run = run_narrow<F, S, R>; });
}

/// Between the half types.
template<class F, class S, Rounding R>
Outcome run_half_to_half(Context& c, const DecodedInstruction& i) {
    const std::uint32_t* a = lanes<std::uint32_t>(c, i.operand[1]);
    write_lanes<std::uint32_t>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA {
        return encode<F, float>(widen<S>(a[l] & 0xffff), R);
    });
    return Outcome::Next;
}
template<class F, class S>
bool decode_half_to_half(const Instruction& s, DecodedInstruction& d) {
    return registers_are_narrow<float>(s, d) &&
           with_rounding(s.modifiers.rounding,
                         [&]<Rounding R>(RoundingTag<R>) { d.run = run_half_to_half<F, S, R>; });
}
/// To the same type: to an integral value, into [0, 1].
template<class F, Rounding R>
Outcome run_same(Context& c, const DecodedInstruction& i) {
    const std::uint32_t* a = lanes<std::uint32_t>(c, i.operand[1]);
    const Endings endings = endings_of(i);
    write_lanes<std::uint32_t>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA {
        const float value = to_integral<R>(widen<F>(a[l] & 0xffff));
        return with_endings<F>(encode<F, float>(value, Rounding::NearestEven), endings);
    });
    return Outcome::Next;
}
template<class F>
bool decode_same(const Instruction& s, DecodedInstruction& d) {
    d.detail = detail_of_endings(s.modifiers, false);
    return registers_are_narrow<float>(s, d) &&
           with_integral_rounding(s.modifiers.rounding,
                                  [&]<Rounding R>(RoundingTag<R>) { d.run = run_same<F, R>; });
}

// ---- to floats

/// From f16 to single precision NaN becomes the one of that; a bfloat16 number is half a single and
/// keeps its bits, unless .ftz makes the conversion arithmetic. To double precision NaN keeps sign
/// and payload and becomes quiet.
template<class F, class D>
Outcome run_widen(Context& c, const DecodedInstruction& i) {
    const std::uint32_t* a = lanes<std::uint32_t>(c, i.operand[1]);
    const bool ftz = (i.detail & kFlush) != 0, sat = (i.detail & kSaturate) != 0;
    const bool one_nan = ftz || (sizeof(D) == 4 && F::digits == F16::digits);
    write_lanes<D>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA {
        const float exact = widen<F>(a[l] & 0xffff);
        const float single = select(one_nan, canonical(flushed(exact, ftz)), exact);
        const D value = static_cast<D>(single);
        return select(sat, saturate(value), value);
    });
    return Outcome::Next;
}
template<class F, class D>
bool decode_widen(const Instruction& s, DecodedInstruction& d) {
    d.detail = detail_of_endings(s.modifiers, s.modifiers.ftz && F::digits == BF16::digits);
    d.run = run_widen<F, D>;
    return d.slot_size == sizeof(D) && source_slot(s.operands[1], Type::F16) == 4;
}

// ---- integers

template<class D, class F, Rounding R>
Outcome run_to_integer(Context& c, const DecodedInstruction& i) {
    const std::uint32_t* a = lanes<std::uint32_t>(c, i.operand[1]);
    const Range range = range_of<float>(i);
    write_lanes<D>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA {
        return to_integer<D>(static_cast<double>(to_integral<R>(widen<F>(a[l] & 0xffff))), range);
    });
    return Outcome::Next;
}
/// Conversions with bf16 take no integer register wider than the type (ptxas: "Arguments mismatch").
template<class F>
bool may_hold(const Operand& operand, Type type) {
    if (!std::is_same_v<F, BF16> || operand.kind != Operand::Kind::Register) return true;
    return size_in_bytes(operand.type) == (size_in_bytes(type) == 1 ? 2 : size_in_bytes(type));
}

template<class F>
bool decode_to_integer(const Instruction& s, DecodedInstruction& d) {
    const Type type = s.modifiers.type;
    d.displacement = range_bits(size_in_bytes(type), is_signed(type));
    if (source_slot(s.operands[1], Type::F16) != 4 || !may_hold<F>(s.operands[0], type))
        return false;
    return with_integral_rounding(s.modifiers.rounding, [&]<Rounding R>(RoundingTag<R>) {
        d.run = type == Type::U64   ? run_to_integer<std::uint64_t, F, R>
                : d.slot_size == 8  ? run_to_integer<std::int64_t, F, R>
                : type == Type::U32 ? run_to_integer<std::uint32_t, F, R>
                                    : run_to_integer<std::int32_t, F, R>;
    });
}

/// An integer as a double that rounds as it does: a magnitude of more than 53 bits keeps its upper
/// bits, and whether any of the others is set.
WARPSCOPE_INLINE double magnitude_to_odd(std::uint64_t magnitude) {
    const bool fits = magnitude >> 53 == 0;
    const std::uint64_t upper =
        magnitude >> 11 | static_cast<std::uint64_t>((magnitude & 0x7ff) != 0);
    return static_cast<double>(static_cast<std::int64_t>(fits ? magnitude : upper)) *
           (fits ? 1.0 : 0x1p11);
}
/// displacement holds the unused upper bits of the source's register.
template<class F, class S, bool IsSigned, Rounding R>
Outcome run_from_integer(Context& c, const DecodedInstruction& i) {
    const S* a = lanes<S>(c, i.operand[1]);
    const Endings endings = endings_of(i);
    const unsigned unused = kBits<std::uint64_t> - kBits<S> + static_cast<unsigned>(i.displacement);
    write_lanes<std::uint32_t>(c, i.operand[0], [&](unsigned l) {
        const std::uint64_t top = std::uint64_t{a[l]} << unused;
        const bool negative = IsSigned && static_cast<std::int64_t>(top) < 0;
        const std::uint64_t magnitude =
            negative ? 0 - word(static_cast<std::int64_t>(top) >> unused) : top >> unused;
        const double value = magnitude_to_odd(magnitude);
        return with_endings<F>(encode<F, double>(negative ? -value : value, R), endings);
    });
    return Outcome::Next;
}
template<class F>
bool decode_from_integer(const Instruction& s, DecodedInstruction& d) {
    if (d.operand[1] == kNoOperand) return false; // a clock: only mov reads those
    const Type type = s.modifiers.source_type;
    const unsigned size = size_in_bytes(type), slot = source_slot(s.operands[1], type);
    if (slot < size || slot > 8 || d.slot_size != 4) return false;
    if (!may_hold<F>(s.operands[1], type)) return false;
    d.detail = detail_of_endings(s.modifiers, false);
    d.displacement = 8 * (slot - size);
    return with_rounding(s.modifiers.rounding, [&]<Rounding R>(RoundingTag<R>) {
        if (is_signed(type))
            d.run = slot == 8 ? run_from_integer<F, std::uint64_t, true, R>
                              : run_from_integer<F, std::uint32_t, true, R>;
        else
            d.run = slot == 8 ? run_from_integer<F, std::uint64_t, false, R>
                              : run_from_integer<F, std::uint32_t, false, R>;
    });
}

constexpr TypeSet kIntegers = {Type::U8,  Type::S8,  Type::U16, Type::S16,
                               Type::U32, Type::S32, Type::U64, Type::S64};
constexpr TypeSet kF16 = {Type::F16}, kBF16 = {Type::BF16}, kF32 = {Type::F32}, kF64 = {Type::F64};
constexpr Traits kConversion = {.instruction_class = InstructionClass::Conversion, .uniform = true};

constexpr Row table[] = {
    {.name = "cvt.f16.from.f32",
     .syntax = "cvt.rn|.rz|.rm|.rp{{.ftz}{.sat}|{.relu}{.satfinite}}.type.stype d, a:stype",
     .types = kF16,
     .source_types = kF32,
     .traits = kConversion,
     .decode = decode_narrow<F16, float>,
     .meaning = "d = round(a)",
     .section = "cvt"},
    {.name = "cvt.bf16.from.f32",
     .syntax = "cvt.rn|.rz|.rm|.rp{{.ftz}|{.relu}{.satfinite}}.type.stype d, a:stype",
     .types = kBF16,
     .source_types = kF32,
     .traits = kConversion,
     .decode = decode_narrow<BF16, float>,
     .meaning = "d = round(a)",
     .section = "cvt",
     .version = 70,
     .target = 80},
    {.name = "cvt.f16.from.f64",
     .syntax = "cvt.rn|.rz|.rm|.rp{.sat}.type.stype d, a:stype",
     .types = kF16,
     .source_types = kF64,
     .traits = kConversion,
     .decode = decode_narrow<F16, double>,
     .meaning = "d = round(a)",
     .section = "cvt"},
    {.name = "cvt.bf16.from.f64",
     .syntax = "cvt.rn|.rz|.rm|.rp.type.stype d, a:stype",
     .types = kBF16,
     .source_types = kF64,
     .traits = kConversion,
     .decode = decode_narrow<BF16, double>,
     .meaning = "d = round(a)",
     .section = "cvt",
     .version = 78,
     .target = 90},
    {.name = "cvt.f16.from.f16",
     .syntax = "cvt{.rni|.rzi|.rmi|.rpi}{.sat}.type.stype d, a:stype",
     .types = kF16,
     .source_types = kF16,
     .traits = kConversion,
     .decode = decode_same<F16>,
     .meaning = "d = round(a)",
     .section = "cvt"},
    {.name = "cvt.bf16.from.bf16",
     .syntax = "cvt{.rni|.rzi|.rmi|.rpi}.type.stype d, a:stype",
     .types = kBF16,
     .source_types = kBF16,
     .traits = kConversion,
     .decode = decode_same<BF16>,
     .meaning = "d = round(a)",
     .section = "cvt",
     .version = 78,
     .target = 90},
    {.name = "cvt.f16.from.bf16",
     .syntax = "cvt{.rn|.rz|.rm|.rp}.type.stype d, a:stype",
     .types = kF16,
     .source_types = kBF16,
     .traits = kConversion,
     .decode = decode_half_to_half<F16, BF16>,
     .meaning = "d = round(a)",
     .section = "cvt",
     .version = 78,
     .target = 90},
    {.name = "cvt.bf16.from.f16",
     .syntax = "cvt{.rn|.rz|.rm|.rp}.type.stype d, a:stype",
     .types = kBF16,
     .source_types = kF16,
     .traits = kConversion,
     .decode = decode_half_to_half<BF16, F16>,
     .meaning = "d = round(a)",
     .section = "cvt",
     .version = 78,
     .target = 90},
    {.name = "cvt.f32.from.f16",
     .syntax = "cvt{.ftz}{.sat}.type.stype d, a:stype",
     .types = kF32,
     .source_types = kF16,
     .traits = kConversion,
     .decode = decode_widen<F16, float>,
     .meaning = "d = a",
     .section = "cvt"},
    {.name = "cvt.f32.from.bf16",
     .syntax = "cvt{.rn|.rz|.rm|.rp}{.ftz}.type.stype d, a:stype",
     .types = kF32,
     .source_types = kBF16,
     .traits = kConversion,
     .decode = decode_widen<BF16, float>,
     .meaning = "d = a",
     .section = "cvt",
     .version = 71,
     .target = 80},
    {.name = "cvt.f64.from.f16",
     .syntax = "cvt{.sat}.type.stype d, a:stype",
     .types = kF64,
     .source_types = kF16,
     .traits = kConversion,
     .decode = decode_widen<F16, double>,
     .meaning = "d = a",
     .section = "cvt"},
    {.name = "cvt.f64.from.bf16",
     .syntax = "cvt{.rn|.rz|.rm|.rp}.type.stype d, a:stype",
     .types = kF64,
     .source_types = kBF16,
     .traits = kConversion,
     .decode = decode_widen<BF16, double>,
     .meaning = "d = a",
     .section = "cvt",
     .version = 78,
     .target = 90},
    {.name = "cvt.f16.from.int",
     .syntax = "cvt.rn|.rz|.rm|.rp{.sat}.type.stype d, a:stype",
     .types = kF16,
     .source_types = kIntegers,
     .traits = kConversion,
     .decode = decode_from_integer<F16>,
     .meaning = "d = round(a)",
     .section = "cvt"},
    {.name = "cvt.bf16.from.int",
     .syntax = "cvt.rn|.rz|.rm|.rp.type.stype d, a:stype",
     .types = kBF16,
     .source_types = kIntegers,
     .traits = kConversion,
     .decode = decode_from_integer<BF16>,
     .meaning = "d = round(a)",
     .section = "cvt",
     .version = 78,
     .target = 90},
    {.name = "cvt.int.from.f16",
     .syntax = "cvt.rni|.rzi|.rmi|.rpi{.sat}.type.stype d, a:stype",
     .types = kIntegers,
     .source_types = kF16,
     .traits = kConversion,
     .decode = decode_to_integer<F16>,
     .meaning = "d = clamp(round(a), MIN(d), MAX(d))",
     .section = "cvt"},
    {.name = "cvt.int.from.bf16",
     .syntax = "cvt.rni|.rzi|.rmi|.rpi.type.stype d, a:stype",
     .types = kIntegers,
     .source_types = kBF16,
     .traits = kConversion,
     .decode = decode_to_integer<BF16>,
     .meaning = "d = clamp(round(a), MIN(d), MAX(d))",
     .section = "cvt",
     .version = 78,
     .target = 90},
};

} // namespace

std::span<const Row> half_conversion_rows() {
    return table;
}

WARPSCOPE_ISA_END
