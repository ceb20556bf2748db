// What compilers print.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::compile {

/// The text of the device half, then those messages of the host half that it did not have: both
/// halves read the same source and mostly say the same.
std::string merge_messages(std::string_view device, std::string_view host);

} // namespace warpscope::compile
