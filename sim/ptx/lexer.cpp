// Cuts PTX text into tokens.
#include "sim/ptx/lexer.h"

#include <array>
#include <bit>
#include <charconv>
#include <system_error>

namespace warpscope::ptx {
namespace {

enum : std::uint8_t { kSpace = 1, kDigit = 2, kStart = 4, kFollow = 8 };

constexpr std::array<std::uint8_t, 256> kClasses = [] {
    std::array<std::uint8_t, 256> classes{};
    for (unsigned char c : {' ', '\t', '\r', '\n', '\f', '\v'})
        classes[c] = kSpace;
    for (unsigned c = '0'; c <= '9'; ++c)
        classes[c] = kDigit | kFollow;
    for (unsigned c = 'a'; c <= 'z'; ++c)
        classes[c] = classes[c - 'a' + 'A'] = kStart | kFollow;
    for (unsigned char c : {'_', '$'})
        classes[c] = kStart | kFollow;
    return classes;
}();

bool has_class(char c, std::uint8_t which) {
    return (kClasses[static_cast<unsigned char>(c)] & which) != 0;
}

int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

/// Reads all of `digits`; false on a foreign digit, none at all, or more than 64 bits.
bool read_digits(std::string_view digits, unsigned base, std::uint64_t& value) {
    value = 0;
    if (digits.empty()) return false;
    for (char c : digits) {
        const auto digit = static_cast<unsigned>(digit_value(c));
        if (digit >= base || value > (UINT64_MAX - digit) / base) return false;
        value = value * base + digit;
    }
    return true;
}

void read_integer(Token& token, char prefix) {
    std::string_view digits = token.text;
    if (digits.back() == 'U' || digits.back() == 'u') {
        token.is_unsigned = true;
        digits.remove_suffix(1);
    }
    const bool has_base = prefix == 'x' || prefix == 'b';
    unsigned base = digits.size() > 1 && digits[0] == '0' ? 8 : 10;
    if (has_base) {
        base = prefix == 'x' ? 16 : 2;
        digits = digits.size() > 2 ? digits.substr(2) : std::string_view();
    }
    if (!read_digits(digits, base, token.bits)) return;
    token.kind = TokenKind::Integer;
    token.is_unsigned = token.is_unsigned || token.bits > static_cast<std::uint64_t>(INT64_MAX);
}

} // namespace

bool Lexer::skip_blank(Token& annotation) {
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (c == '\n') {
            ++line_;
            line_start_ = ++at_;
        } else if (has_class(c, kSpace)) {
            ++at_;
        } else if (c == '/' && peek(1) == '/') {
            std::size_t end = text_.find('\n', at_);
            if (end == std::string_view::npos) end = text_.size();
            const std::string_view comment = text_.substr(at_, end - at_);
            annotation.column = static_cast<std::uint32_t>(at_ - line_start_ + 1);
            at_ = end;
            if (comment.substr(0, 6) != "// ws.") continue;
            annotation.kind = TokenKind::Annotation;
            annotation.line = line_;
            annotation.text = comment.substr(0, comment.find_last_not_of(" \t\r") + 1);
            return true;
        } else if (c == '/' && peek(1) == '*') {
            std::size_t end = text_.find("*/", at_ + 2);
            end = end == std::string_view::npos ? text_.size() : end + 2;
            for (; at_ < end; ++at_) {
                if (text_[at_] != '\n') continue;
                ++line_;
                line_start_ = at_ + 1;
            }
        } else {
            return false;
        }
    }
    return false;
}

Token Lexer::next() {
    Token token;
    if (skip_blank(token)) return token;
    token.line = line_;
    token.column = static_cast<std::uint32_t>(at_ - line_start_ + 1);
    if (at_ >= text_.size()) return token;
    const char c = text_[at_];
    if (has_class(c, kStart) || (c == '%' && has_class(peek(1), kStart))) {
        token = word(token);
    } else if (c == '.') {
        const bool is_fraction = has_class(peek(1), kDigit) && at_ != previous_end_;
        token = is_fraction ? number(token) : dotted(token);
    } else if (has_class(c, kDigit)) {
        token = number(token);
    } else if (c == '"') {
        token = string(token);
    } else {
        token = punctuation(token);
    }
    const bool may_take_suffix =
        token.kind == TokenKind::Identifier || token.kind == TokenKind::Dotted;
    previous_end_ = may_take_suffix ? at_ : 0;
    return token;
}

Token Lexer::word(Token token) {
    const std::size_t start = at_++;
    while (has_class(peek(), kFollow))
        ++at_;
    token.kind = TokenKind::Identifier;
    token.text = text_.substr(start, at_ - start);
    return token;
}

Token Lexer::dotted(Token token) {
    const std::size_t start = ++at_;
    while (has_class(peek(), kFollow) ||
           (peek() == ':' && peek(1) == ':' && has_class(peek(2), kFollow)))
        at_ += peek() == ':' ? 2 : 1;
    token.kind = at_ == start ? TokenKind::Bad : TokenKind::Dotted;
    token.text = text_.substr(at_ == start ? start - 1 : start, at_ == start ? 1 : at_ - start);
    return token;
}

/// PTX ISA, "Constants": 0f and 0d are bit patterns, 0x, 0b and a leading 0 choose the base.
Token Lexer::number(Token token) {
    const std::size_t start = at_;
    const char prefix = peek() == '0' ? static_cast<char>(peek(1) | 0x20) : '\0';
    const bool has_base = prefix == 'x' || prefix == 'b';
    const bool exact = prefix == 'f' || prefix == 'd';
    bool decimal_float = false;
    while (has_class(peek(), kFollow) || peek() == '.') {
        const char c = text_[at_++];
        if (has_base || exact) continue;
        const bool exponent = c == 'e' || c == 'E';
        decimal_float = decimal_float || exponent || c == '.';
        if (exponent && (peek() == '+' || peek() == '-')) ++at_;
    }
    token.text = text_.substr(start, at_ - start);
    token.kind = TokenKind::Bad;
    if (exact) {
        const bool single = prefix == 'f';
        if (token.text.size() == (single ? 10u : 18u) &&
            read_digits(token.text.substr(2), 16, token.bits))
            token.kind = single ? TokenKind::Single : TokenKind::Double;
    } else if (decimal_float) {
        double value = 0;
        const auto [end, error] =
            std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
        token.bits = std::bit_cast<std::uint64_t>(value);
        if (error == std::errc() && end == token.text.data() + token.text.size())
            token.kind = TokenKind::Double;
    } else {
        read_integer(token, prefix);
    }
    return token;
}

Token Lexer::string(Token token) {
    const std::size_t start = ++at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n')
        at_ += text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n' ? 2 : 1;
    token.text = text_.substr(start, at_ - start);
    token.kind = peek() == '"' ? TokenKind::String : TokenKind::Bad;
    if (peek() == '"') ++at_;
    return token;
}

Token Lexer::punctuation(Token token) {
    const char c = text_[at_];
    const char d = peek(1);
    const bool doubled = (d == c && (c == '<' || c == '>' || c == '&' || c == '|')) ||
                         (d == '=' && (c == '<' || c == '>' || c == '=' || c == '!'));
    const bool known =
        std::string_view(",;()[]{}:+-*/%&|^~!<>=?@").find(c) != std::string_view::npos;
    token.kind = known ? TokenKind::Punctuation : TokenKind::Bad;
    token.text = text_.substr(at_, doubled ? 2 : 1);
    token.symbol = doubled ? symbol_of(c, d) : symbol_of(c);
    at_ += token.text.size();
    return token;
}

bool Lexer::raw_until_brace(std::string_view& raw) {
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) return false;
    raw = text_.substr(at_, end - at_);
    for (; at_ < end; ++at_) {
        if (text_[at_] != '\n') continue;
        ++line_;
        line_start_ = at_ + 1;
    }
    ++at_;
    return true;
}

} // namespace warpscope::ptx
