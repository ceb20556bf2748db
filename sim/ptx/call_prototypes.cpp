// Reads what indirect calls may reach (PTX ISA, ".callprototype" and ".calltargets").
#include "sim/ptx/context.h"

namespace warpscope::ptx {
namespace {

bool read_targets(Context& context, CallPrototype& prototype) {
    Cursor& cursor = context.cursor;
    do {
        const Token target = cursor.token();
        if (target.kind != TokenKind::Identifier ||
            context.functions.count(std::string(target.text)) == 0)
            return cursor.fail(Cursor::quoted(target) + " is not a declared function",
                               "declare it with .func before the list of targets");
        prototype.targets.emplace_back(target.text);
        cursor.advance();
    } while (cursor.accept(','));
    return cursor.expect(';');
}

/// `(.param .b32 _) _ (.param .b64 _) .noreturn`; either list may be left out.
bool read_signature(Context& context, const Token& directive, CallPrototype& prototype) {
    Cursor& cursor = context.cursor;
    if (cursor.at('(') && !parse_parameters(context, prototype.results)) return false;
    if (!cursor.token().is_word("_"))
        return cursor.fail("expected '_' before " + Cursor::quoted(cursor.token()),
                           "a prototype has an underscore where a function has its name");
    cursor.advance();
    if (cursor.at('(') && !parse_parameters(context, prototype.parameters)) return false;
    while (!cursor.at(';') && !cursor.at('}') && cursor.token().kind != TokenKind::End)
        cursor.advance(); // .noreturn and the .abi_preserve directives: no effect on values
    if (!cursor.at(';')) return cursor.expect(';');
    prototype.text = std::string(cursor.text_since(directive)) + ";";
    cursor.advance();
    return true;
}

} // namespace

bool parse_call_prototype(Context& context, CallPrototype& prototype) {
    const Token directive = context.cursor.token();
    context.cursor.advance();
    return directive.text == "calltargets" ? read_targets(context, prototype)
                                           : read_signature(context, directive, prototype);
}

} // namespace warpscope::ptx
