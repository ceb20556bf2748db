// The pattern that a Row's syntax string stands for: what the parser matches instructions against.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/isa/row.h"

namespace warpscope::isa {

/// A suffix that stands for a whole vocabulary: `.type`, `.cmp` and so on.
enum class Placeholder : std::uint8_t {
    None,
    Type,
    SourceType,
    Comparison,
    Space,
    Vector,
    Order,
    Scope,
    Cache,
};

/// One step of the suffix matcher, a small backtracking machine; step N ends at suffixes.size().
struct SuffixStep {
    enum class Kind : std::uint8_t {
        Literal, ///< the next suffix is `literal`
        Any,     ///< the next suffix belongs to `placeholder`; a cache placeholder takes several
        Split,   ///< go on with the next step or, failing that, with `other`
        Jump,    ///< go on with `other`
    };
    Kind kind = Kind::Literal;
    Placeholder placeholder = Placeholder::None;
    std::uint16_t other = 0;
    std::string_view literal;
};

/// One operand position.
struct OperandElement {
    enum class Kind : std::uint8_t { Value, Address, Label, Function, Table };
    enum class Width : std::uint8_t {
        Type,
        SourceType,
        Wide,
        Fixed,  ///< a list of `count` values when that is not 0
        Vector, ///< as many elements as the .vec suffix says
        Brace,  ///< `count` elements (0: any number) that together make the type
    };
    std::string_view name;
    Kind kind = Kind::Value;
    Width width = Width::Type;
    Type fixed = Type::None;
    std::uint8_t count = 0;
    std::vector<Type> coordinates; ///< of an address; None stands for the instruction's .stype
    bool destination = false;
    bool negatable = false;
    bool selectable = false; ///< may carry a selector of parts: `a.b0`
    bool joined = false; ///< written after `|`
    std::uint8_t group_end =
        0; ///< this element starts an optional group that ends before this index
};

struct Pattern {
    std::string_view mnemonic;
    std::vector<SuffixStep> suffixes;
    std::vector<OperandElement> operands;
    bool is_call = false; ///< operands follow the grammar of `call`, not `operands`
};

/// Compiles a syntax string; the notation stands at `Row`. `syntax` must outlive the pattern.
Result<Pattern> compile_syntax(std::string_view syntax);

struct SuffixMatch {
    bool matched = false;
    unsigned longest = 0; ///< suffixes that matched before the best attempt failed
    Modifiers modifiers;
};

/// Matches the suffixes of an instruction, without dots, and reads them into fields.
SuffixMatch match_suffixes(const Pattern& pattern, const Row& row,
                           std::span<const std::string_view> suffixes);

/// Suffixes in the order of the pattern, or none: ptxas takes most suffixes in any order, and
/// inline assembly in the wild relies on it ("vote.ballot.sync"). Types keep their order among
/// themselves.
std::vector<std::string_view> ordered_suffixes(const Pattern& pattern, const Row& row,
                                               std::span<const std::string_view> suffixes);

/// The type that an operand position asks for, given the instruction's suffixes.
Type type_asked_by(const OperandElement& element, const Modifiers& modifiers);

} // namespace warpscope::isa
