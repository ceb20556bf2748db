// Finds the rows that execute a family: by the row's name, or by its suffixes and types.
#include "sim/debug/instruction_families.h"

#include <algorithm>
#include <charconv>

#include "sim/isa/syntax.h"

namespace warpscope {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// The types that a word such as "int", "fp8" or "f32" stands for; empty when it is no type.
isa::TypeSet types_named(std::string_view word) {
    if (word == "int")
        return {Type::U8,  Type::U16, Type::U32, Type::U64, Type::S8,  Type::S16,   Type::S32,
                Type::S64, Type::B8,  Type::B16, Type::B32, Type::B64, Type::U16x2, Type::S16x2};
    if (word == "fp8") return {Type::E4M3x2, Type::E5M2x2};
    const Type type = type_named(word);
    return type == Type::None ? isa::TypeSet{} : isa::TypeSet{type};
}

bool share_a_type(const isa::TypeSet& a, const isa::TypeSet& b) {
    for (unsigned t = 1; t <= static_cast<unsigned>(Type::F32x2); ++t)
        if (a.contains(static_cast<Type>(t)) && b.contains(static_cast<Type>(t))) return true;
    return false;
}

/// Whether a form of the row can have this suffix.
bool has_suffix(const isa::Pattern& pattern, const isa::Row& row, std::string_view word) {
    const isa::TypeSet types = types_named(word);
    if (!types.empty() && (share_a_type(types, row.types) || share_a_type(types, row.source_types)))
        return true;
    return std::any_of(
        pattern.suffixes.begin(), pattern.suffixes.end(), [&](const isa::SuffixStep& s) {
            const bool literal = s.kind == isa::SuffixStep::Kind::Literal;
            return literal && (s.literal == word || share_a_type(types, types_named(s.literal)));
        });
}

/// "cvt.f32<-int": one row of the mnemonic makes the first type from the second.
bool converts(const isa::Pattern& pattern, const isa::Row& row, std::string_view to,
              std::string_view from) {
    const auto can_be = [&](std::string_view word, const isa::TypeSet& of_placeholder) {
        return of_placeholder.empty() ? has_suffix(pattern, row, word)
                                      : share_a_type(types_named(word), of_placeholder);
    };
    return can_be(to, row.types) &&
           can_be(from, row.source_types.empty() ? row.types : row.source_types);
}

bool executes(const isa::Pattern& pattern, const isa::Row& row, std::string_view family) {
    // A row has the family's name, or refines it: "shf.l.wrap" is of "shf.l".
    if (row.name == family) return true;
    if (row.name.starts_with(family) && row.name[family.size()] == '.') return true;
    const std::size_t arrow = family.find("<-");
    std::vector<std::string_view> words = split(family.substr(0, arrow), '.');
    if (pattern.mnemonic != words.front()) return false;
    words.erase(words.begin());
    if (arrow != std::string_view::npos)
        return words.size() == 1 && converts(pattern, row, words[0], family.substr(arrow + 2));
    return std::all_of(words.begin(), words.end(),
                       [&](std::string_view word) { return has_suffix(pattern, row, word); });
}

bool read_number(std::string_view text, unsigned& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

} // namespace

Result<std::vector<InstructionFamily>> read_families(std::string_view text,
                                                     const std::string& file) {
    std::vector<isa::Pattern> patterns;
    for (const isa::Row& row : isa::rows())
        patterns.push_back(*isa::compile_syntax(row.syntax));
    std::vector<InstructionFamily> families;
    unsigned number = 0;
    for (std::string_view line : split(text, '\n')) {
        ++number;
        if (line.empty() || line[0] == '#' || line.starts_with("tier\t")) continue;
        const std::vector<std::string_view> fields = split(line, '\t');
        InstructionFamily family;
        if (fields.size() < 4 || fields[0].size() != 1 || fields[1].empty() ||
            !read_number(fields[2], family.files) || !read_number(fields[3], family.kernels))
            return Diagnostic{{file, number, 0},
                              "this is no line of the table of instruction families",
                              "it has a tier, a family and the numbers of files and kernels, "
                              "parted by tabs"};
        family.tier = fields[0][0];
        family.name = fields[1];
        for (std::size_t r = 0; r < patterns.size(); ++r)
            if (executes(patterns[r], isa::rows()[r], family.name))
                family.rows.emplace_back(isa::rows()[r].name);
        families.push_back(std::move(family));
    }
    return families;
}

} // namespace warpscope
