// Finds the directive at the head of the text, and the word in it.
#include "runtime/compile/debug_target.h"

#include <algorithm>

namespace warpscope::compile {

void drop_debug_target(std::string& ptx) {
    constexpr std::string_view word = ", debug";
    const std::size_t line = ptx.find("\n.target ");
    if (line == std::string::npos) return;
    const std::size_t end = std::min(ptx.find('\n', line + 1), ptx.size());
    const std::size_t at = ptx.find(word, line);
    if (at < end) ptx.erase(at, word.size());
}

} // namespace warpscope::compile
