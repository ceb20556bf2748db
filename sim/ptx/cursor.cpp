// Walks over tokens and keeps the first error.
#include "sim/ptx/cursor.h"

#include <algorithm>
#include <cassert>

namespace warpscope::ptx {

Cursor::Cursor(std::string_view text, std::string name) : lexer_(text), name_(std::move(name)) {
    advance();
}

Token Cursor::ahead() const {
    Lexer copy = lexer_;
    Token next = copy.next();
    while (next.kind == TokenKind::Annotation)
        next = copy.next();
    return next;
}

void Cursor::advance() {
    if (fatal_) return;
    if (!token_.text.empty()) {
        end_ = static_cast<std::size_t>(token_.text.data() + token_.text.size() -
                                        lexer_.text().data());
        if (token_.kind == TokenKind::String) ++end_;
    }
    token_ = lexer_.next();
    while (token_.kind == TokenKind::Annotation) {
        annotations.push_back(token_);
        token_ = lexer_.next();
    }
    check_token();
}

void Cursor::check_token() {
    if (token_.kind != TokenKind::Bad) return;
    fail_for_good("cannot read " + quoted(token_));
    token_.kind = TokenKind::End;
}

bool Cursor::accept(char c) {
    if (!at(c)) return false;
    advance();
    return true;
}

bool Cursor::accept_dotted(std::string_view word) {
    if (!token_.is_dotted(word)) return false;
    advance();
    return true;
}

bool Cursor::expect(char c) {
    if (accept(c)) return true;
    return fail(std::string("expected '") + c + "' before " + quoted(token_));
}

bool Cursor::fail(std::string message, std::string hint) {
    return fail_at(token_, std::move(message), std::move(hint));
}

bool Cursor::fail_at(const Token& where, std::string message, std::string hint) {
    if (!error_) error_ = Diagnostic{position(where), std::move(message), std::move(hint)};
    return false;
}

bool Cursor::fail_for_good(std::string message, std::string hint) {
    if (!fatal_) error_.reset();
    fatal_ = true;
    return fail(std::move(message), std::move(hint));
}

Diagnostic Cursor::take_error() {
    assert(error_);
    Diagnostic taken = std::move(*error_);
    error_.reset();
    return taken;
}

bool Cursor::read_raw_section(std::string_view& raw) {
    if (!at('{')) return expect('{');
    if (!lexer_.raw_until_brace(raw)) return fail_for_good("this section's '{' is never closed");
    advance();
    return true;
}

void Cursor::skip_statement(const Mark& start) {
    lexer_ = start.lexer;
    token_ = start.token;
    annotations.resize(std::min(annotations.size(), start.annotations));
    int depth = 0;
    while (token_.kind != TokenKind::End) {
        if (at('{')) ++depth;
        if (at('}') && depth-- == 0) return;
        const bool ends = at(';') && depth == 0;
        advance();
        if (ends) return;
    }
}

std::string Cursor::quoted(const Token& token) {
    if (token.kind == TokenKind::End) return "the end of the text";
    std::string text = "'";
    if (token.kind == TokenKind::Dotted) text += '.';
    if (token.kind == TokenKind::String) text += '"';
    for (char c : token.text.substr(0, 60)) {
        const auto code = static_cast<unsigned char>(c);
        constexpr std::string_view kHex = "0123456789abcdef";
        if (code >= 0x20 && code < 0x7F)
            text += c;
        else
            text.append("\\x").append(1, kHex[code >> 4]).append(1, kHex[code & 15]);
    }
    if (token.kind == TokenKind::String) text += '"';
    return text + "'";
}

std::string_view Cursor::text_since(const Token& first) const {
    const std::string_view all = lexer_.text();
    if (first.text.empty()) return {};
    std::size_t start = static_cast<std::size_t>(first.text.data() - all.data());
    if (first.kind == TokenKind::Dotted || first.kind == TokenKind::String) --start;
    return end_ < start ? std::string_view{} : all.substr(start, end_ - start);
}

} // namespace warpscope::ptx
