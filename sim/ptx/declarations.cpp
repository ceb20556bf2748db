// Reads variable declarations (PTX ISA, "Variable Declarations", "Array Declarations").
#include "sim/ptx/context.h"
#include "sim/ptx/expression.h"

namespace warpscope::ptx {
namespace {

constexpr std::uint64_t kLargestVariable = std::uint64_t{1} << 40;
constexpr std::size_t kMaxExtents = 16;

void add_attribute(Variable& variable, std::string_view text) {
    if (!variable.attributes.empty()) variable.attributes += ' ';
    variable.attributes += text;
}

bool read_align(Context& context, Variable& variable, bool of_pointee) {
    Cursor& cursor = context.cursor;
    const Token number = cursor.token();
    std::uint64_t align = 0;
    if (!parse_bounded(cursor, 1u << 20, "an alignment", align)) return false;
    if (align == 0 || (align & (align - 1)) != 0)
        return cursor.fail_at(number, "an alignment must be a power of two");
    if (of_pointee)
        add_attribute(variable, ".align " + std::to_string(align));
    else
        variable.align = static_cast<std::uint32_t>(align);
    return true;
}

/// `.attribute(.managed)`, kept as written.
bool read_attribute(Context& context, Variable& variable, const Token& first) {
    Cursor& cursor = context.cursor;
    if (!cursor.expect('(')) return false;
    int depth = 1;
    while (depth > 0) {
        if (cursor.token().kind == TokenKind::End || cursor.at(';'))
            return cursor.fail("expected ')' before " + Cursor::quoted(cursor.token()));
        if (cursor.at('(')) ++depth;
        if (cursor.at(')')) --depth;
        cursor.advance();
    }
    add_attribute(variable, cursor.text_since(first));
    return true;
}

bool is_opaque(std::string_view word) {
    return word == "texref" || word == "samplerref" || word == "surfref";
}

} // namespace

StateSpace declared_space(const Token& token) {
    if (token.kind != TokenKind::Dotted) return StateSpace::Generic;
    if (token.text == "global") return StateSpace::Global;
    if (token.text == "shared" || token.text == "shared::cta") return StateSpace::Shared;
    if (token.text == "local") return StateSpace::Local;
    if (token.text == "const") return StateSpace::Constant;
    if (token.text == "param") return StateSpace::Parameter;
    if (token.text == "reg") return StateSpace::Register;
    return StateSpace::Generic;
}

bool parse_constant_bank(Cursor& cursor) {
    if (!cursor.accept('[')) return true;
    std::uint64_t bank = 0;
    return parse_bounded(cursor, 10, "the number of a constant bank", bank) && cursor.expect(']');
}

bool VariablePrefix::read_modifier(Context& context) {
    Cursor& cursor = context.cursor;
    const Token token = cursor.token();
    const bool is_pointer = variable.attributes.find(".ptr") != std::string::npos;
    cursor.advance();
    if (token.text == "align") return read_align(context, variable, is_pointer);
    if (token.text == "attribute") return read_attribute(context, variable, token);
    if (token.text == "v2" || token.text == "v4" || token.text == "v8") {
        variable.vector = static_cast<std::uint8_t>(token.text[1] - '0');
        return true;
    }
    if (token.text == "ptr" || (is_pointer && declared_space(token) != StateSpace::Generic) ||
        is_opaque(token.text)) {
        add_attribute(variable, "." + std::string(token.text));
        if (is_opaque(token.text)) variable.type = Type::B64;
        return true;
    }
    const Type type = type_named(token.text);
    if (type == Type::None)
        return cursor.fail_at(token, "unknown type or attribute " + Cursor::quoted(token));
    if (variable.type != Type::None)
        return cursor.fail_at(token, "this declaration has a second type " + Cursor::quoted(token));
    variable.type = type;
    return true;
}

bool VariablePrefix::read(Context& context, Linkage linkage) {
    Cursor& cursor = context.cursor;
    variable = {};
    variable.space = declared_space(cursor.token());
    variable.linkage = linkage;
    variable.type = Type::None;
    variable.align = 0;
    if (variable.space == StateSpace::Generic)
        return cursor.fail("expected a state space before " + Cursor::quoted(cursor.token()));
    cursor.advance();
    if (variable.space == StateSpace::Constant && !parse_constant_bank(cursor)) return false;
    while (cursor.token().kind == TokenKind::Dotted)
        if (!read_modifier(context)) return false;
    if (variable.type == Type::None)
        return cursor.fail("this declaration has no type before " + Cursor::quoted(cursor.token()));
    const std::uint32_t natural = size_in_bytes(variable.type) * variable.vector;
    if (variable.align == 0) variable.align = natural;
    return true;
}

bool parse_declarator(Context& context, Variable& variable) {
    Cursor& cursor = context.cursor;
    const Token name = cursor.token();
    if (name.kind != TokenKind::Identifier)
        return cursor.fail("expected a variable's name before " + Cursor::quoted(name));
    variable.name = name.text;
    variable.line = name.line;
    cursor.advance();
    variable.size = std::uint64_t{size_in_bytes(variable.type)} * variable.vector;
    std::uint64_t nonzero_size = variable.size; // counts empty extents as one, for the limit
    while (cursor.accept('[')) {
        variable.is_array = true;
        std::uint64_t extent = 0;
        if (cursor.at(']')) {
            if (!variable.extents.empty())
                return cursor.fail("only the first extent may be left out");
            variable.unsized = true;
        } else if (!parse_bounded(cursor, kLargestVariable, "an array extent", extent)) {
            return false;
        }
        if (!cursor.expect(']')) return false;
        if (variable.extents.size() == kMaxExtents)
            return cursor.fail("this array has too many extents");
        variable.extents.push_back(extent);
        const std::uint64_t factor = extent == 0 ? 1 : extent;
        if (nonzero_size > kLargestVariable / factor)
            return cursor.fail_at(name, "'" + variable.name + "' is larger than 2^40 bytes");
        nonzero_size *= factor;
        variable.size *= extent;
    }
    return true;
}

} // namespace warpscope::ptx
