// Scalar video instructions (PTX ISA, "Scalar Video Instructions"): 32-bit arithmetic on bytes,
// halves or words of the sources, with a second operation or a merge into a part of the result.
#include "sim/isa/families.h"
#include "sim/isa/video_form.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// b is unsigned; `mode` is 1 for .wrap.
template<bool left>
struct Shift {
    S64 operator()(S64 a, S64 b, unsigned wrap) const {
        const S64 n = wrap != 0 ? b & 31 : b > 32 ? 32 : b;
        return left ? static_cast<S64>(static_cast<std::uint64_t>(a) << n) : a >> n;
    }
};

// VideoForm::mode of vmad: the scale, and what is added beyond the sum.
constexpr std::uint8_t kScaleBits = 15, kPlusOne = 16, kMinusProduct = 32, kMinusC = 64;

/// "b0" ... "b3", "h0", "h1"; no selector: the whole word. False for anything else.
bool read_part(const Operand& operand, std::uint8_t (&part)[2]) {
    const char* text = operand.selector.data();
    const std::size_t size = operand.selector.size();
    if (size == 0) return true;
    const unsigned number = size == 2 ? static_cast<unsigned>(text[1] - '0') : 9;
    const unsigned bits = text[0] == 'b' ? 8 : text[0] == 'h' ? 16 : 0;
    if (bits == 0 || number >= 32 / bits) return false;
    part[0] = static_cast<std::uint8_t>(number * bits);
    part[1] = static_cast<std::uint8_t>(bits);
    return true;
}

/// The secondary operation, on the result and c. .min and .max look at the value before it was cut
/// to 32 bits; a negative one counts as greater than any unsigned c.
WARPSCOPE_INLINE U32 secondary(U32 t, S64 value, U32 c, unsigned flags) {
    if ((flags & kAdd) != 0) return t + c;
    const bool is_signed = (flags & kSignedD) != 0, greatest = !is_signed && value < 0;
    const S64 other = part_of(c, 0, 32, is_signed);
    if ((flags & kMin) != 0) return greatest || other < value ? c : t;
    return !greatest && value < other ? c : t;
}

template<class Op>
constexpr bool is_sum = std::is_same_v<Op, Add> || std::is_same_v<Op, Sub>;
template<class Op>
constexpr bool is_shift = std::is_same_v<Op, Shift<true>> || std::is_same_v<Op, Shift<false>>;

/// What .sat makes of a result. The instructions left with sm_50; this is what ptxas 13.0 makes of
/// them for sm_90, also where it is not what the PTX ISA says: a shift keeps 34 bits and is clamped
/// to 32, whatever part of d it goes to; anything else that goes to a part is clamped from above
/// only, and a negative one is as far above as any; sums and differences as .u32 are clamped at
/// zero only.
template<class Op>
WARPSCOPE_INLINE S64 saturated(S64 exact, const VideoForm& form) {
    const bool is_signed = (form.flags & kSignedD) != 0;
    if (is_shift<Op>)
        return clamp(part_of(static_cast<std::uint64_t>(exact), 0, 34, true), 32, is_signed);
    if (form.d[1] != 32) {
        const S64 most = (S64{1} << (form.d[1] - (is_signed ? 1 : 0))) - 1;
        return exact < 0 || exact > most ? most : exact;
    }
    const bool difference = is_sum<Op> || std::is_same_v<Op, AbsDiff>;
    if (difference && !is_signed) return exact < 0 ? 0 : exact;
    return clamp(exact, 32, is_signed);
}

/// The result takes its part of d; the rest is c's. ptxas 13.0 puts the result's upper half, not its
/// lower one, into d.h1.
WARPSCOPE_INLINE U32 merge(U32 t, U32 c, const VideoForm& form) {
    const U32 mask = static_cast<U32>((std::uint64_t{1} << form.d[1]) - 1) << form.d[0];
    return ((form.d[1] == 16 ? t : t << form.d[0]) & mask) | (c & ~mask);
}

template<class Op>
Outcome run(Context& c, const DecodedInstruction& i) {
    const VideoForm form = form_of(i);
    const unsigned flags = form.flags;
    const U32 *a = lanes<U32>(c, i.operand[1]), *b = lanes<U32>(c, i.operand[2]);
    // Without a third source a stands in for it and is not looked at.
    const bool merges = form.d[1] != 32;
    const U32* e = (flags & kSecondary) != 0 || merges ? lanes<U32>(c, i.operand[3]) : a;
    write_lanes<U32>(c, i.operand[0], [&](unsigned l) {
        const S64 exact =
            Op{}(part_of(a[l], form.a[0], form.a[1], (flags & kSignedA) != 0),
                 part_of(b[l], form.b[0], form.b[1], (flags & kSignedB) != 0), form.mode);
        const bool clamps = (flags & kSat) != 0;
        S64 kept = clamps ? saturated<Op>(exact, form) : exact;
        const U32 t = static_cast<U32>(kept);
        // A sum, and a shift after .sat, is a signed word from here on.
        if (is_sum<Op> || (is_shift<Op> && clamps)) kept = static_cast<std::int32_t>(t);
        if ((flags & kSecondary) != 0) return secondary(t, kept, e[l], flags);
        return merges ? merge(t, e[l], form) : t;
    });
    return Outcome::Next;
}

/// A part of d needs c for the rest, and does not go with a secondary operation. Without both, c is
/// not looked at.
template<class Op>
bool decode(const Instruction& s, DecodedInstruction& d) {
    VideoForm form;
    const bool compares = s.modifiers.comparison != Comparison::None;
    read_types(s, compares, form);
    read_operation(s, form);
    if (compares) form.mode = static_cast<std::uint8_t>(s.modifiers.comparison);
    if (has_suffix(s, "wrap")) form.mode = 1;
    if (!read_part(s.operands[0], form.d) || !read_part(s.operands[1], form.a) ||
        !read_part(s.operands[2], form.b))
        return false;
    const bool has_third = d.operand[3] != kNoOperand, has_part = !s.operands[0].selector.empty();
    if (has_part && (!has_third || (form.flags & kSecondary) != 0)) return false;
    // ptxas 13.0 takes the c of a secondary operation of vset as a number of .atype's sign.
    if (compares && (form.flags & kSignedA) != 0)
        form.flags = static_cast<std::uint8_t>(form.flags | kSignedD);
    keep(form, d);
    d.run = run<Op>;
    return true;
}

/// The signed number in the part of a factor: ptxas 13.0 takes a whole word as signed, and only
/// bytes and halves as the type says.
WARPSCOPE_INLINE S64 factor(U32 word, const std::uint8_t (&part)[2], bool is_signed) {
    return part_of(word, part[0], part[1], is_signed || part[1] == 32);
}

Outcome run_vmad(Context& c, const DecodedInstruction& i) {
    const VideoForm form = form_of(i);
    const unsigned flags = form.flags, mode = form.mode;
    const U32 *a = lanes<U32>(c, i.operand[1]), *b = lanes<U32>(c, i.operand[2]),
              *e = lanes<U32>(c, i.operand[3]);
    const bool is_signed =
        (flags & (kSignedA | kSignedB)) != 0 || (mode & (kMinusProduct | kMinusC)) != 0;
    write_lanes<U32>(c, i.operand[0], [&](unsigned l) {
        S64 sum = factor(a[l], form.a, (flags & kSignedA) != 0) *
                  factor(b[l], form.b, (flags & kSignedB) != 0);
        S64 added = static_cast<std::int32_t>(e[l]);
        if ((mode & kMinusProduct) != 0) sum = -sum;
        if ((mode & kMinusC) != 0) added = -added;
        sum += added + ((mode & kPlusOne) != 0 ? 1 : 0);
        const unsigned scale = mode & kScaleBits;
        const S64 result =
            is_signed ? sum >> scale : static_cast<S64>(static_cast<std::uint64_t>(sum) >> scale);
        return static_cast<U32>((flags & kSat) != 0 ? clamp(result, 32, is_signed) : result);
    });
    return Outcome::Next;
}

/// A minus before a or b is one before their product; two of them are none. It may not stand with
/// .po, nor before the product and c.
bool decode_vmad(const Instruction& s, DecodedInstruction& d) {
    VideoForm form;
    read_types(s, false, form);
    read_operation(s, form);
    if (!read_part(s.operands[1], form.a) || !read_part(s.operands[2], form.b)) return false;
    const bool minus_product = s.operands[1].negated != s.operands[2].negated;
    const bool minus_c = s.operands[3].negated, plus_one = has_suffix(s, "po");
    if (static_cast<int>(minus_product) + minus_c + plus_one > 1) return false;
    form.mode = static_cast<std::uint8_t>(
        (has_suffix(s, "shr7")    ? 7
         : has_suffix(s, "shr15") ? 15
                                  : 0) |
        (plus_one ? kPlusOne : 0) | (minus_product ? kMinusProduct : 0) | (minus_c ? kMinusC : 0));
    keep(form, d);
    d.run = run_vmad;
    return true;
}

// clang-format off
#define VIDEO_ROWS(NAME, OP, WHAT) \
    {.name = NAME, .syntax = NAME ".type.u32|.s32.u32|.s32{.sat} d.sel, a.sel, b.sel{, c}", .types = kTypes, \
     .traits = kVideo, .decode = decode<OP>, .meaning = "d = " WHAT ", or c with a part replaced by it", \
     .section = NAME, .version = 20, .target = 20}, \
    {.name = NAME ".op", .syntax = NAME ".type.u32|.s32.u32|.s32{.sat}.add|.min|.max d, a.sel, b.sel, c", \
     .types = kTypes, .traits = kVideo, .decode = decode<OP>, .meaning = "d = op(" WHAT ", c)", \
     .section = NAME, .version = 20, .target = 20}
#define SHIFT_ROWS(NAME, OP, WHAT) \
    {.name = NAME, .syntax = NAME ".type.u32|.s32.u32{.sat}.clamp|.wrap d.sel, a.sel, b.sel{, c}", \
     .types = kTypes, .traits = kVideo, .decode = decode<OP>, \
     .meaning = "d = " WHAT ", or c with a part replaced by it", .section = NAME, .version = 20, .target = 20}, \
    {.name = NAME ".op", .syntax = NAME ".type.u32|.s32.u32{.sat}.clamp|.wrap.add|.min|.max d, a.sel, b.sel, c", \
     .types = kTypes, .traits = kVideo, .decode = decode<OP>, .meaning = "d = op(" WHAT ", c)", \
     .section = NAME, .version = 20, .target = 20}

constexpr Row table[] = {
    VIDEO_ROWS("vadd", Add, "a + b"),
    VIDEO_ROWS("vsub", Sub, "a - b"),
    VIDEO_ROWS("vabsdiff", AbsDiff, "|a - b|"),
    VIDEO_ROWS("vmin", Min, "min(a, b)"),
    VIDEO_ROWS("vmax", Max, "max(a, b)"),
    SHIFT_ROWS("vshl", Shift<true>, "a << b"),
    SHIFT_ROWS("vshr", Shift<false>, "a >> b"),
    {.name = "vmad", .syntax = "vmad.type.u32|.s32.u32|.s32{.po}{.sat}{.shr7|.shr15} d, {-}a.sel, {-}b.sel, {-}c",
     .types = kTypes, .traits = kVideo, .decode = decode_vmad, .meaning = "d = (a * b + c) >> scale; .po adds one",
     .section = "vmad", .version = 20, .target = 20},
    {.name = "vset", .syntax = "vset.type.u32|.s32.eq|.ne|.lt|.le|.gt|.ge d.sel, a.sel, b.sel{, c}",
     .types = kTypes, .traits = kVideo, .decode = decode<Compare>,
     .meaning = "d = a cmp b ? 1 : 0, or c with a part replaced by it", .section = "vset", .version = 20,
     .target = 20},
    {.name = "vset.op", .syntax = "vset.type.u32|.s32.eq|.ne|.lt|.le|.gt|.ge.add|.min|.max d, a.sel, b.sel, c",
     .types = kTypes, .traits = kVideo, .decode = decode<Compare>, .meaning = "d = op(a cmp b ? 1 : 0, c)",
     .section = "vset", .version = 20, .target = 20},
};
// clang-format on

} // namespace

std::span<const Row> video_rows() {
    return table;
}

WARPSCOPE_ISA_END
