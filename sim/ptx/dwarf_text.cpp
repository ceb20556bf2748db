// Assembles debug sections from their text.
#include "sim/ptx/dwarf_text.h"

#include "sim/ptx/cursor.h"
#include "sim/ptx/expression.h"

namespace warpscope::ptx {
namespace {

void append(SectionBytes& section, std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
        section.bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// `label`, `.section`, `label+8` or `label-label`: recorded, with zeros in its place.
bool read_reference(Cursor& cursor, SectionBytes& section, unsigned bytes) {
    const Token name = cursor.token();
    std::string symbol(name.text);
    if (name.kind == TokenKind::Dotted) symbol.insert(0, 1, '.');
    SectionBytes::Reference reference{std::move(symbol), 0};
    cursor.advance();
    if (cursor.at('+') || cursor.at('-')) {
        const bool negative = cursor.at('-');
        cursor.advance();
        const Token by = cursor.token();
        if (by.kind == TokenKind::Integer) {
            const auto distance = static_cast<std::int64_t>(by.bits & INT64_MAX);
            reference.addend = negative ? -distance : distance;
        }
        cursor.advance();
    }
    section.references[section.bytes.size()] = std::move(reference);
    append(section, 0, bytes);
    return true;
}

bool read_values(Cursor& cursor, SectionBytes& section, unsigned bytes) {
    do {
        const Token value = cursor.token();
        if (value.kind == TokenKind::Identifier || value.kind == TokenKind::Dotted) {
            if (!read_reference(cursor, section, bytes)) return false;
            continue;
        }
        const bool negative = cursor.accept('-');
        const Token number = cursor.token();
        if (number.kind != TokenKind::Integer) return false;
        append(section, negative ? 0 - number.bits : number.bits, bytes);
        cursor.advance();
    } while (cursor.accept(','));
    return true;
}

} // namespace

SectionBytes assemble_section(std::string_view text) {
    SectionBytes section;
    Cursor cursor(text, {});
    while (cursor.token().kind != TokenKind::End) {
        const Token token = cursor.token();
        cursor.advance();
        if (token.kind == TokenKind::Identifier && cursor.accept(':')) {
            section.labels.emplace(std::string(token.text), section.bytes.size());
            continue;
        }
        unsigned bytes = 0;
        if (token.is_dotted("b8")) bytes = 1;
        if (token.is_dotted("b16")) bytes = 2;
        if (token.is_dotted("b32")) bytes = 4;
        if (token.is_dotted("b64")) bytes = 8;
        if (bytes == 0 || !read_values(cursor, section, bytes)) break;
    }
    return section;
}

} // namespace warpscope::ptx
