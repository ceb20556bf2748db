// Token: one word of PTX text.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope::ptx {

enum class TokenKind : std::uint8_t {
    End,
    Identifier, ///< names, mnemonics, registers with their `%`
    Dotted,     ///< directive or suffix; `text` lacks the leading dot
    Integer,    ///< `bits`; `is_unsigned` when it carries U or does not fit a signed 64-bit integer
    Double,     ///< `bits`: 0d... or decimal
    Single,     ///< `bits`: 0f...
    String,     ///< `text` without the quotes
    Punctuation, ///< `symbol`
    Annotation,  ///< a `// ws.` comment, `text` from the slashes to the end of the line
    Bad,
};

/// Punctuation of one or two characters as a number: symbol_of('<', '<').
constexpr std::uint16_t symbol_of(char first, char second = 0) {
    return static_cast<std::uint16_t>(static_cast<unsigned char>(first) |
                                      static_cast<unsigned char>(second) << 8);
}

struct Token {
    TokenKind kind = TokenKind::End;
    bool is_unsigned = false;
    std::uint16_t symbol = 0;
    std::uint32_t line = 0, column = 0;
    std::uint64_t bits = 0;
    std::string_view text; ///< as written; a part of the text that is read

    bool is(char c) const { return kind == TokenKind::Punctuation && symbol == symbol_of(c); }
    bool is(char c, char d) const {
        return kind == TokenKind::Punctuation && symbol == symbol_of(c, d);
    }
    bool is_dotted(std::string_view word) const {
        return kind == TokenKind::Dotted && text == word;
    }
    bool is_word(std::string_view word) const {
        return kind == TokenKind::Identifier && text == word;
    }
};

} // namespace warpscope::ptx
