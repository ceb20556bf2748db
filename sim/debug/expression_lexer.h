// Tokens of expressions, and the words that name types. Internal to sim/debug.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/program/types.h"

namespace warpscope {

struct ExpressionToken {
    enum class Kind : std::uint8_t { End, Number, Name, Symbol };
    Kind kind = Kind::End;
    std::string text;
    std::uint32_t column = 1;
};

/// One token a call.
class ExpressionLexer {
public:
    explicit ExpressionLexer(std::string_view text) : text_(text) {}
    ExpressionToken next();
    /// Whether the next one names the PTX type of something in memory.
    bool peeks_type() const;

private:
    void take_number();
    std::size_t symbol_length() const;

    std::string_view text_;
    std::size_t at_ = 0;
    bool operand_ = false; ///< the token before could end an operand
};

/// The PTX type with this name, if one value of it lies in memory by itself; else None.
Type memory_type(const std::string& word);
/// The same, and C's names of one word.
Type type_word(const std::string& word);
Type unsigned_of(Type type);

} // namespace warpscope
