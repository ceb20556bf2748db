// The headers a source includes before anything else: what can be compiled in advance for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compile {

/// The names in the `#include <NAME>` lines at the beginning of a source, each once, in order: up
/// to the first line that is none, nor blank, nor a comment. Included in this order before the
/// source, they give it what its own lines would, provided that each may be included twice.
std::vector<std::string> leading_headers(std::string_view source);

/// Whether the name is one of the C++ or C standard library's, which may be included twice (C++20,
/// [using.headers]).
bool is_standard_header(std::string_view name);

} // namespace warpscope::compile
