// Context: what all parts of the parser share while one text is read.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/ptx/cursor.h"
#include "sim/ptx/lines.h"
#include "sim/ptx/matcher.h"

namespace warpscope::ptx {

struct Context {
    Context(std::string_view text, const std::string& name, const RowIndex& rows)
        : cursor(text, name), matcher(rows) {}

    Cursor cursor;
    FormMatcher matcher;
    Module module;
    std::unordered_map<std::string, std::uint32_t> variables; ///< index into Module::variables
    std::unordered_map<std::string, std::uint32_t> functions; ///< index into Module::functions
    std::unordered_map<std::uint32_t, std::uint32_t> files;   ///< .file number to dense index
    std::vector<FunctionLines> lines;                         ///< per function
    std::uint64_t initializer_bytes = 0;                      ///< of all variables so far
};

/// `.global`, `.shared`, ... `.param`; Generic when the token starts no variable.
StateSpace declared_space(const Token& token);

/// Reads one declaration behind its linkage: `.space [.align n] .type name[n] = {...}, name2;` with
/// the semicolon. `add(variable, name token)` stores each one.
template<class Add>
bool parse_variables(Context& context, Linkage linkage, Add add);

/// What stands before a variable's name.
struct VariablePrefix {
    Variable variable;
    bool read(Context& context, Linkage linkage);
    bool read_modifier(Context& context);
};
/// Reads a name and its array extents.
bool parse_declarator(Context& context, Variable& variable);
/// Reads the `[2]` of `.const[2]` if it is there: the numbered banks of PTX 2.2 and older, which
/// make no difference to variables that are addressed by name.
bool parse_constant_bank(Cursor& cursor);
/// Reads `= ...` if it is there.
bool parse_initializer(Context& context, Variable& variable);

template<class Add>
bool parse_variables(Context& context, Linkage linkage, Add add) {
    VariablePrefix prefix;
    if (!prefix.read(context, linkage)) return false;
    do {
        const Token name = context.cursor.token();
        Variable variable = prefix.variable;
        if (!parse_declarator(context, variable) || !parse_initializer(context, variable))
            return false;
        if (!add(std::move(variable), name)) return false;
    } while (context.cursor.accept(','));
    return context.cursor.expect(';');
}

/// Reads `(.param .b32 a, ...)`; the current token is the parenthesis.
bool parse_parameters(Context& context, std::vector<Variable>& parameters);
/// Reads `.callprototype ...;` or `.calltargets ...;`; the current token is the directive.
bool parse_call_prototype(Context& context, CallPrototype& prototype);
/// Reads .entry or .func with its body.
bool parse_function(Context& context, Linkage linkage);
/// Reads a body; the current token is its `{`.
bool parse_body(Context& context, Function& function, FunctionLines& lines);
/// `.loc`, `.file`, `.section`; the current token is the directive.
bool parse_loc(Context& context, FunctionLines& lines);
bool parse_file(Context& context);
bool parse_section(Context& context);

} // namespace warpscope::ptx
