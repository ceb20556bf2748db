// The files a compilation read, from the make rule the compiler leaves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compile {

/// The prerequisites of every rule in the text, sorted, each once.
std::vector<std::string> parse_dependencies(std::string_view make_rules);

} // namespace warpscope::compile
