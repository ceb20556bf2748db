// What suffixes and selectors of a video instruction say (PTX ISA, "Scalar Video Instructions" and
// "SIMD Video Instructions"), packed for its code. Included by video family files only.
#pragma once

#include "sim/isa/decode_types.h"
#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

using S64 = std::int64_t;
using U32 = std::uint32_t;

// VideoForm::flags
constexpr std::uint8_t kSat = 1, kSignedD = 2, kSignedA = 4, kSignedB = 8, kAdd = 16, kMin = 32,
                       kMax = 64, kSecondary = kAdd | kMin | kMax;

/// Stands in DecodedInstruction::displacement. Scalar instructions: shift and width in bits of each
/// part. SIMD: for each part of the result, from low to high, three bits that number its source
/// among the parts of a and b; d's mask of parts.
struct VideoForm {
    std::uint8_t a[2] = {0, 32}, b[2] = {0, 32}, d[2] = {0, 32};
    std::uint8_t flags = 0;
    std::uint8_t mode = 0; ///< the instruction's own: a comparison, wrap, a scale
};
static_assert(sizeof(VideoForm) == 8);

WARPSCOPE_INLINE VideoForm form_of(const DecodedInstruction& i) {
    return __builtin_bit_cast(VideoForm, i.displacement);
}

WARPSCOPE_INLINE bool same_word(const char* text, std::size_t length, const char* word) {
    std::size_t k = 0;
    while (k < length && word[k] != '\0' && text[k] == word[k])
        ++k;
    return k == length && word[k] == '\0';
}

/// Calls visit(first character, length) for each suffix of the form, without its dot.
template<class Visit>
WARPSCOPE_INLINE void each_suffix(const Instruction& s, Visit visit) {
    const char* text = s.form.data();
    const std::size_t size = s.form.size();
    std::size_t start = 0;
    while (start < size && text[start] != '.')
        ++start;
    while (start < size) {
        std::size_t end = ++start;
        while (end < size && text[end] != '.')
            ++end;
        visit(text + start, end - start);
        start = end;
    }
}

WARPSCOPE_INLINE bool has_suffix(const Instruction& s, const char* word) {
    bool found = false;
    each_suffix(s, [&](const char* text, std::size_t length) {
        found = found || same_word(text, length, word);
    });
    return found;
}

/// Types in their order: of d, a and b, or of a and b for comparisons.
WARPSCOPE_INLINE void read_types(const Instruction& s, bool compares, VideoForm& form) {
    unsigned position = compares ? 1 : 0;
    each_suffix(s, [&](const char* text, std::size_t length) {
        const bool is_signed_type = same_word(text, length, "s32");
        if (!is_signed_type && !same_word(text, length, "u32")) return;
        if (is_signed_type && position < 3)
            form.flags = static_cast<std::uint8_t>(form.flags | kSignedD << position);
        ++position;
    });
}

WARPSCOPE_INLINE void read_operation(const Instruction& s, VideoForm& form) {
    unsigned flags = form.flags | (s.modifiers.sat ? kSat : 0);
    if (s.modifiers.operation == Operation::Add) flags |= kAdd;
    if (s.modifiers.operation == Operation::Min) flags |= kMin;
    if (s.modifiers.operation == Operation::Max) flags |= kMax;
    form.flags = static_cast<std::uint8_t>(flags);
}

WARPSCOPE_INLINE void keep(const VideoForm& form, DecodedInstruction& d) {
    d.displacement = __builtin_bit_cast(std::int64_t, form);
}

WARPSCOPE_INLINE S64 clamp(S64 value, unsigned bits, bool is_signed) {
    const S64 most = (S64{1} << (is_signed ? bits - 1 : bits)) - 1,
              least = is_signed ? -most - 1 : 0;
    return value < least ? least : value > most ? most : value;
}

/// `bits` bits of a word from bit `shift` on, as a number.
WARPSCOPE_INLINE S64 part_of(std::uint64_t word, unsigned shift, unsigned bits, bool is_signed) {
    const std::uint64_t part = word >> shift << (64 - bits);
    return is_signed ? static_cast<S64>(part) >> (64 - bits)
                     : static_cast<S64>(part >> (64 - bits));
}

// Intermediate values are exact; only the result is cut to its type or clamped to it.
struct Add {
    S64 operator()(S64 a, S64 b, unsigned) const { return a + b; }
};
struct Sub {
    S64 operator()(S64 a, S64 b, unsigned) const { return a - b; }
};
struct AbsDiff {
    S64 operator()(S64 a, S64 b, unsigned) const { return a < b ? b - a : a - b; }
};
struct Min {
    S64 operator()(S64 a, S64 b, unsigned) const { return a < b ? a : b; }
};
struct Max {
    S64 operator()(S64 a, S64 b, unsigned) const { return a < b ? b : a; }
};
/// 1 where the comparison holds.
struct Compare {
    S64 operator()(S64 a, S64 b, unsigned comparison) const {
        switch (static_cast<Comparison>(comparison)) {
        case Comparison::Eq: return a == b;
        case Comparison::Ne: return a != b;
        case Comparison::Lt: return a < b;
        case Comparison::Le: return a <= b;
        case Comparison::Gt: return a > b;
        default: return a >= b;
        }
    }
};

constexpr TypeSet kTypes = {Type::U32, Type::S32};
constexpr Traits kVideo = {.instruction_class = InstructionClass::Video, .uniform = true};

} // namespace
WARPSCOPE_ISA_END
