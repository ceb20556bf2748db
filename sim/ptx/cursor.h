// Cursor: the token under the reading head, and the first error met.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/diagnostic.h"
#include "sim/ptx/lexer.h"

namespace warpscope::ptx {

/// Parsing functions return false once `error` is set; a caller that can go on takes the error
/// away.
class Cursor {
public:
    Cursor(std::string_view text, std::string name);

    const Token& token() const { return token_; }
    Token ahead() const; ///< the token after this one
    void advance();

    bool at(char c) const { return token_.is(c); }
    bool accept(char c);
    bool accept_dotted(std::string_view word);
    bool expect(char c);

    /// Records an error at the current token (or at `where`) and returns false.
    bool fail(std::string message, std::string hint = {});
    bool fail_at(const Token& where, std::string message, std::string hint = {});
    /// An error that ends the whole parse.
    bool fail_for_good(std::string message, std::string hint = {});

    bool has_error() const { return error_.has_value(); }
    bool is_fatal() const { return fatal_; }
    /// Takes the error away. Not to be called without one.
    Diagnostic take_error();

    /// Reads a section's text; the current token is its `{`.
    bool read_raw_section(std::string_view& raw);

    /// A place to go back to.
    struct Mark {
        Lexer lexer;
        Token token;
        std::size_t annotations;
    };
    Mark mark() const { return {lexer_, token_, annotations.size()}; }
    /// Goes back to where a statement starts, then to behind its `;`, or to the `}` that ends its
    /// scope.
    void skip_statement(const Mark& start);

    FilePosition position(const Token& token) const { return {name_, token.line, token.column}; }
    /// How a token reads in a message: "'foo'", "the end of the text".
    static std::string quoted(const Token& token);
    /// The text from the start of `first` to the end of the token before the current one.
    std::string_view text_since(const Token& first) const;

    std::vector<Token> annotations; ///< met since they were last collected

private:
    void check_token();

    Lexer lexer_;
    Token token_;
    std::size_t end_ = 0; ///< of the token before, in the text
    std::string name_;
    std::optional<Diagnostic> error_;
    bool fatal_ = false;
};

} // namespace warpscope::ptx
