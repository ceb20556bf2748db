// Reads a module: header, then variables, functions and debug information.
#include "sim/ptx/parser.h"

#include "sim/ptx/context.h"
#include "sim/ptx/dwarf_lines.h"
#include "sim/ptx/expression.h"

namespace warpscope::ptx {
namespace {

constexpr unsigned kNewestMajor = 9;

class ModuleReader {
public:
    ModuleReader(std::string_view text, const std::string& name, const RowIndex& rows)
        : context_(text, name, rows), cursor_(context_.cursor) {
        context_.module.name = name;
    }

    Result<Module> read(std::string_view text) {
        if (!version() || !target()) return cursor_.take_error();
        while (cursor_.token().kind != TokenKind::End)
            if (!item()) return cursor_.take_error();
        if (cursor_.has_error()) return cursor_.take_error();
        finish_lines();
        context_.module.text = text;
        return std::move(context_.module);
    }

private:
    /// `.version 8.0` comes first (PTX ISA, "PTX Module Directives").
    bool version() {
        if (cursor_.has_error()) return false;
        if (!cursor_.accept_dotted("version"))
            return cursor_.fail("expected '.version' before " + Cursor::quoted(cursor_.token()),
                                "a PTX module starts with .version, .target and .address_size");
        const Token number = cursor_.token();
        const std::size_t dot = number.text.find('.');
        if (number.kind != TokenKind::Double || dot == std::string_view::npos || dot > 2 ||
            dot == 0 || number.text.size() - dot > 3 ||
            number.text.find_first_not_of("0123456789.") != std::string_view::npos)
            return cursor_.fail("expected a version such as 8.0 before " + Cursor::quoted(number));
        Module& module = context_.module;
        for (char c : number.text.substr(0, dot))
            module.version_major = module.version_major * 10 + digit(c);
        for (char c : number.text.substr(dot + 1))
            module.version_minor = module.version_minor * 10 + digit(c);
        if (module.version_major > kNewestMajor)
            return cursor_.fail("PTX version " + std::string(number.text) +
                                    " is newer than this parser",
                                "versions up to 9.x are supported");
        cursor_.advance();
        return true;
    }

    static unsigned digit(char c) { return static_cast<unsigned>(c - '0'); }

    bool target() {
        if (!cursor_.accept_dotted("target"))
            return cursor_.fail("expected '.target' before " + Cursor::quoted(cursor_.token()));
        const Token name = cursor_.token();
        if (name.kind != TokenKind::Identifier)
            return cursor_.fail("expected a target such as sm_80 before " + Cursor::quoted(name));
        context_.module.target = name.text;
        unsigned number = 0;
        for (char c : name.text.substr(0, name.text.find_last_of("0123456789") + 1))
            if (c >= '0' && c <= '9' && number < 10000) number = number * 10 + digit(c);
        const Module& module = context_.module;
        const bool known = name.text.starts_with("sm_") && number != 0;
        context_.matcher.set_target(module.version_major * 10 + module.version_minor,
                                    known ? number : UINT32_MAX);
        cursor_.advance();
        while (cursor_.accept(',')) {
            context_.module.target_options.append(", ").append(cursor_.token().text);
            cursor_.advance();
        }
        return true;
    }

    bool item() {
        const Token token = cursor_.token();
        if (token.is(';')) return cursor_.advance(), true;
        if (token.kind != TokenKind::Dotted)
            return cursor_.fail(token.is('}')
                                    ? "this '}' closes nothing"
                                    : "expected a directive before " + Cursor::quoted(token));
        if (token.text == "address_size") return address_size();
        if (token.text == "file") return parse_file(context_);
        if (token.text == "section") return parse_section(context_);
        if (token.text == "alias") return alias();
        if (token.text == "pragma") return pragma();
        if (token.text == "loc") return loc_outside();
        Linkage linkage = Linkage::Internal;
        while (read_linkage(linkage))
            cursor_.advance();
        const Token& what = cursor_.token();
        if (what.is_dotted("entry") || what.is_dotted("func"))
            return parse_function(context_, linkage);
        const StateSpace space = declared_space(what);
        const bool is_module_space = space == StateSpace::Global || space == StateSpace::Constant ||
                                     space == StateSpace::Shared || space == StateSpace::Local;
        if (!is_module_space) return cursor_.fail("unknown directive " + Cursor::quoted(what));
        return parse_variables(context_, linkage, [this](Variable variable, const Token& name) {
            return enter_variable(std::move(variable), name);
        });
    }

    bool read_linkage(Linkage& linkage) const {
        const Token& token = cursor_.token();
        if (token.is_dotted("visible")) return linkage = Linkage::Visible, true;
        if (token.is_dotted("extern")) return linkage = Linkage::Extern, true;
        if (token.is_dotted("weak")) return linkage = Linkage::Weak, true;
        if (token.is_dotted("common")) return linkage = Linkage::Common, true;
        return false;
    }

    bool enter_variable(Variable variable, const Token& name) {
        const auto fresh = static_cast<std::uint32_t>(context_.module.variables.size());
        if (context_.functions.count(variable.name) != 0)
            return cursor_.fail_at(name, "'" + variable.name + "' is already a function");
        const auto [place, is_new] = context_.variables.try_emplace(variable.name, fresh);
        if (is_new) {
            context_.module.variables.push_back(std::move(variable));
            return true;
        }
        // An .extern declaration and a definition of one name may stand in one module.
        Variable& known = context_.module.variables[place->second];
        if (known.linkage != Linkage::Extern && variable.linkage != Linkage::Extern)
            return cursor_.fail_at(name, "'" + variable.name + "' is defined twice");
        if (known.linkage == Linkage::Extern) known = std::move(variable);
        return true;
    }

    bool address_size() {
        cursor_.advance();
        const Token number = cursor_.token();
        if (number.kind != TokenKind::Integer || (number.bits != 32 && number.bits != 64))
            return cursor_.fail(".address_size must be 32 or 64");
        context_.module.address_size = static_cast<unsigned>(number.bits);
        cursor_.advance();
        return true;
    }

    bool alias() {
        cursor_.advance();
        Alias alias;
        for (std::string* name : {&alias.name, &alias.target}) {
            if (cursor_.token().kind != TokenKind::Identifier)
                return cursor_.fail("expected a function's name before " +
                                    Cursor::quoted(cursor_.token()));
            *name = cursor_.token().text;
            cursor_.advance();
            if (name == &alias.name && !cursor_.expect(',')) return false;
        }
        context_.module.aliases.push_back(std::move(alias));
        return cursor_.expect(';');
    }

    bool pragma() {
        cursor_.advance();
        while (cursor_.token().kind == TokenKind::String || cursor_.at(','))
            cursor_.advance();
        return cursor_.expect(';');
    }

    /// A .loc between functions belongs to none.
    bool loc_outside() {
        FunctionLines ignored;
        return parse_loc(context_, ignored);
    }

    void finish_lines() {
        Module& module = context_.module;
        for (auto& [number, index] : context_.files) {
            if (index != UINT32_MAX) continue;
            index = static_cast<std::uint32_t>(module.files.size());
            module.files.push_back("unknown");
        }
        DebugStrings strings;
        for (const Section& section : module.sections)
            if (section.name == ".debug_str") strings = DebugStrings(section.text);
        for (std::size_t f = 0; f < module.functions.size(); ++f)
            context_.lines[f].finish(module.functions[f], context_.files, strings);
        add_inlined_calls(module, context_.files);
    }

    Context context_;
    Cursor& cursor_;
};

} // namespace

Result<Module> parse(std::string_view text, std::string name, const RowIndex& rows) {
    return ModuleReader(text, name, rows).read(text);
}

} // namespace warpscope::ptx
