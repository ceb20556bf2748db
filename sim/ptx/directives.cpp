// Reads .loc, .file and .section (PTX ISA, "Debugging Directives").
#include "sim/ptx/context.h"
#include "sim/ptx/expression.h"

namespace warpscope::ptx {
namespace {

bool read_number(Cursor& cursor, std::uint32_t& number) {
    const Token& token = cursor.token();
    if (token.kind != TokenKind::Integer || token.bits > UINT32_MAX)
        return cursor.fail("expected a number before " + Cursor::quoted(token));
    number = static_cast<std::uint32_t>(token.bits);
    cursor.advance();
    return true;
}

bool read_position(Context& context, LinePosition& position) {
    Cursor& cursor = context.cursor;
    if (!read_number(cursor, position.file) || !read_number(cursor, position.line) ||
        !read_number(cursor, position.column))
        return false;
    context.files.try_emplace(position.file, UINT32_MAX);
    return true;
}

} // namespace

/// `.loc file line column [, function_name label [+ n], inlined_at file line column]`
bool parse_loc(Context& context, FunctionLines& lines) {
    Cursor& cursor = context.cursor;
    cursor.advance();
    LinePosition position;
    if (!read_position(context, position)) return false;
    std::string_view label;
    std::uint64_t offset = 0;
    LinePosition call_site;
    bool inlined = false;
    while (cursor.accept(',')) {
        const Token what = cursor.token();
        cursor.advance();
        if (what.is_word("function_name")) {
            if (cursor.token().kind != TokenKind::Identifier)
                return cursor.fail("expected a label before " + Cursor::quoted(cursor.token()));
            label = cursor.token().text;
            cursor.advance();
            if (cursor.accept('+') && !parse_bounded(cursor, UINT32_MAX, "an offset", offset))
                return false;
        } else if (what.is_word("inlined_at")) {
            inlined = true;
            if (!read_position(context, call_site)) return false;
        } else {
            return cursor.fail_at(what, "unknown attribute of .loc " + Cursor::quoted(what));
        }
    }
    // clang may append `prologue_end`, `is_stmt 0` and the like.
    while (cursor.token().kind == TokenKind::Identifier && !cursor.ahead().is(':')) {
        const std::string_view word = cursor.token().text;
        const bool with_number = word == "is_stmt" || word == "isa" || word == "discriminator";
        if (!with_number && word != "prologue_end" && word != "epilogue_begin" &&
            word != "basic_block")
            break;
        cursor.advance();
        std::uint32_t ignored = 0;
        if (with_number && !read_number(cursor, ignored)) return false;
    }
    if (inlined)
        lines.set_inlined(position, label, offset, call_site);
    else
        lines.set(position);
    return true;
}

/// `.file number "name" [, timestamp, size]`
bool parse_file(Context& context) {
    Cursor& cursor = context.cursor;
    cursor.advance();
    std::uint32_t number = 0;
    if (!read_number(cursor, number)) return false;
    if (cursor.token().kind != TokenKind::String)
        return cursor.fail("expected a file name before " + Cursor::quoted(cursor.token()));
    std::string name(cursor.token().text);
    cursor.advance();
    // DWARF 5 style: directory, then name.
    if (cursor.token().kind == TokenKind::String) {
        name.append("/").append(cursor.token().text);
        cursor.advance();
    }
    while (cursor.accept(',')) {
        std::uint64_t ignored = 0;
        if (!parse_bounded(cursor, INT64_MAX, "a time or size", ignored)) return false;
    }
    std::uint32_t& index = context.files.try_emplace(number, UINT32_MAX).first->second;
    if (index == UINT32_MAX) {
        index = static_cast<std::uint32_t>(context.module.files.size());
        context.module.files.push_back(std::move(name));
    } else {
        context.module.files[index] = std::move(name);
    }
    return true;
}

/// `.section name { ... }`: text, read later where it matters.
bool parse_section(Context& context) {
    Cursor& cursor = context.cursor;
    cursor.advance();
    const Token name = cursor.token();
    if (name.kind != TokenKind::Dotted && name.kind != TokenKind::Identifier)
        return cursor.fail("expected a section's name before " + Cursor::quoted(name));
    Section section;
    section.name = (name.kind == TokenKind::Dotted ? "." : "") + std::string(name.text);
    cursor.advance();
    std::string_view raw;
    if (!cursor.read_raw_section(raw)) return false;
    section.text = raw;
    context.module.sections.push_back(std::move(section));
    return true;
}

} // namespace warpscope::ptx
