// Spans of a source line for its look: syntax is grey, keywords are bold, comments italic.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::views {

struct SyntaxSpan {
    enum class Kind : std::uint8_t { Plain, Keyword, Comment } kind = Kind::Plain;
    std::size_t from = 0, size = 0;
};

/// Of one line of CUDA C++. `in_comment` says whether it begins inside of /* */, and is set to
/// whether the next line does.
std::vector<SyntaxSpan> syntax_spans(std::string_view line, bool& in_comment);

} // namespace warpscope::views
