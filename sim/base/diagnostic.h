// What a wrong input is told: where it is, what is wrong, and what to try.
#pragma once

#include <cstdint>
#include <string>

namespace warpscope {

/// A place in a text file. `line` and `column` count from 1; 0 means unknown.
struct FilePosition {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

/// One message about bad input. `message` says what is wrong, `hint` what to try (may be empty).
struct Diagnostic {
    FilePosition where;
    std::string message;
    std::string hint;
};

/// `file:line:column: error: message` and, when there is one, a second line `  try: hint`.
std::string to_string(const Diagnostic& diagnostic);

} // namespace warpscope
