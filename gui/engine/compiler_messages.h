// What compilers say about a source, message by message.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::gui {

struct CompilerMessage {
    std::string file;
    std::uint32_t line = 0, column = 0; ///< from 1; column 0: none was named
    bool error = true;                  ///< else a warning
    std::string text;                   ///< with what its first note adds
    bool operator==(const CompilerMessage&) const = default;
};

/// Reads `file:line:column: error: text` as clang and this project's own loaders write it, with
/// `note:` and `  try:` lines behind; everything else is passed over. Each message once.
std::vector<CompilerMessage> compiler_messages(std::string_view text);

} // namespace warpscope::gui
