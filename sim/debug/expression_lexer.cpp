// Cuts expressions into tokens.
#include "sim/debug/expression_lexer.h"

#include <array>

namespace warpscope {
namespace {

using Token = ExpressionToken;

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

struct TypeWord {
    std::string_view name;
    Type type;
};
/// Single words; `unsigned` and `long` before others are read by the parser.
constexpr TypeWord kTypeWords[] = {
    {"int", Type::S32},      {"float", Type::F32},          {"double", Type::F64},
    {"char", Type::S8},      {"short", Type::S16},          {"bool", Type::U8},
    {"size_t", Type::U64},   {"int8_t", Type::S8},          {"uint8_t", Type::U8},
    {"int16_t", Type::S16},  {"uint16_t", Type::U16},       {"int32_t", Type::S32},
    {"uint32_t", Type::U32}, {"int64_t", Type::S64},        {"uint64_t", Type::U64},
    {"half", Type::F16},     {"__half", Type::F16},         {"void", Type::U8},
    {"uint", Type::U32},     {"__nv_bfloat16", Type::BF16},
};

} // namespace

Type unsigned_of(Type type) {
    switch (type) {
    case Type::S8: return Type::U8;
    case Type::S16: return Type::U16;
    case Type::S32: return Type::U32;
    case Type::S64: return Type::U64;
    default: return type;
    }
}

ExpressionToken ExpressionLexer::next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'))
        ++at_;
    Token token;
    token.column = static_cast<std::uint32_t>(at_ + 1);
    if (at_ == text_.size()) return token;
    const std::size_t first = at_;
    const char c = text_[at_];
    const bool dot_digit = c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
    // After a dot `tile.f32` may follow, so that a number begins there only after no name.
    if (is_digit(c) || dot_digit) {
        token.kind = Token::Kind::Number;
        take_number();
    } else if (c == '%' ? at_ + 1 < text_.size() && is_letter(text_[at_ + 1]) && !operand_
                        : is_letter(c)) {
        token.kind = Token::Kind::Name;
        ++at_;
        while (at_ < text_.size() && text_[at_] != '%' &&
               (is_letter(text_[at_]) || is_digit(text_[at_])))
            ++at_;
    } else {
        token.kind = Token::Kind::Symbol;
        at_ += symbol_length();
    }
    token.text = std::string(text_.substr(first, at_ - first));
    // Behind an operand `%` is the remainder.
    operand_ = token.kind != Token::Kind::Symbol || token.text == ")" || token.text == "]";
    return token;
}

bool ExpressionLexer::peeks_type() const {
    ExpressionLexer ahead = *this;
    const Token token = ahead.next();
    return token.kind == Token::Kind::Name && memory_type(token.text) != Type::None;
}

void ExpressionLexer::take_number() {
    const bool hexadecimal =
        text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
    while (at_ < text_.size()) {
        const char c = text_[at_];
        const char before = at_ > 0 ? text_[at_ - 1] : ' ';
        const bool exponent =
            !hexadecimal && (c == '+' || c == '-') && (before == 'e' || before == 'E');
        if (!is_digit(c) && !is_letter(c) && c != '.' && !exponent) break;
        if (c == '%' || c == '$') break;
        ++at_;
    }
}
std::size_t ExpressionLexer::symbol_length() const {
    static constexpr std::array<std::string_view, 10> kTwo = {
        "<<", ">>", "&&", "||", "==", "!=", "<=", ">=", "->", "::"};
    for (std::string_view two : kTwo)
        if (text_.substr(at_).starts_with(two)) return 2;
    return 1;
}

Type type_word(const std::string& word) {
    for (const TypeWord& row : kTypeWords)
        if (row.name == word) return row.type;
    return memory_type(word);
}
Type memory_type(const std::string& word) {
    const Type type = type_named(word);
    switch (type) {
    case Type::Pred:
    case Type::B128:
    case Type::None: return Type::None;
    default: return size_in_bytes(type) <= 8 ? type : Type::None;
    }
}

} // namespace warpscope
