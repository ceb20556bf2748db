// Reads operands (PTX ISA, "Instruction Operands").
#include "sim/ptx/operands.h"

#include "sim/ptx/expression.h"

namespace warpscope::ptx {
namespace {

using Kind = Operand::Kind;

constexpr unsigned kMaxNesting = 8;
constexpr std::size_t kMaxOperands = 4096;

/// Performance counters and driver-defined registers: PTX leaves their contents open.
bool is_unspecified(std::string_view name) {
    std::string_view digits;
    if (name.substr(0, 7) == "%envreg") digits = name.substr(7);
    if (name.substr(0, 3) == "%pm") digits = name.substr(3);
    if (digits.size() > 3 && digits.substr(digits.size() - 3) == "_64") digits.remove_suffix(3);
    return !digits.empty() && digits.size() <= 2 &&
           digits.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

bool OperandReader::read_all(std::vector<Operand>& operands) {
    if (cursor_.at(';')) return true;
    bool joined = false;
    while (true) {
        Operand operand;
        if (!read(operand)) return false;
        operand.joined = joined;
        operands.push_back(std::move(operand));
        joined = cursor_.at('|');
        if (!joined && !cursor_.at(',')) return true;
        if (operands.size() == kMaxOperands)
            return cursor_.fail("this instruction has too many operands");
        cursor_.advance();
    }
}

bool OperandReader::read(Operand& operand) {
    if (++depth_ > kMaxNesting) return cursor_.fail("these operands are nested too deeply");
    bool ok = true;
    const Token& token = cursor_.token();
    if (token.kind == TokenKind::Identifier && !token.is_word("WARP_SZ")) {
        ok = read_name(operand);
    } else if (token.is('[')) {
        ok = read_address(operand);
    } else if (token.is('{')) {
        ok = read_list(operand, Kind::Vector, '}');
    } else if (token.is('!') && cursor_.ahead().kind == TokenKind::Identifier) {
        cursor_.advance();
        operand.negated = true;
        ok = read_name(operand);
        if (ok && operand.kind == Kind::Register && operand.type != Type::Pred)
            ok = cursor_.fail("only predicates can be complemented");
    } else if (token.is('-') && is_number_register(cursor_.ahead())) {
        cursor_.advance();
        operand.negated = true;
        ok = read_name(operand);
    } else {
        Constant constant;
        ok = parse_constant(cursor_, constant);
        operand.kind = Kind::Immediate;
        operand.type = constant.type;
        operand.bits = constant.bits;
    }
    --depth_;
    return ok;
}

/// Whether a minus before the name negates a register (vmad): else it begins a constant.
bool OperandReader::is_number_register(const Token& name) {
    if (name.kind != TokenKind::Identifier) return false;
    const Entity* entity = scopes_.find(name.text);
    return entity != nullptr && entity->kind == Entity::Kind::Register &&
           scopes_.function().registers[entity->index].type != Type::Pred;
}

/// `v.x` of `.reg .v4 .f32 v`, or `v`, which stands for `{v.x, v.y, v.z, v.w}`.
bool OperandReader::read_vector_register(Operand& operand, const Token& name) {
    static constexpr std::string_view kComponents = "xyzw", kColours = "rgba";
    const auto component = [&](char c) {
        Operand part;
        const Entity* entity = scopes_.find(std::string(name.text) + "." + c);
        if (entity == nullptr) return part;
        part.kind = Kind::Register;
        part.index = entity->index;
        part.type = scopes_.function().registers[entity->index].type;
        return part;
    };
    cursor_.advance();
    if (cursor_.token().kind != TokenKind::Dotted) {
        operand.kind = Kind::Vector;
        for (char c : kComponents)
            if (Operand part = component(c); part.kind == Kind::Register)
                operand.elements.push_back(std::move(part));
        return true;
    }
    const std::string_view selected = cursor_.token().text;
    const std::size_t k = selected.size() != 1 ? std::string_view::npos
                          : kComponents.find(selected[0]) != std::string_view::npos
                              ? kComponents.find(selected[0])
                              : kColours.find(selected[0]);
    Operand part = k == std::string_view::npos ? Operand{} : component(kComponents[k]);
    if (part.kind != Kind::Register)
        return cursor_.fail(Cursor::quoted(name) + " has no component '" + std::string(selected) +
                            "'");
    part.negated = operand.negated;
    operand = std::move(part);
    cursor_.advance();
    return true;
}

bool OperandReader::read_name(Operand& operand) {
    const Token name = cursor_.token();
    if (name.is_word("_")) {
        cursor_.advance();
        operand.kind = Kind::Sink;
        operand.name = "_";
        return true;
    }
    const Entity* entity = scopes_.find(name.text);
    if (entity == nullptr && scopes_.has_vectors() &&
        scopes_.find(std::string(name.text) + ".x") != nullptr)
        return read_vector_register(operand, name);
    if (entity == nullptr && name.text[0] == '%') return read_special(operand, name);
    cursor_.advance();
    if (entity != nullptr && entity->kind == Entity::Kind::Register) {
        operand.kind = Kind::Register;
        operand.index = entity->index;
        operand.type = scopes_.function().registers[entity->index].type;
        if (cursor_.token().kind == TokenKind::Dotted) {
            operand.selector = cursor_.token().text;
            cursor_.advance();
        }
        return true;
    }
    operand.name = name.text;
    operand.kind = Kind::Symbol;
    if (entity != nullptr) {
        if (entity->kind == Entity::Kind::Variable)
            operand.name = scopes_.function().variables[entity->index].name;
    } else if (context_.functions.count(operand.name) != 0) {
        operand.kind = Kind::Function;
    } else if (context_.variables.count(operand.name) == 0) {
        operand.kind = Kind::Label;
        operand.index = UINT32_MAX;
        return true;
    }
    return read_displacement(operand);
}

bool OperandReader::read_special(Operand& operand, const Token& name) {
    std::string spelling(name.text);
    cursor_.advance();
    if (cursor_.token().kind == TokenKind::Dotted) {
        spelling.append(".").append(cursor_.token().text);
        cursor_.advance();
    }
    operand.kind = Kind::Special;
    operand.special = special_register_named(spelling);
    operand.type = type_of(operand.special);
    if (operand.special != SpecialRegister::None) return true;
    operand.special = SpecialRegister::Unspecified;
    operand.name = spelling;
    if (is_unspecified(spelling)) return true;
    return cursor_.fail_at(name, "'" + spelling +
                                     "' is neither a declared register nor a special register");
}

/// `+8`, `+-8` or, laxer than ptxas, `-8`.
bool OperandReader::read_displacement(Operand& operand) {
    if (!cursor_.at('+') && !cursor_.at('-')) return true;
    if (cursor_.at('+')) cursor_.advance();
    return parse_integer(cursor_, operand.displacement);
}

bool OperandReader::read_address(Operand& operand) {
    cursor_.advance();
    operand.kind = Kind::Address;
    Operand base;
    const Token first = cursor_.token();
    if (!read(base)) return false;
    switch (base.kind) {
    case Kind::Register:
        if (is_float(base.type) || base.type == Type::Pred || base.negated ||
            !base.selector.empty())
            return cursor_.fail_at(first, Cursor::quoted(first) + " cannot hold an address");
        if (!read_displacement(operand)) return false;
        break;
    case Kind::Symbol:
    case Kind::Function:
        operand.displacement = base.displacement;
        base.displacement = 0;
        break;
    case Kind::Immediate:
        if (base.type != Type::F32 && base.type != Type::F64) break;
        return cursor_.fail_at(first, "an address must be an integer");
    case Kind::Label: return cursor_.fail_at(first, Cursor::quoted(first) + " is not declared");
    default: return cursor_.fail_at(first, Cursor::quoted(first) + " cannot be an address");
    }
    operand.elements.push_back(std::move(base));
    // Texture and tensor coordinates: `[a, {x, y}]`.
    while (cursor_.accept(',')) {
        Operand more;
        if (!read(more)) return false;
        operand.elements.push_back(std::move(more));
        if (operand.elements.size() > kMaxOperands)
            return cursor_.fail("this address has too many parts");
    }
    return cursor_.expect(']');
}

bool OperandReader::read_list(Operand& operand, Operand::Kind kind, char close) {
    cursor_.advance();
    operand.kind = kind;
    while (!cursor_.at(close)) {
        Operand element;
        if (!read(element)) return false;
        if (kind == Kind::Arguments && (element.negated || !element.selector.empty()))
            return cursor_.fail("a call passes whole registers");
        operand.elements.push_back(std::move(element));
        if (operand.elements.size() > kMaxOperands)
            return cursor_.fail("this list has too many elements");
        if (!cursor_.accept(',')) break;
    }
    return cursor_.expect(close);
}

bool OperandReader::read_call(std::vector<Operand>& operands) {
    operands.resize(4);
    operands[0].kind = operands[2].kind = Kind::Arguments;
    if (cursor_.at('(')) {
        if (!read_list(operands[0], Kind::Arguments, ')') || !cursor_.expect(',')) return false;
    }
    const Token name = cursor_.token();
    Operand& callee = operands[1];
    if (name.kind != TokenKind::Identifier)
        return cursor_.fail("expected the function to call before " + Cursor::quoted(name));
    if (!read_name(callee)) return false;
    if (callee.kind != Kind::Function && callee.kind != Kind::Register)
        return cursor_.fail_at(name, Cursor::quoted(name) + " is not a declared function",
                               "declare it with .func before the call");
    if (callee.kind == Kind::Register &&
        (!callee.selector.empty() || is_float(callee.type) || size_in_bytes(callee.type) < 4))
        return cursor_.fail_at(name, Cursor::quoted(name) + " cannot hold a function's address");
    if (!cursor_.accept(',')) return true;
    if (cursor_.at('(')) {
        if (!read_list(operands[2], Kind::Arguments, ')')) return false;
        if (!cursor_.accept(',')) return true;
    }
    const Token prototype = cursor_.token();
    if (prototype.kind != TokenKind::Identifier)
        return cursor_.fail("expected a prototype's name before " + Cursor::quoted(prototype));
    operands[3].kind = Kind::Label;
    operands[3].index = UINT32_MAX;
    operands[3].name = prototype.text;
    cursor_.advance();
    return true;
}

} // namespace warpscope::ptx
