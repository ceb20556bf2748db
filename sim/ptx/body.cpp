// Reads function bodies: nested scopes, declarations, labels, directives and instructions.
#include "sim/ptx/context.h"
#include "sim/ptx/expression.h"
#include "sim/ptx/operands.h"
#include "sim/ptx/scopes.h"

namespace warpscope::ptx {
namespace {

constexpr std::size_t kMaxScopes = 256;
constexpr std::uint64_t kMaxRegisterRange = 1'000'000;
constexpr std::size_t kMaxProblems = 100;

class BodyReader {
public:
    BodyReader(Context& context, Function& function, FunctionLines& lines)
        : context_(context), cursor_(context.cursor), function_(function), lines_(lines),
          scopes_(function), operands_(context, scopes_) {}

    bool read() {
        declare_parameters();
        scopes_.open();
        const Token open = cursor_.token();
        if (!cursor_.expect('{')) return false;
        while (true) {
            collect_annotations();
            if (cursor_.is_fatal()) return false;
            if (cursor_.token().kind == TokenKind::End) {
                cursor_.fail_for_good("the body of '" + function_.name + "' is not closed",
                                      "its '{' stands in line " + std::to_string(open.line));
                return false;
            }
            if (cursor_.at('}') && scopes_.depth() == 2) break;
            const Cursor::Mark start = cursor_.mark();
            if (!statement() && !note_problem(start)) return false;
        }
        cursor_.advance();
        resolve_labels();
        return true;
    }

private:
    struct Pending {
        std::uint32_t instruction, operand, scope;
        FilePosition where;
    };
    struct TableScope {
        std::uint32_t scope;
        FilePosition where;
    };

    void declare_parameters() {
        for (auto* list : {&function_.results, &function_.parameters})
            for (const Variable& parameter : *list) {
                if (parameter.space == StateSpace::Register)
                    scopes_.declare_register_parameter(parameter.name, parameter.type);
                else
                    scopes_.declare_parameter(parameter.name);
            }
    }

    /// Moves the current error into the function's problems and goes on behind the statement.
    bool note_problem(const Cursor::Mark& start) {
        if (cursor_.is_fatal()) return false;
        add_problem(cursor_.take_error());
        cursor_.skip_statement(start);
        return !cursor_.is_fatal();
    }

    void add_problem(Diagnostic problem) {
        if (function_.problems.size() < kMaxProblems)
            function_.problems.push_back(std::move(problem));
    }

    std::uint32_t here() const { return static_cast<std::uint32_t>(function_.instructions.size()); }

    void collect_annotations() {
        for (const Token& token : cursor_.annotations)
            function_.annotations.push_back({here(), renamed(token.text)});
        cursor_.annotations.clear();
    }

    /// A `// ws.` comment names registers as the scope sees them; a flat Function may call them
    /// otherwise.
    std::string renamed(std::string_view text) {
        std::string out;
        Lexer lexer(text.substr(2));
        std::size_t copied = 0;
        for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
            if (token.kind != TokenKind::Identifier || token.text[0] != '%') continue;
            const Entity* entity = scopes_.find(token.text);
            if (entity == nullptr || entity->kind != Entity::Kind::Register) continue;
            const auto start = static_cast<std::size_t>(token.text.data() - text.data());
            out += text.substr(copied, start - copied);
            out += function_.registers[entity->index].name;
            copied = start + token.text.size();
        }
        return out.append(text.substr(copied));
    }

    bool statement() {
        const Token token = cursor_.token();
        if (token.is('{')) {
            if (scopes_.depth() == kMaxScopes)
                return cursor_.fail_for_good("the scopes are nested too deeply");
            scopes_.open();
            cursor_.advance();
            return true;
        }
        if (token.is('}')) {
            scopes_.close();
            cursor_.advance();
            return true;
        }
        if (token.is(';')) return cursor_.advance(), true;
        if (token.kind == TokenKind::Dotted) return directive(token);
        if (token.is('@')) return instruction();
        if (token.kind != TokenKind::Identifier)
            return cursor_.fail("expected an instruction before " + Cursor::quoted(token));
        return cursor_.ahead().is(':') ? label(token) : instruction();
    }

    bool directive(const Token& token) {
        if (token.text == "reg") return registers();
        if (token.text == "loc") return parse_loc(context_, lines_);
        if (token.text == "file") return parse_file(context_);
        if (token.text == "section") return parse_section(context_);
        if (token.text == "pragma") return pragma();
        if (declared_space(token) == StateSpace::Generic)
            return cursor_.fail("unknown directive " + Cursor::quoted(token));
        return parse_variables(
            context_, Linkage::Internal, [this](Variable variable, const Token& name) {
                if (scopes_.declare_variable(std::move(variable))) return true;
                return cursor_.fail_at(name,
                                       Cursor::quoted(name) + " is declared twice in this scope");
            });
    }

    bool pragma() {
        const Token first = cursor_.token();
        cursor_.advance();
        while (cursor_.token().kind == TokenKind::String) {
            cursor_.advance();
            if (!cursor_.accept(',')) break;
        }
        if (!cursor_.at(';')) return cursor_.expect(';');
        function_.annotations.push_back({here(), std::string(cursor_.text_since(first)) + ";"});
        cursor_.advance();
        return true;
    }

    /// `.reg .b32 %r<10>, a;`
    bool registers() {
        cursor_.advance();
        std::size_t components = 1;
        if (cursor_.token().is_dotted("v2") || cursor_.token().is_dotted("v4")) {
            components = cursor_.token().text == "v2" ? 2 : 4;
            cursor_.advance();
        }
        const Token type_token = cursor_.token();
        const Type type =
            type_token.kind == TokenKind::Dotted ? type_named(type_token.text) : Type::None;
        if (type == Type::None)
            return cursor_.fail("expected a register type before " + Cursor::quoted(type_token));
        cursor_.advance();
        do {
            const Token name = cursor_.token();
            if (name.kind != TokenKind::Identifier)
                return cursor_.fail("expected a register's name before " + Cursor::quoted(name));
            cursor_.advance();
            bool is_new = false;
            if (components > 1) {
                is_new = scopes_.declare_vector(name.text, components, type);
            } else if (cursor_.accept('<')) {
                std::uint64_t count = 0;
                const Token number = cursor_.token();
                if (number.kind != TokenKind::Integer || number.bits > kMaxRegisterRange)
                    return cursor_.fail("a register range holds at most 1000000 registers");
                count = number.bits;
                cursor_.advance();
                if (!cursor_.expect('>')) return false;
                is_new =
                    scopes_.declare_registers(name.text, static_cast<std::uint32_t>(count), type);
            } else {
                is_new = scopes_.declare_register(name.text, type);
            }
            if (!is_new)
                return cursor_.fail_at(name,
                                       Cursor::quoted(name) + " is declared twice in this scope");
        } while (cursor_.accept(','));
        return cursor_.expect(';');
    }

    /// `name:`, which may introduce a table of branch targets or a prototype.
    bool label(const Token& name) {
        cursor_.advance();
        cursor_.advance();
        const Token next = cursor_.token();
        if (next.is_dotted("branchtargets")) return branch_table(name);
        if (next.is_dotted("callprototype") || next.is_dotted("calltargets")) {
            CallPrototype prototype;
            prototype.name = name.text;
            if (!parse_call_prototype(context_, prototype)) return false;
            if (scopes_.declare_prototype(std::move(prototype))) return true;
            return cursor_.fail_at(name, Cursor::quoted(name) + " is defined twice");
        }
        if (scopes_.declare_label(name.text, here())) return true;
        add_problem(
            {cursor_.position(name), "label " + Cursor::quoted(name) + " is defined twice", {}});
        return true;
    }

    bool branch_table(const Token& name) {
        cursor_.advance();
        std::vector<std::string> targets;
        do {
            const Token target = cursor_.token();
            if (target.kind != TokenKind::Identifier)
                return cursor_.fail("expected a label before " + Cursor::quoted(target));
            targets.emplace_back(target.text);
            cursor_.advance();
        } while (cursor_.accept(','));
        if (!cursor_.expect(';')) return false;
        table_scopes_.push_back({scopes_.current(), cursor_.position(name)});
        if (scopes_.declare_table(name.text, std::move(targets))) return true;
        table_scopes_.pop_back();
        return cursor_.fail_at(name, Cursor::quoted(name) + " is defined twice");
    }

    bool guard(Guard& guard) {
        if (!cursor_.accept('@')) return true;
        guard.negated = cursor_.accept('!');
        const Token name = cursor_.token();
        const Entity* entity =
            name.kind == TokenKind::Identifier ? scopes_.find(name.text) : nullptr;
        if (entity == nullptr || entity->kind != Entity::Kind::Register ||
            function_.registers[entity->index].type != Type::Pred)
            return cursor_.fail(Cursor::quoted(name) + " is not a predicate register");
        guard.reg = entity->index;
        cursor_.advance();
        return true;
    }

    bool instruction() {
        Instruction instruction;
        if (!guard(instruction.guard)) return false;
        const Token mnemonic = cursor_.token();
        if (mnemonic.kind != TokenKind::Identifier)
            return cursor_.fail("expected an instruction before " + Cursor::quoted(mnemonic));
        instruction.line = mnemonic.line;
        instruction.form = mnemonic.text;
        cursor_.advance();
        while (cursor_.token().kind == TokenKind::Dotted) {
            const bool constant = cursor_.token().text == "const";
            instruction.form.append(".").append(cursor_.token().text);
            cursor_.advance();
            if (constant && !parse_constant_bank(cursor_)) return false;
        }
        const bool is_call = mnemonic.text == "call";
        if (!(is_call ? operands_.read_call(instruction.operands)
                      : operands_.read_all(instruction.operands)))
            return explain_by_form(instruction.form, mnemonic);
        if (!cursor_.at(';')) return cursor_.expect(';');
        std::string message, hint;
        if (!context_.matcher.match(instruction, function_, message, hint))
            return cursor_.fail_at(mnemonic, std::move(message), std::move(hint));
        instruction.location = lines_.current_location();
        for (std::uint32_t k = 0; k < instruction.operands.size(); ++k)
            if (instruction.operands[k].kind == Operand::Kind::Label)
                pending_.push_back({here(), k, scopes_.current(), cursor_.position(mnemonic)});
        function_.instructions.push_back(std::move(instruction));
        cursor_.advance();
        return true;
    }

    /// Operands of an instruction that does not exist may read as nonsense; then the form is to
    /// blame.
    bool explain_by_form(const std::string& form, const Token& mnemonic) {
        std::string message, hint;
        if (cursor_.is_fatal() || context_.matcher.knows(form, message, hint)) return false;
        cursor_.take_error();
        return cursor_.fail_at(mnemonic, std::move(message), std::move(hint));
    }

    /// What an indirect call may reach: a prototype or list of targets of this function, or a
    /// variable that holds addresses of functions.
    void resolve_prototype(Operand& operand, const Pending& use) {
        operand.index = scopes_.find_prototype(operand.name, use.scope);
        if (operand.index != UINT32_MAX) {
            operand.name = function_.prototypes[operand.index].name;
        } else if (context_.variables.count(operand.name) != 0) {
            operand.kind = Operand::Kind::Symbol;
            operand.index = 0;
        } else {
            add_problem({use.where,
                         "'" + operand.name + "' is neither a prototype nor a list of targets",
                         "declare it with .callprototype or .calltargets"});
        }
    }

    /// Labels may be used before they stand in the text; now all are known.
    void resolve_labels() {
        for (const Pending& use : pending_) {
            const Instruction& user = function_.instructions[use.instruction];
            Operand& operand = function_.instructions[use.instruction].operands[use.operand];
            if (user.traits.instruction_class == InstructionClass::Call) {
                resolve_prototype(operand, use);
                continue;
            }
            const bool is_table = user.form.compare(0, 3, "brx") == 0;
            const std::uint32_t found = is_table ? scopes_.find_table(operand.name, use.scope)
                                                 : scopes_.find_label(operand.name, use.scope);
            if (found == UINT32_MAX) {
                add_problem({use.where,
                             std::string(is_table ? "table" : "label") + " '" + operand.name +
                                 "' is not defined",
                             {}});
                operand.index = here();
                continue;
            }
            operand.name =
                is_table ? function_.branch_table_names[found] : function_.labels[found].name;
            operand.index = is_table ? found : function_.labels[found].target;
        }
        for (std::size_t t = 0; t < function_.branch_tables.size(); ++t)
            for (std::string& name : function_.branch_tables[t]) {
                const std::uint32_t found = scopes_.find_label(name, table_scopes_[t].scope);
                if (found != UINT32_MAX)
                    name = function_.labels[found].name;
                else
                    add_problem(
                        {table_scopes_[t].where, "label '" + name + "' is not defined", {}});
            }
    }

    Context& context_;
    Cursor& cursor_;
    Function& function_;
    FunctionLines& lines_;
    Scopes scopes_;
    OperandReader operands_;
    std::vector<Pending> pending_;
    std::vector<TableScope> table_scopes_;
};

} // namespace

bool parse_body(Context& context, Function& function, FunctionLines& lines) {
    return BodyReader(context, function, lines).read();
}

} // namespace warpscope::ptx
