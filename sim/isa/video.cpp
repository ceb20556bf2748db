// Video instructions in their forms without sub-word selectors (PTX ISA, "Scalar Video
// Instructions" and "SIMD Video Instructions"). Both sources have the same type.
#include "sim/isa/families.h"
#include "sim/isa/decode_types.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

using S64 = std::int64_t;
using U32 = std::uint32_t;

// Intermediate values are exact; only the result is cut to its type or clamped to it.
struct Add {
    S64 operator()(S64 a, S64 b) const { return a + b; }
};
struct Sub {
    S64 operator()(S64 a, S64 b) const { return a - b; }
};
struct AbsDiff {
    S64 operator()(S64 a, S64 b) const { return a < b ? b - a : a - b; }
};
struct Min {
    S64 operator()(S64 a, S64 b) const { return a < b ? a : b; }
};
struct Max {
    S64 operator()(S64 a, S64 b) const { return a < b ? b : a; }
};
/// Rounds halves up, as long as the sum is not negative.
struct Average {
    S64 operator()(S64 a, S64 b) const { return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1; }
};

// DecodedInstruction::detail
constexpr std::uint8_t kSat = 1, kSigned = 2, kAdd = 4, kMin = 8, kMax = 16, kTopIsGreatest = 32,
                       kSecondary = kAdd | kMin | kMax;

std::uint8_t detail_of(const Instruction& s) {
    unsigned detail = (s.modifiers.sat ? kSat : 0) | (is_signed(s.modifiers.type) ? kSigned : 0);
    if (s.modifiers.operation == Operation::Add) detail |= kAdd;
    if (s.modifiers.operation == Operation::Min) detail |= kMin;
    if (s.modifiers.operation == Operation::Max) detail |= kMax;
    return static_cast<std::uint8_t>(detail);
}

WARPSCOPE_INLINE S64 clamp(S64 value, unsigned bits, bool is_signed) {
    const S64 most = (S64{1} << (is_signed ? bits - 1 : bits)) - 1,
              least = is_signed ? -most - 1 : 0;
    return value < least ? least : value > most ? most : value;
}

/// The scalar instructions' secondary operation, on the result and c.
WARPSCOPE_INLINE U32 secondary(U32 t, U32 c, unsigned detail) {
    if ((detail & kTopIsGreatest) != 0 && t >> 31 != 0 && (detail & (kMin | kMax)) != 0)
        return (detail & kMin) != 0 ? c : t;
    const auto less = [&](U32 x, U32 y) {
        return (detail & kSigned) != 0 ? static_cast<std::int32_t>(x) < static_cast<std::int32_t>(y)
                                       : x < y;
    };
    if ((detail & kAdd) != 0) return t + c;
    if ((detail & kMin) != 0) return less(c, t) ? c : t;
    if ((detail & kMax) != 0) return less(t, c) ? c : t;
    return t;
}

template <class Op, class T> Outcome run_scalar(Context& c, const DecodedInstruction& i) {
    const U32 *a = lanes<T>(c, i.operand[1]), *b = lanes<T>(c, i.operand[2]);
    const unsigned detail = i.detail;
    // Without a secondary operation there is no third source; a stands in for it and is not looked
    // at.
    const U32* e = (detail & kSecondary) != 0 ? lanes<U32>(c, i.operand[3]) : a;
    write_lanes<U32>(c, i.operand[0], [&](unsigned l) {
        const S64 t = Op{}(S64{get<T>(a[l])}, S64{get<T>(b[l])});
        const S64 result = (detail & kSat) != 0 ? clamp(t, 32, (detail & kSigned) != 0) : t;
        return secondary(static_cast<U32>(result), e[l], detail);
    });
    return Outcome::Next;
}
/// The instructions themselves left with sm_50; this is what ptxas 13.0 makes of them for sm_90 where
/// it is not what the PTX ISA says. vadd.u32.u32.u32.sat does not clamp. A secondary .min or .max
/// compares as .dtype, but when the first result is of the other signedness and its top bit is set,
/// it counts as greater than any c.
template <class Op> std::uint8_t detail_on_hardware(const Instruction& s) {
    const bool to_signed = is_signed(s.modifiers.type),
               from_signed = is_signed(s.modifiers.source_type);
    constexpr bool sum = std::is_same_v<Op, Add> || std::is_same_v<Op, Sub>;
    constexpr bool magnitude = std::is_same_v<Op, AbsDiff>;
    const bool result_signed = sum || (!magnitude && from_signed);
    unsigned detail = detail_of(s) | (result_signed != to_signed ? kTopIsGreatest : 0);
    if (std::is_same_v<Op, Add> && !to_signed && !from_signed) detail &= ~unsigned{kSat};
    return static_cast<std::uint8_t>(detail);
}
template <class Op> bool decode_scalar(const Instruction& s, DecodedInstruction& d) {
    d.detail = detail_on_hardware<Op>(s);
    d.run = is_signed(s.modifiers.source_type) ? run_scalar<Op, std::int32_t> : run_scalar<Op, U32>;
    return s.modifiers.source_type != Type::None;
}

template <class Op, class Part> Outcome run_simd(Context& c, const DecodedInstruction& i) {
    const U32 *a = lanes<U32>(c, i.operand[1]), *b = lanes<U32>(c, i.operand[2]),
              *e = lanes<U32>(c, i.operand[3]);
    const bool sat = (i.detail & kSat) != 0, add = (i.detail & kAdd) != 0,
               to_signed = (i.detail & kSigned) != 0;
    constexpr U32 ones = (1u << kBits<Part>) - 1;
    write_lanes<U32>(c, i.operand[0], [&](unsigned l) {
        U32 together = 0, sum = e[l];
        for (unsigned k = 0; k < 32; k += kBits<Part>) {
            const S64 exact =
                Op{}(S64{static_cast<Part>(a[l] >> k)}, S64{static_cast<Part>(b[l] >> k)});
            const U32 t = static_cast<U32>(sat ? clamp(exact, kBits<Part>, to_signed) : exact);
            together |= (t & ones) << k;
            sum += t;
        }
        return add ? sum : together;
    });
    return Outcome::Next;
}
template<class Op, class UnsignedPart>
bool decode_simd(const Instruction& s, DecodedInstruction& d) {
    d.detail = detail_of(s);
    d.run = is_signed(s.modifiers.source_type) ? run_simd<Op, std::make_signed_t<UnsignedPart>>
                                               : run_simd<Op, UnsignedPart>;
    return s.modifiers.source_type != Type::None && (d.detail & (kSat | kAdd)) != (kSat | kAdd);
}
template <class Op> constexpr auto kDecode2 = decode_simd<Op, std::uint16_t>;
template <class Op> constexpr auto kDecode4 = decode_simd<Op, std::uint8_t>;

constexpr TypeSet kTypes = {Type::U32, Type::S32};
constexpr Traits kVideo = {.instruction_class = InstructionClass::Video, .uniform = true};

constexpr Row table[] = {
    {.name = "vadd", .syntax = "vadd.type{.u32.u32|.s32.s32}{.sat} d, a, b", .types = kTypes,
     .traits = kVideo, .decode = decode_scalar<Add>, .meaning = "d = a + b", .section = "vadd",
     .version = 20, .target = 20},
    {.name = "vsub", .syntax = "vsub.type{.u32.u32|.s32.s32}{.sat} d, a, b", .types = kTypes,
     .traits = kVideo, .decode = decode_scalar<Sub>, .meaning = "d = a - b", .section = "vsub",
     .version = 20, .target = 20},
    {.name = "vabsdiff", .syntax = "vabsdiff.type{.u32.u32|.s32.s32}{.sat} d, a, b", .types = kTypes,
     .traits = kVideo, .decode = decode_scalar<AbsDiff>, .meaning = "d = |a - b|", .section = "vabsdiff",
     .version = 20, .target = 20},
    {.name = "vmin", .syntax = "vmin.type{.u32.u32|.s32.s32}{.sat} d, a, b", .types = kTypes,
     .traits = kVideo, .decode = decode_scalar<Min>, .meaning = "d = min(a, b)", .section = "vmin",
     .version = 20, .target = 20},
    {.name = "vmax", .syntax = "vmax.type{.u32.u32|.s32.s32}{.sat} d, a, b", .types = kTypes,
     .traits = kVideo, .decode = decode_scalar<Max>, .meaning = "d = max(a, b)", .section = "vmax",
     .version = 20, .target = 20},
    {.name = "vadd.op", .syntax = "vadd.type{.u32.u32|.s32.s32}{.sat}.add|.min|.max d, a, b, c",
     .types = kTypes, .traits = kVideo, .decode = decode_scalar<Add>, .meaning = "d = op(a + b, c)",
     .section = "vadd", .version = 20, .target = 20},
    {.name = "vsub.op", .syntax = "vsub.type{.u32.u32|.s32.s32}{.sat}.add|.min|.max d, a, b, c",
     .types = kTypes, .traits = kVideo, .decode = decode_scalar<Sub>, .meaning = "d = op(a - b, c)",
     .section = "vsub", .version = 20, .target = 20},
    {.name = "vabsdiff.op", .syntax = "vabsdiff.type{.u32.u32|.s32.s32}{.sat}.add|.min|.max d, a, b, c",
     .types = kTypes, .traits = kVideo, .decode = decode_scalar<AbsDiff>, .meaning = "d = op(|a - b|, c)",
     .section = "vabsdiff", .version = 20, .target = 20},
    {.name = "vmin.op", .syntax = "vmin.type{.u32.u32|.s32.s32}{.sat}.add|.min|.max d, a, b, c",
     .types = kTypes, .traits = kVideo, .decode = decode_scalar<Min>, .meaning = "d = op(min(a, b), c)",
     .section = "vmin", .version = 20, .target = 20},
    {.name = "vmax.op", .syntax = "vmax.type{.u32.u32|.s32.s32}{.sat}.add|.min|.max d, a, b, c",
     .types = kTypes, .traits = kVideo, .decode = decode_scalar<Max>, .meaning = "d = op(max(a, b), c)",
     .section = "vmax", .version = 20, .target = 20},

    {.name = "vadd2", .syntax = "vadd2.type{.u32.u32|.s32.s32}{.sat}{.add} d, a, b, c", .types = kTypes,
     .traits = kVideo, .decode = kDecode2<Add>,
     .meaning = "d.h[k] = a.h[k] + b.h[k]; with .add d = c + their sum", .section = "vadd2", .version = 30,
     .target = 30},
    {.name = "vsub2", .syntax = "vsub2.type{.u32.u32|.s32.s32}{.sat}{.add} d, a, b, c", .types = kTypes,
     .traits = kVideo, .decode = kDecode2<Sub>,
     .meaning = "d.h[k] = a.h[k] - b.h[k]; with .add d = c + their sum", .section = "vsub2", .version = 30,
     .target = 30},
    {.name = "vavrg2", .syntax = "vavrg2.type{.u32.u32|.s32.s32}{.sat}{.add} d, a, b, c", .types = kTypes,
     .traits = kVideo, .decode = kDecode2<Average>,
     .meaning = "d.h[k] = (a.h[k] + b.h[k] + 1) >> 1; with .add d = c + their sum", .section = "vavrg2",
     .version = 30, .target = 30},
    {.name = "vabsdiff2", .syntax = "vabsdiff2.type{.u32.u32|.s32.s32}{.sat}{.add} d, a, b, c",
     .types = kTypes, .traits = kVideo, .decode = kDecode2<AbsDiff>,
     .meaning = "d.h[k] = |a.h[k] - b.h[k]|; with .add d = c + their sum", .section = "vabsdiff2",
     .version = 30, .target = 30},
    {.name = "vmin2", .syntax = "vmin2.type{.u32.u32|.s32.s32}{.sat}{.add} d, a, b, c", .types = kTypes,
     .traits = kVideo, .decode = kDecode2<Min>,
     .meaning = "d.h[k] = min(a.h[k], b.h[k]); with .add d = c + their sum", .section = "vmin2",
     .version = 30, .target = 30},
    {.name = "vmax2", .syntax = "vmax2.type{.u32.u32|.s32.s32}{.sat}{.add} d, a, b, c", .types = kTypes,
     .traits = kVideo, .decode = kDecode2<Max>,
     .meaning = "d.h[k] = max(a.h[k], b.h[k]); with .add d = c + their sum", .section = "vmax2",
     .version = 30, .target = 30},

    {.name = "vadd4", .syntax = "vadd4.type{.u32.u32|.s32.s32}{.sat}{.add} d, a, b, c", .types = kTypes,
     .traits = kVideo, .decode = kDecode4<Add>,
     .meaning = "d.b[k] = a.b[k] + b.b[k]; with .add d = c + their sum", .section = "vadd4", .version = 30,
     .target = 30},
    {.name = "vsub4", .syntax = "vsub4.type{.u32.u32|.s32.s32}{.sat}{.add} d, a, b, c", .types = kTypes,
     .traits = kVideo, .decode = kDecode4<Sub>,
     .meaning = "d.b[k] = a.b[k] - b.b[k]; with .add d = c + their sum", .section = "vsub4", .version = 30,
     .target = 30},
    {.name = "vavrg4", .syntax = "vavrg4.type{.u32.u32|.s32.s32}{.sat}{.add} d, a, b, c", .types = kTypes,
     .traits = kVideo, .decode = kDecode4<Average>,
     .meaning = "d.b[k] = (a.b[k] + b.b[k] + 1) >> 1; with .add d = c + their sum", .section = "vavrg4",
     .version = 30, .target = 30},
    {.name = "vabsdiff4", .syntax = "vabsdiff4.type{.u32.u32|.s32.s32}{.sat}{.add} d, a, b, c",
     .types = kTypes, .traits = kVideo, .decode = kDecode4<AbsDiff>,
     .meaning = "d.b[k] = |a.b[k] - b.b[k]|; with .add d = c + their sum", .section = "vabsdiff4",
     .version = 30, .target = 30},
    {.name = "vmin4", .syntax = "vmin4.type{.u32.u32|.s32.s32}{.sat}{.add} d, a, b, c", .types = kTypes,
     .traits = kVideo, .decode = kDecode4<Min>,
     .meaning = "d.b[k] = min(a.b[k], b.b[k]); with .add d = c + their sum", .section = "vmin4",
     .version = 30, .target = 30},
    {.name = "vmax4", .syntax = "vmax4.type{.u32.u32|.s32.s32}{.sat}{.add} d, a, b, c", .types = kTypes,
     .traits = kVideo, .decode = kDecode4<Max>,
     .meaning = "d.b[k] = max(a.b[k], b.b[k]); with .add d = c + their sum", .section = "vmax4",
     .version = 30, .target = 30},
};

}  // namespace

std::span<const Row> video_rows() { return table; }

WARPSCOPE_ISA_END
