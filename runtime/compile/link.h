// Object files → executable.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "runtime/compile/cache.h"
#include "runtime/compile/command_lines.h"

namespace warpscope::compile {

/// Links; what the linker prints goes to `tell`. With a cache, clang is asked only once which
/// command links programs like this one, and later links go without it.
Status link_program(const Setting& setting, const std::vector<std::filesystem::path>& objects,
                    const std::filesystem::path& executable, const Cache* cache,
                    const std::function<void(std::string_view)>& tell);

/// The words of the last command that `clang -###` printed: each in double quotes, with backslashes
/// before quotes, backslashes and dollars. Empty when the text is not of this form.
Arguments parse_printed_command(std::string_view text);

} // namespace warpscope::compile
