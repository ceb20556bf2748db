// Lexer: cuts PTX text into tokens, one at a time (PTX ISA, "Syntax").
#pragma once

#include <cstddef>
#include <string_view>

#include "sim/ptx/token.h"

namespace warpscope::ptx {

/// A cheap value: copy it to look ahead.
class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    Token next();

    /// The raw text up to the brace that closes a section's `{`, which was the last token; then
    /// goes on behind that brace. False when there is none.
    bool raw_until_brace(std::string_view& raw);

    /// The text between two tokens' starts, for what is kept as written.
    std::string_view text() const { return text_; }

private:
    bool skip_blank(Token& annotation);
    Token number(Token token);
    Token word(Token token);
    Token dotted(Token token);
    Token string(Token token);
    Token punctuation(Token token);
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_start_ = 0;
    std::uint32_t line_ = 1;
    std::size_t previous_end_ = 0; ///< a dot right behind a word starts a suffix, never a number
};

} // namespace warpscope::ptx
