// Evaluates constant expressions with the operators and types of the PTX ISA.
#include "sim/ptx/expression.h"

#include <bit>
#include <string>

namespace warpscope::ptx {
namespace {

constexpr unsigned kMaxExpressionDepth = 64;
constexpr std::uint64_t kWarpSize = 32;

double as_double(const Constant& c) {
    if (c.type == Type::F64) return std::bit_cast<double>(c.bits);
    return c.type == Type::U64 ? static_cast<double>(c.bits)
                               : static_cast<double>(static_cast<std::int64_t>(c.bits));
}
Constant from_double(double value) {
    return {Type::F64, std::bit_cast<std::uint64_t>(value)};
}
Constant from_bool(bool value) {
    return {Type::S64, value ? 1u : 0u};
}

bool is_true(const Constant& c) {
    return c.type == Type::F64 ? as_double(c) != 0 : c.bits != 0;
}

/// Binary operators by rising precedence, as in C.
unsigned precedence(const Token& token) {
    if (token.kind != TokenKind::Punctuation) return 0;
    switch (token.symbol) {
    case symbol_of('|', '|'): return 1;
    case symbol_of('&', '&'): return 2;
    case symbol_of('|'): return 3;
    case symbol_of('^'): return 4;
    case symbol_of('&'): return 5;
    case symbol_of('=', '='):
    case symbol_of('!', '='): return 6;
    case symbol_of('<'):
    case symbol_of('>'):
    case symbol_of('<', '='):
    case symbol_of('>', '='): return 7;
    case symbol_of('<', '<'):
    case symbol_of('>', '>'): return 8;
    case symbol_of('+'):
    case symbol_of('-'): return 9;
    case symbol_of('*'):
    case symbol_of('/'):
    case symbol_of('%'): return 10;
    default: return 0;
    }
}

template<class T>
bool compare(std::uint16_t symbol, T a, T b) {
    switch (symbol) {
    case symbol_of('=', '='): return a == b;
    case symbol_of('!', '='): return a != b;
    case symbol_of('<'): return a < b;
    case symbol_of('>'): return a > b;
    case symbol_of('<', '='): return a <= b;
    default: return a >= b;
    }
}

bool apply_double(const Token& op, double a, double b, Constant& result) {
    switch (op.symbol) {
    case symbol_of('+'): result = from_double(a + b); return true;
    case symbol_of('-'): result = from_double(a - b); return true;
    case symbol_of('*'): result = from_double(a * b); return true;
    case symbol_of('/'): result = from_double(a / b); return true;
    default: return false;
    }
}

bool divide(const Token& op, const Constant& a, const Constant& b, Constant& result) {
    if (b.bits == 0) return false;
    const bool remainder = op.symbol == symbol_of('%');
    if (result.type == Type::U64) {
        result.bits = remainder ? a.bits % b.bits : a.bits / b.bits;
        return true;
    }
    const auto x = static_cast<std::int64_t>(a.bits);
    const auto y = static_cast<std::int64_t>(b.bits);
    if (y == -1) // the one quotient that overflows wraps
        result.bits = remainder ? 0 : 0 - a.bits;
    else
        result.bits = static_cast<std::uint64_t>(remainder ? x % y : x / y);
    return true;
}

std::uint64_t shift(const Token& op, const Constant& a, std::uint64_t count) {
    const bool negative = a.type == Type::S64 && static_cast<std::int64_t>(a.bits) < 0;
    if (op.symbol == symbol_of('<', '<')) return count > 63 ? 0 : a.bits << count;
    const std::uint64_t fill = negative ? UINT64_MAX : 0;
    if (count > 63) return fill;
    return count == 0 ? a.bits : (a.bits >> count) | (fill << (64 - count));
}

/// PTX ISA, "Summary of Constant Expression Evaluation Rules". False: no such operator for these
/// types.
bool apply(const Token& op, Constant a, const Constant& b, Constant& result) {
    const unsigned level = precedence(op);
    if (level == 1) return result = from_bool(is_true(a) || is_true(b)), true;
    if (level == 2) return result = from_bool(is_true(a) && is_true(b)), true;
    const bool with_double = a.type == Type::F64 || b.type == Type::F64;
    const bool with_unsigned = a.type == Type::U64 || b.type == Type::U64;
    if (level == 6 || level == 7) {
        if (with_double)
            result = from_bool(compare(op.symbol, as_double(a), as_double(b)));
        else if (with_unsigned)
            result = from_bool(compare(op.symbol, a.bits, b.bits));
        else
            result = from_bool(compare(op.symbol, static_cast<std::int64_t>(a.bits),
                                       static_cast<std::int64_t>(b.bits)));
        return true;
    }
    if (with_double) return apply_double(op, as_double(a), as_double(b), result);
    result.type = with_unsigned ? Type::U64 : Type::S64;
    switch (op.symbol) {
    case symbol_of('|'): result.bits = a.bits | b.bits; return true;
    case symbol_of('^'): result.bits = a.bits ^ b.bits; return true;
    case symbol_of('&'): result.bits = a.bits & b.bits; return true;
    case symbol_of('+'): result.bits = a.bits + b.bits; return true;
    case symbol_of('-'): result.bits = a.bits - b.bits; return true;
    case symbol_of('*'): result.bits = a.bits * b.bits; return true;
    case symbol_of('<', '<'):
    case symbol_of('>', '>'):
        result.type = a.type;
        result.bits = shift(op, a, b.bits);
        return true;
    default: return divide(op, a, b, result);
    }
}

class Evaluator {
public:
    explicit Evaluator(Cursor& cursor) : cursor_(cursor) {}

    bool ternary(Constant& value) {
        if (!binary(1, value)) return false;
        if (!cursor_.at('?')) return true;
        Constant yes, no;
        cursor_.advance();
        if (!deeper() || !ternary(yes) || !cursor_.expect(':') || !ternary(no)) return false;
        --depth_;
        value = is_true(value) ? yes : no;
        return true;
    }

private:
    bool deeper() {
        if (++depth_ <= kMaxExpressionDepth) return true;
        return cursor_.fail("this constant expression is nested too deeply");
    }

    bool binary(unsigned least, Constant& value) {
        if (!deeper() || !unary(value)) return false;
        while (true) {
            const Token op = cursor_.token();
            const unsigned level = precedence(op);
            if (level < least || level == 0) break;
            Constant right;
            cursor_.advance();
            if (!binary(level + 1, right)) return false;
            if (value.type == Type::F32 || right.type == Type::F32 ||
                !apply(op, value, right, value))
                return cursor_.fail_at(op, "cannot compute " + Cursor::quoted(op) +
                                               " of these constants");
        }
        --depth_;
        return true;
    }

    bool unary(Constant& value) {
        const Token op = cursor_.token();
        if (!(op.is('-') || op.is('+') || op.is('!') || op.is('~'))) return primary(value);
        cursor_.advance();
        if (!deeper() || !unary(value)) return false;
        --depth_;
        if (op.is('+')) return true;
        const bool is_double = value.type == Type::F64;
        if (value.type == Type::F32 || (op.is('~') && is_double))
            return cursor_.fail_at(op, Cursor::quoted(op) + " does not apply to this constant");
        if (op.is('!')) value = from_bool(!is_true(value));
        if (op.is('~')) value.bits = ~value.bits;
        if (op.is('-'))
            value.bits = is_double ? value.bits ^ (std::uint64_t{1} << 63) : 0 - value.bits;
        return true;
    }

    bool primary(Constant& value) {
        const Token token = cursor_.token();
        switch (token.kind) {
        case TokenKind::Integer:
            value = {token.is_unsigned ? Type::U64 : Type::S64, token.bits};
            break;
        case TokenKind::Double: value = {Type::F64, token.bits}; break;
        case TokenKind::Single: value = {Type::F32, token.bits}; break;
        default:
            if (token.is('(')) return parenthesized(value);
            if (!token.is_word("WARP_SZ"))
                return cursor_.fail("expected a constant before " + Cursor::quoted(token));
            value = {Type::S64, kWarpSize};
        }
        cursor_.advance();
        return true;
    }

    /// `( expression )` or a cast `(.s64) operand`.
    bool parenthesized(Constant& value) {
        cursor_.advance();
        if (!deeper()) return false;
        const bool to_signed = cursor_.token().is_dotted("s64");
        const bool is_cast = to_signed || cursor_.token().is_dotted("u64");
        if (is_cast) cursor_.advance();
        if (!is_cast && !ternary(value)) return false;
        if (!cursor_.expect(')')) return false;
        if (is_cast) {
            const Token operand = cursor_.token();
            if (!unary(value)) return false;
            if (value.type == Type::F64 || value.type == Type::F32)
                return cursor_.fail_at(operand, "casts apply to integer constants only");
            value.type = to_signed ? Type::S64 : Type::U64;
        }
        --depth_;
        return true;
    }

    Cursor& cursor_;
    unsigned depth_ = 0;
};

} // namespace

bool parse_constant(Cursor& cursor, Constant& constant) {
    return Evaluator(cursor).ternary(constant);
}

bool parse_integer(Cursor& cursor, std::int64_t& value) {
    const Token first = cursor.token();
    Constant constant;
    if (!parse_constant(cursor, constant)) return false;
    if (constant.type == Type::F64 || constant.type == Type::F32)
        return cursor.fail_at(first, "expected an integer constant, found a floating-point one");
    value = static_cast<std::int64_t>(constant.bits);
    return true;
}

bool parse_bounded(Cursor& cursor, std::uint64_t limit, const char* what, std::uint64_t& value) {
    const Token first = cursor.token();
    std::int64_t integer = 0;
    if (!parse_integer(cursor, integer)) return false;
    value = static_cast<std::uint64_t>(integer);
    if (integer >= 0 && value <= limit) return true;
    return cursor.fail_at(first,
                          std::string(what) + " must lie between 0 and " + std::to_string(limit));
}

} // namespace warpscope::ptx
