// The headers a source includes before anything else: what can be compiled in advance for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compile {

struct LeadingHeaders {
    /// The names in the `#include <NAME>` lines at the beginning, each once, in order.
    std::vector<std::string> names;
    /// When the beginning ends with `#include "NAME"`: the name. Whatever comes behind depends on
    /// what that file defines.
    std::string quoted;
    bool operator==(const LeadingHeaders&) const = default;
};

enum class TextKind : unsigned char { source, header };

/// Up to the first line that is something else, nor blank, nor a comment, nor a header's
/// `#pragma once`. Included in this order before the text, the headers give it what its own lines
/// would, provided that each may be included twice.
LeadingHeaders leading_headers(std::string_view text, TextKind kind = TextKind::source);

/// Whether the name is one of the C++ or C standard library's, which may be included twice (C++20,
/// [using.headers]).
bool is_standard_header(std::string_view name);

} // namespace warpscope::compile
