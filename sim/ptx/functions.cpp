// Reads .entry and .func: linkage, parameters, performance directives (PTX ISA, "Kernel and
// Function Directives").
#include <algorithm>

#include "sim/ptx/context.h"
#include "sim/ptx/expression.h"

namespace warpscope::ptx {
namespace {

constexpr std::size_t kMaxParameters = 4096;

/// `16, 16, 1`; missing extents are 1.
bool read_extents(Cursor& cursor, std::uint32_t (&extents)[3]) {
    for (std::uint32_t& extent : extents)
        extent = 1;
    for (std::uint32_t& extent : extents) {
        std::uint64_t value = 0;
        if (!parse_bounded(cursor, UINT32_MAX, "an extent", value)) return false;
        extent = static_cast<std::uint32_t>(value);
        if (!cursor.accept(',')) return true;
    }
    return cursor.fail("at most three extents are allowed");
}

bool read_threads(Cursor& cursor, Function& function, bool required) {
    std::uint32_t extents[3];
    const Token first = cursor.token();
    if (!read_extents(cursor, extents)) return false;
    const std::uint64_t plane = std::uint64_t{extents[0]} * extents[1];
    if (plane > UINT32_MAX || plane * extents[2] > UINT32_MAX)
        return cursor.fail_at(first, "this block is larger than 2^32 threads");
    const auto threads = static_cast<std::uint32_t>(plane * extents[2]);
    if (required)
        std::copy(std::begin(extents), std::end(extents), function.required_threads);
    else
        function.max_threads = threads;
    return true;
}

/// A directive whose arguments only the printer needs: numbers, strings, parenthesised text.
bool skip_arguments(Cursor& cursor) {
    int depth = 0;
    while (true) {
        const Token& token = cursor.token();
        if (cursor.at('(')) ++depth;
        if (cursor.at(')') && --depth < 0) return cursor.fail("expected a directive before ')'");
        const bool argument =
            token.kind == TokenKind::Integer || token.kind == TokenKind::String || cursor.at(',') ||
            cursor.at('(') || cursor.at(')') ||
            (depth > 0 && (token.kind == TokenKind::Identifier || token.kind == TokenKind::Dotted));
        if (!argument)
            return depth == 0 || cursor.fail("expected ')' before " + Cursor::quoted(token));
        cursor.advance();
    }
}

bool read_directive(Cursor& cursor, Function& function) {
    static constexpr std::string_view kKnown[] = {
        "minnctapersm", "maxnctapersm",      "maxnreg",           "noreturn",
        "pragma",       "explicitcluster",   "reqnctapercluster", "maxclusterrank",
        "attribute",    "blocksareclusters", "abi_preserve",      "abi_preserve_control",
        "language"};
    const Token first = cursor.token();
    cursor.advance();
    bool ok = true;
    if (first.text == "maxntid" || first.text == "reqntid")
        ok = read_threads(cursor, function, first.text == "reqntid");
    else if (std::find(std::begin(kKnown), std::end(kKnown), first.text) != std::end(kKnown))
        ok = skip_arguments(cursor);
    else
        return cursor.fail_at(first, "unknown directive " + Cursor::quoted(first));
    function.directives.emplace_back(cursor.text_since(first));
    if (first.text == "pragma") {
        if (cursor.accept(';')) function.directives.back() += ';';
    }
    return ok;
}

bool read_head(Context& context, Function& function) {
    Cursor& cursor = context.cursor;
    while (cursor.token().is_dotted("attribute"))
        if (!read_directive(cursor, function)) return false;
    if (!function.is_entry && cursor.at('(') && !parse_parameters(context, function.results))
        return false;
    const Token name = cursor.token();
    if (name.kind != TokenKind::Identifier)
        return cursor.fail("expected a function's name before " + Cursor::quoted(name));
    function.name = name.text;
    function.line = name.line;
    cursor.advance();
    if (cursor.at('(') && !parse_parameters(context, function.parameters)) return false;
    while (cursor.token().kind == TokenKind::Dotted)
        if (!read_directive(cursor, function)) return false;
    function.is_declaration = cursor.at(';');
    return true;
}

/// Enters a function under its name; a definition takes the place of its declaration.
bool enter(Context& context, Function& function, const Token& where, std::uint32_t& index) {
    Module& module = context.module;
    const auto fresh = static_cast<std::uint32_t>(module.functions.size());
    const auto [place, is_new] = context.functions.try_emplace(function.name, fresh);
    index = place->second;
    if (is_new) {
        if (context.variables.count(function.name) != 0)
            return context.cursor.fail_at(where, "'" + function.name + "' is already a variable");
        context.lines.emplace_back();
        module.functions.push_back(function);
        return true;
    }
    Function& known = module.functions[index];
    if (!function.is_declaration && !known.is_declaration)
        return context.cursor.fail_at(where, "'" + function.name + "' is defined twice");
    if (!function.is_declaration) known = function;
    return true;
}

} // namespace

bool parse_parameters(Context& context, std::vector<Variable>& parameters) {
    Cursor& cursor = context.cursor;
    cursor.advance();
    while (!cursor.at(')')) {
        VariablePrefix prefix;
        if (!prefix.read(context, Linkage::Internal)) return false;
        Variable parameter = prefix.variable;
        if (!parse_declarator(context, parameter)) return false;
        parameters.push_back(std::move(parameter));
        if (parameters.size() > kMaxParameters) return cursor.fail("there are too many parameters");
        if (!cursor.accept(',')) break;
    }
    return cursor.expect(')');
}

bool parse_function(Context& context, Linkage linkage) {
    Cursor& cursor = context.cursor;
    Function function;
    const Token first = cursor.token();
    function.is_entry = first.text == "entry";
    function.linkage = linkage;
    cursor.advance();
    if (!read_head(context, function)) return false;
    std::uint32_t index = 0;
    if (!enter(context, function, first, index)) return false;
    if (cursor.accept(';')) return true;
    if (!cursor.at('{'))
        return cursor.fail("expected the body of '" + function.name + "' before " +
                           Cursor::quoted(cursor.token()));
    cursor.annotations.clear();
    return parse_body(context, context.module.functions[index], context.lines[index]);
}

} // namespace warpscope::ptx
