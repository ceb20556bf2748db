// SIMD video instructions (PTX ISA, "SIMD Video Instructions"): the same operation on two halves or
// four bytes, with a choice of sources for each part, a mask of parts, or the sum of all parts.
#include "sim/isa/families.h"
#include "sim/isa/video_form.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// Rounds halves up, as long as the sum is not negative.
struct Average {
    S64 operator()(S64 a, S64 b, unsigned) const {
        return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    }
};

WARPSCOPE_INLINE unsigned source_number(const std::uint8_t (&selection)[2], unsigned part) {
    return (selection[0] | static_cast<unsigned>(selection[1]) << 8) >> (3 * part) & 7;
}

template<class Op, unsigned parts>
Outcome run(Context& c, const DecodedInstruction& i) {
    constexpr unsigned bits = 32 / parts;
    constexpr U32 ones = (1u << bits) - 1;
    const VideoForm form = form_of(i);
    const unsigned flags = form.flags;
    const U32 *a = lanes<U32>(c, i.operand[1]), *b = lanes<U32>(c, i.operand[2]),
              *e = lanes<U32>(c, i.operand[3]);
    write_lanes<U32>(c, i.operand[0], [&](unsigned l) {
        const std::uint64_t sources = std::uint64_t{b[l]} << 32 | a[l];
        U32 together = 0, sum = e[l];
        for (unsigned k = 0; k < parts; ++k) {
            const U32 mask = ones << (bits * k);
            if ((form.d[0] >> k & 1) == 0) {
                together |= e[l] & mask;
                continue;
            }
            const S64 exact = Op{}(
                part_of(sources, bits * source_number(form.a, k), bits, (flags & kSignedA) != 0),
                part_of(sources, bits * source_number(form.b, k), bits, (flags & kSignedB) != 0),
                form.mode);
            const U32 t = static_cast<U32>(
                (flags & kSat) != 0 ? clamp(exact, bits, (flags & kSignedD) != 0) : exact);
            together |= t << (bits * k) & mask;
            sum += t;
        }
        return (flags & kAdd) != 0 ? sum : together;
    });
    return Outcome::Next;
}

/// "h32" or "b7650": the source of each part, the highest first. No selector: `first` and those
/// above it.
template<unsigned parts>
bool read_sources(const Operand& operand, unsigned first, std::uint8_t (&selection)[2]) {
    const char* text = operand.selector.data();
    const std::size_t size = operand.selector.size();
    if (size != 0 && (size != parts + 1 || text[0] != (parts == 2 ? 'h' : 'b'))) return false;
    unsigned packed = 0;
    for (unsigned k = 0; k < parts; ++k) {
        const unsigned number =
            size == 0 ? first + k : static_cast<unsigned>(text[parts - k] - '0');
        if (number >= 2 * parts) return false;
        packed |= number << (3 * k);
    }
    selection[0] = static_cast<std::uint8_t>(packed);
    selection[1] = static_cast<std::uint8_t>(packed >> 8);
    return true;
}

/// "h1", "b320": the parts that are written, the highest first. No selector: all.
template<unsigned parts>
bool read_mask(const Operand& operand, std::uint8_t& mask) {
    const char* text = operand.selector.data();
    const std::size_t size = operand.selector.size();
    mask = static_cast<std::uint8_t>((1u << parts) - 1);
    if (size == 0) return true;
    if (size < 2 || text[0] != (parts == 2 ? 'h' : 'b')) return false;
    mask = 0;
    unsigned above = parts;
    for (std::size_t k = 1; k < size; ++k) {
        const unsigned number = static_cast<unsigned>(text[k] - '0');
        if (number >= above) return false;
        above = number;
        mask = static_cast<std::uint8_t>(mask | 1u << number);
    }
    return true;
}

template<class Op, unsigned parts>
bool decode(const Instruction& s, DecodedInstruction& d) {
    VideoForm form;
    const bool compares = s.modifiers.comparison != Comparison::None;
    read_types(s, compares, form);
    read_operation(s, form);
    if (compares) form.mode = static_cast<std::uint8_t>(s.modifiers.comparison);
    if (!read_mask<parts>(s.operands[0], form.d[0]) ||
        !read_sources<parts>(s.operands[1], 0, form.a) ||
        !read_sources<parts>(s.operands[2], parts, form.b))
        return false;
    if ((form.flags & (kSat | kAdd)) == (kSat | kAdd)) return false;
    keep(form, d);
    d.run = run<Op, parts>;
    return true;
}

// clang-format off
#define SIMD_ROWS(NAME, OP, WHAT2, WHAT4) \
    {.name = NAME "2", .syntax = NAME "2.type.u32|.s32.u32|.s32{.sat}{.add} d.sel, a.sel, b.sel, c", .types = kTypes, \
     .traits = kVideo, .decode = decode<OP, 2>, .meaning = "d.h[k] = " WHAT2 "; with .add d = c + their sum", \
     .section = NAME "2", .version = 30, .target = 30}, \
    {.name = NAME "4", .syntax = NAME "4.type.u32|.s32.u32|.s32{.sat}{.add} d.sel, a.sel, b.sel, c", .types = kTypes, \
     .traits = kVideo, .decode = decode<OP, 4>, .meaning = "d.b[k] = " WHAT4 "; with .add d = c + their sum", \
     .section = NAME "4", .version = 30, .target = 30}

constexpr Row table[] = {
    SIMD_ROWS("vadd", Add, "a.h[k] + b.h[k]", "a.b[k] + b.b[k]"),
    SIMD_ROWS("vsub", Sub, "a.h[k] - b.h[k]", "a.b[k] - b.b[k]"),
    SIMD_ROWS("vavrg", Average, "(a.h[k] + b.h[k] + 1) >> 1", "(a.b[k] + b.b[k] + 1) >> 1"),
    SIMD_ROWS("vabsdiff", AbsDiff, "|a.h[k] - b.h[k]|", "|a.b[k] - b.b[k]|"),
    SIMD_ROWS("vmin", Min, "min(a.h[k], b.h[k])", "min(a.b[k], b.b[k])"),
    SIMD_ROWS("vmax", Max, "max(a.h[k], b.h[k])", "max(a.b[k], b.b[k])"),
    {.name = "vset2", .syntax = "vset2.type.u32|.s32.eq|.ne|.lt|.le|.gt|.ge{.add} d.sel, a.sel, b.sel, c",
     .types = kTypes, .traits = kVideo, .decode = decode<Compare, 2>,
     .meaning = "d.h[k] = a.h[k] cmp b.h[k] ? 1 : 0; with .add d = c + their sum", .section = "vset2",
     .version = 30, .target = 30},
    {.name = "vset4", .syntax = "vset4.type.u32|.s32.eq|.ne|.lt|.le|.gt|.ge{.add} d.sel, a.sel, b.sel, c",
     .types = kTypes, .traits = kVideo, .decode = decode<Compare, 4>,
     .meaning = "d.b[k] = a.b[k] cmp b.b[k] ? 1 : 0; with .add d = c + their sum", .section = "vset4",
     .version = 30, .target = 30},
};
// clang-format on

} // namespace

std::span<const Row> video_simd_rows() {
    return table;
}

WARPSCOPE_ISA_END
